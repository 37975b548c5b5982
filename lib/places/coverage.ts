/** The area where the source has stations: mainland France and Corsica. @module */

/** Their bounding box in degrees. */
const COVERED = { north: 51.2, south: 41.2, east: 9.7, west: -5.3 } as const;

/** Returns whether the source may have stations at a position. */
export function isCovered({ lat, lng }: { lat: number; lng: number }): boolean {
  return lat <= COVERED.north && lat >= COVERED.south && lng <= COVERED.east && lng >= COVERED.west;
}
