/** Where the source has stations at all: mainland France and Corsica. @module */

/** A box around them, degrees. */
const COVERED = { north: 51.2, south: 41.2, east: 9.7, west: -5.3 } as const;

/** Whether the source may have stations at a position. */
export function isCovered({ lat, lng }: { lat: number; lng: number }): boolean {
  return lat <= COVERED.north && lat >= COVERED.south && lng <= COVERED.east && lng >= COVERED.west;
}
