/** Measures that several rooms need. @module */

/** One hour, milliseconds. */
export const HOUR_MS = 3_600_000;
/** One day, milliseconds. */
export const DAY_MS = 86_400_000;
