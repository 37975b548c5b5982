/** Removes secrets from addresses. @module */

/**
 * Returns an address (or any text) as logs and responses may show it: without credentials, query
 * and fragment, which may be keys.
 */
export function toPublicUrl(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/is, "$1");
}
