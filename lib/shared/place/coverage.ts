/** Where the source has stations at all: mainland France and Corsica. @module */

/** A box around them, degrees. */
const COVERED = { north: 51.2, south: 41.2, east: 9.7, west: -5.3 } as const;

/**
 * Whether the source may have stations at a position.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(isCovered({ lat: 48.85, lng: 2.35 }), true);
 * equal(isCovered({ lat: -20.93, lng: 55.45 }), false);
 * ```
 */
export function isCovered({ lat, lng }: { lat: number; lng: number }): boolean {
  return lat <= COVERED.north && lat >= COVERED.south && lng <= COVERED.east && lng >= COVERED.west;
}
