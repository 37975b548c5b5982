/** A module that is loaded on demand. @module */

/** Returns a word that only this module contains. */
export function heavy(): string {
  return "heavy-module-loaded";
}
