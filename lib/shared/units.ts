/** Measures that several rooms need. @module */

/** One day, milliseconds. */
export const DAY_MS = 86_400_000;
