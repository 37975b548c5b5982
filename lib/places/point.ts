/** Points on the earth, places with a point for pages, and distances between points. @module */

/** A point in degrees. */
export type Point = { readonly lat: number; readonly lng: number };

type CommuneRef = Point & {
  /** INSEE code. */
  readonly code: string;
  readonly name: string;
  readonly department: string;
};

/** A department or region for pages and islands: its INSEE code, and a circle that contains it. */
export type TerritoryRef = Point & {
  readonly code: string;
  readonly name: string;
  readonly departments: readonly string[];
  readonly radiusKm: number;
};

/** A place that a view can show. */
export type PlaceRef = CommuneRef | TerritoryRef;

/** Mean radius of the earth in metres (IUGG). */
export const EARTH_RADIUS_M = 6_371_008.8;

/** Rounds a point to a thousandth of a degree, some hundred metres. */
export function roundPoint({ lat, lng }: Point): Point {
  return { lat: Math.round(lat * 1000) / 1000, lng: Math.round(lng * 1000) / 1000 };
}

const RADIANS = Math.PI / 180;

/**
 * Returns the kilometres between two points on the sphere. It differs from the ellipsoid by at most
 * 0.6 %, less than any road does.
 */
export function toKm(from: Point, to: Point): number {
  const dLat = (to.lat - from.lat) * RADIANS;
  const dLng = (to.lng - from.lng) * RADIANS;
  const chord = Math.sin(dLat / 2) ** 2 +
    Math.cos(from.lat * RADIANS) * Math.cos(to.lat * RADIANS) * Math.sin(dLng / 2) ** 2;
  return 2 * (EARTH_RADIUS_M / 1000) * Math.asin(Math.min(1, Math.sqrt(chord)));
}
