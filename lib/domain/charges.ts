/** The charges of questions that take more work than an ordinary one: how much work counts as one request. @module */

/** How much of each kind of work counts as one request of the quota. docs/contract.md has them in words. */
export const CHARGES = {
  /** Names of places that are compared with a text; a misspelt one is compared with all 37 500. */
  names: 9_000,
} as const;
