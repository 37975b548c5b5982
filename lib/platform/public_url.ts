/** Writes an address without its secrets. @module */

/**
 * An address as logs, tables and responses may show it: without credentials, query and fragment, which may be keys. Also for
 * texts that are no address, such as a bad setting.
 */
export function toPublicUrl(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/is, "$1");
}
