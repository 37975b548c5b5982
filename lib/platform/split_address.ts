/** Splits the address of a request. @module */

// Nearly every address is plain, and needs no parser to find where its path and its query begin.
const PLAIN_ADDRESS = /^https?:\/\/[\w.:-]+(\/(?!\/)[\w/-]*)(\?[\w=&.,:;%+~*@$-]*)?$/;

/** Path and query of an address; an empty path when it (a forged Host, for one) is none. */
export function splitAddress(address: string): { path: string; search: string } {
  const plain = PLAIN_ADDRESS.exec(address);
  if (plain) return { path: plain[1]!, search: plain[2] ?? "" };
  const url = URL.parse(address);
  return { path: url?.pathname ?? "", search: url?.search ?? "" };
}
