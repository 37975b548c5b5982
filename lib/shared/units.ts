/** Measures that several rooms need. @module */

/** One day, milliseconds. */
export const DAY_MS = 86_400_000;

/** Mean radius of the earth, metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;

/** One degree of latitude, kilometres. */
export const KM_PER_DEGREE = 111.2;
