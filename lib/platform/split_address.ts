/** Splits the address of a request into path and query. @module */

// An address that the parser would not change: without dots, escapes or backslashes in the path.
const PLAIN_ADDRESS = /^(https?:\/\/[^/?#]+)(\/[\w/-]*)(\?[\w=&.,:;%+~*@$-]+)?$/;

/** Path and query of an address; the path is empty if the address is malformed. */
type SplitAddress = { path: string; search: string };

/** The last origin that the parser accepted; nearly all requests have the same. */
let validOrigin = "";
let last = { address: "", parts: { path: "", search: "" } };

/**
 * Returns path and query of an address; the path is empty if the address is invalid, as with a
 * forged Host. Plain addresses do not need the parser, which takes 1 µs. The last result is kept,
 * since server and app split the same address one after the other.
 */
export function splitAddress(address: string): SplitAddress {
  if (address !== last.address) last = { address, parts: split(address) };
  return last.parts;
}

function split(address: string): SplitAddress {
  const [, origin = "", path = "", search = ""] = PLAIN_ADDRESS.exec(address) ?? [];
  if (origin !== "" && origin === validOrigin) return { path, search };
  const url = URL.parse(address);
  if (url !== null) validOrigin = origin;
  return { path: url?.pathname ?? "", search: url?.search ?? "" };
}
