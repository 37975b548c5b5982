/** Splits the address of a request. @module */

/** Path and query of an address; an empty path when it (a forged Host, for one) is none. */
export function splitAddress(address: string): { path: string; search: string } {
  const url = URL.parse(address);
  return { path: url?.pathname ?? "", search: url?.search ?? "" };
}
