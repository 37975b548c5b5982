/**
 * The lines of the route page: requested from the national routing service, simplified, encoded.
 *
 * @module
 */

// Bundlers accept this file too. In Deno, the main file of the package has no named exports.
// @ts-types="@googlemaps/polyline-codec"
import { decode, encode } from "@googlemaps/polyline-codec/dist/index.esm.js";
import type { Point } from "../../places/point.ts";

/** Returns places as an encoded polyline. */
export function encodePolyline(places: readonly Point[]): string {
  return encode([...places]);
}

/** Returns the places of an encoded polyline. */
export function decodePolyline(text: string): Point[] {
  return decode(text).map(([lat, lng]) => ({ lat, lng }));
}

const ENDPOINT = "https://data.geopf.fr/navigation/itineraire";
const MAX_WAIT_MS = 6_000;

/**
 * Returns the line on roads through some points, or null if the service is unavailable, too slow,
 * or finds none. Never throws.
 */
export async function findRoadLine(
  points: readonly Point[],
  signal: AbortSignal,
): Promise<Point[] | null> {
  const [start, ...others] = points.map(({ lat, lng }) => `${lng},${lat}`);
  const [end, ...between] = others.reverse();
  const query = new URLSearchParams({
    resource: "bdtopo-osrm",
    profile: "car",
    optimization: "fastest",
    start: start!,
    end: end!,
    ...(between.length > 0 && { intermediates: between.reverse().join("|") }),
    geometryFormat: "geojson",
    getSteps: "false",
    getBbox: "false",
    crs: "EPSG:4326",
  });
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
    const response = await fetch(`${ENDPOINT}?${query}`, { signal: either });
    if (!response.ok) return null;
    const { geometry } = await response.json() as {
      geometry?: { coordinates?: [number, number][] };
    };
    const places = (geometry?.coordinates ?? []).map(([lng, lat]) => ({ lat, lng }));
    const isLine = places.length > 1 &&
      places.every(({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng));
    return isLine ? places : null;
  } catch {
    return null;
  }
}

const DEGREE_M = 111_200;

/** Returns the metres from a point to the chord between two others, on the plane around them. */
function toOffM(point: Point, [from, to]: readonly [Point, Point]): number {
  const stretch = Math.cos((from.lat * Math.PI) / 180);
  const x = (point.lng - from.lng) * stretch;
  const y = point.lat - from.lat;
  const dx = (to.lng - from.lng) * stretch;
  const dy = to.lat - from.lat;
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
  return Math.hypot(x - share * dx, y - share * dy) * DEGREE_M;
}

/**
 * Returns the line without the points that are within `toleranceM` metres of the chord that
 * replaces them (Douglas–Peucker). Keeps its ends.
 */
export function simplify(line: readonly Point[], toleranceM: number): Point[] {
  const kept = new Uint8Array(line.length);
  kept[0] = 1;
  kept[line.length - 1] = 1;
  const open: [number, number][] = [[0, line.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part;
    let farthest = -1;
    let maxOff = toleranceM;
    for (let i = first + 1; i < last; i++) {
      const off = toOffM(line[i]!, [line[first]!, line[last]!]);
      if (off <= maxOff) continue;
      farthest = i;
      maxOff = off;
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, i) => kept[i] === 1);
}
