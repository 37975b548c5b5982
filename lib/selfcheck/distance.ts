/** Short distances by another method than the one that answers requests, so that both can be compared. @module */

type Point = { lat: number; lng: number };

const RADIANS = Math.PI / 180;
/** WGS 84: the equator's radius in metres, and the square of the eccentricity. */
const [RADIUS_M, SQUARE] = [6_378_137, 0.00669437999014];

/** Radius of curvature from east to west. */
function toNormal(lat: number): number {
  return RADIUS_M / Math.sqrt(1 - SQUARE * Math.sin(lat * RADIANS) ** 2);
}

function toSpace({ lat, lng }: Point): [number, number, number] {
  const [across, up] = [toNormal(lat) * Math.cos(lat * RADIANS), toNormal(lat) * Math.sin(lat * RADIANS)];
  return [across * Math.cos(lng * RADIANS), across * Math.sin(lng * RADIANS), up * (1 - SQUARE)];
}

/**
 * Metres along the ellipsoid of WGS 84: the chord through it, bent as the ellipsoid is in its middle. Exact to a
 * thousandth of a millimetre up to a hundred kilometres; not for larger distances.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(metresBetween({ lat: 48.8566, lng: 2.3522 }, { lat: 48.4468, lng: 1.4892 }).toFixed(4), "78229.2577");
 * equal(metresBetween({ lat: 45, lng: 5 }, { lat: 45, lng: 5 }), 0);
 * ```
 */
export function metresBetween(from: Point, to: Point): number {
  const [a, b] = [toSpace(from), toSpace(to)];
  const chord = Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  if (chord === 0) return 0;
  const lat = (from.lat + to.lat) / 2;
  const east = toNormal(lat);
  const north = east ** 3 * (1 - SQUARE) / RADIUS_M ** 2;
  const shareEast = ((to.lng - from.lng) * RADIANS * east * Math.cos(lat * RADIANS) / chord) ** 2;
  const bend = shareEast / east + (1 - shareEast) / north;
  return 2 * Math.asin(chord * bend / 2) / bend;
}
