/** Splits the address of a request. @module */

type Parts = { path: string; search: string };

/** The last address and its parts: the edge and the host split each address one after the other. */
let last = { address: "", parts: { path: "", search: "" } as Parts };

/** Path and query of an address; an empty path when it (a forged Host, for one) is none. */
export function splitAddress(address: string): Parts {
  if (address === last.address) return last.parts;
  const url = URL.parse(address);
  last = { address, parts: { path: url?.pathname ?? "", search: url?.search ?? "" } };
  return last.parts;
}
