/** Module that is loaded on demand. @module */

/** A word that only this module holds. */
export function heavy(): string {
  return "heavy-module-loaded";
}
