/**
 * Converts positions on the WGS 84 ellipsoid to points in space, where distances need no
 * trigonometry.
 *
 * @module
 */

/** A position in degrees. */
export type Place = { lat: number; lng: number };

/** Metres from the centre of the earth. */
export type EarthPoint = readonly [x: number, y: number, z: number];

const RADIANS = Math.PI / 180;
/** The semi-major axis of the ellipsoid, and the square of its eccentricity. */
const AXIS_M = 6_378_137;
const ECCENTRICITY_2 = 0.0066943799901413165;

/** Returns a position as a point in space. */
export function toEarthPoint({ lat, lng }: Place): EarthPoint {
  const sine = Math.sin(lat * RADIANS);
  const cosine = Math.cos(lat * RADIANS);
  const normal = AXIS_M / Math.sqrt(1 - ECCENTRICITY_2 * sine * sine);
  const onPlane = normal * cosine;
  return [
    onPlane * Math.cos(lng * RADIANS),
    onPlane * Math.sin(lng * RADIANS),
    normal * (1 - ECCENTRICITY_2) * sine,
  ];
}

/**
 * Returns the places that divide the great circle between two places into equal parts, without both
 * ends.
 */
export function divideGreatCircle(from: Place, to: Place, parts: number): Place[] {
  const a = toDirection(from);
  const b = toDirection(to);
  const angle = Math.atan2(Math.hypot(...cross(a, b)), dot(a, b));
  const places: Place[] = [];
  for (let part = 1; part < parts; part++) {
    const s = Math.sin(angle * (1 - part / parts));
    const t = Math.sin((angle * part) / parts);
    const x = s * a[0] + t * b[0];
    const y = s * a[1] + t * b[1];
    const z = s * a[2] + t * b[2];
    places.push({
      lat: Math.atan2(z, Math.hypot(x, y)) / RADIANS,
      lng: Math.atan2(y, x) / RADIANS,
    });
  }
  return places;
}

function toDirection({ lat, lng }: Place): EarthPoint {
  const cosine = Math.cos(lat * RADIANS);
  return [
    cosine * Math.cos(lng * RADIANS),
    cosine * Math.sin(lng * RADIANS),
    Math.sin(lat * RADIANS),
  ];
}

/** Returns the scalar product of two vectors. */
export function dot(a: EarthPoint, b: EarthPoint): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Returns the vector product of two vectors. */
export function cross(a: EarthPoint, b: EarthPoint): EarthPoint {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

/** Returns the vector from `b` to `a`. */
export function minus(a: EarthPoint, b: EarthPoint): EarthPoint {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

// A degree of latitude is at least 110.57 km long.
const DEGREE_M = 110_000;

/** A box in degrees. */
export type Box = { west: number; south: number; east: number; north: number };

/**
 * Returns boxes between -180 and 180 degrees, as west, south, east, north, that contain all places
 * within `offM` metres of a box.
 */
export function boxesAround(box: Box, offM: number): [number, number, number, number][] {
  const lat = offM / DEGREE_M;
  const south = box.south - lat;
  const north = box.north + lat;
  const cosine = Math.cos(Math.min(90, Math.max(Math.abs(south), Math.abs(north))) * RADIANS);
  const lng = cosine < 1e-3 ? 360 : lat / cosine;
  const west = box.west - lng;
  const east = box.east + lng;
  if (east - west >= 360) return [[-180, south, 180, north]];
  return [-360, 0, 360]
    .map((turn): [number, number, number, number] => [west + turn, south, east + turn, north])
    .filter(([from, , to]) => to >= -180 && from <= 180);
}
