/**
 * Points on the earth, the places that pages know by a point, and distances between points.
 *
 * @module
 */

/** A point in degrees. */
export type Point = { readonly lat: number; readonly lng: number };

type CommuneRef = Point & {
  /** INSEE code. */
  readonly code: string;
  readonly name: string;
  readonly department: string;
};

/**
 * A department or region as pages and islands know it: its INSEE code, and the circle that holds
 * it.
 */
export type TerritoryRef = Point & {
  readonly code: string;
  readonly name: string;
  readonly departments: readonly string[];
  readonly radiusKm: number;
};

/** A place that a view can be of. */
export type PlaceRef = CommuneRef | TerritoryRef;

/** Mean radius of the earth, metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;

/** A point to the thousandth of a degree, some hundred metres. */
export function roundPoint({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 1000) / 1000, lng: Math.round(lng * 1000) / 1000 };
}

const RADIANS = Math.PI / 180;

/**
 * Kilometres between two points on the sphere; at most 0.6 % off the ellipsoid, which is closer
 * than any road is.
 */
export function toKm(from: Point, to: Point): number {
  const dLat = (to.lat - from.lat) * RADIANS;
  const dLng = (to.lng - from.lng) * RADIANS;
  const chord = Math.sin(dLat / 2) ** 2 +
    Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.sin(dLng / 2) ** 2;
  return 2 * (EARTH_RADIUS_M / 1000) * Math.asin(Math.min(1, Math.sqrt(chord)));
}
