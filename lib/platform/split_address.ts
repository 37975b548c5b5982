/** Splits the address of a request. @module */

// Nearly every address is plain, and needs no parser to find where its path and its query begin.
const PLAIN_ADDRESS = /^https?:\/\/[\w.:-]+(\/(?!\/)[\w/-]*)(\?[\w=&.,:;%+~*@$-]*)?$/;

type Parts = { path: string; search: string };

/** The last address and its parts: the edge and the host split each address one after the other. */
let last = { address: "", parts: { path: "", search: "" } as Parts };

/** Path and query of an address; an empty path when it (a forged Host, for one) is none. */
export function splitAddress(address: string): Parts {
  if (address !== last.address) last = { address, parts: split(address) };
  return last.parts;
}

function split(address: string): Parts {
  const plain = PLAIN_ADDRESS.exec(address);
  if (plain) return { path: plain[1]!, search: plain[2] ?? "" };
  const url = URL.parse(address);
  return { path: url?.pathname ?? "", search: url?.search ?? "" };
}
