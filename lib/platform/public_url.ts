/** Writes an address without its secrets. @module */

/**
 * An address as logs, tables and answers may show it: without credentials, query and fragment, which hold keys. Also for
 * texts that are no address, such as a bad setting.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toPublicUrl("https://user:secret@fuel.example/feed?key=1#a"), "https://fuel.example/feed");
 * ```
 */
export function toPublicUrl(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/is, "$1");
}
