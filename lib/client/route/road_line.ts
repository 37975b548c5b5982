/** Gets the line between two points from the national routing service. @module */

import type { Point } from "../../shared/explorer/url_state.ts";

const ENDPOINT = "https://data.geopf.fr/navigation/itineraire";
/** Longest wait for a line on roads. */
const MAX_WAIT_MS = 6_000;

/** The line on roads between two points; null when the service is unavailable, too slow, or has none. Never throws. */
export async function findRoadLine(from: Point, to: Point, signal: AbortSignal): Promise<Point[] | null> {
  const query = new URLSearchParams({
    ...{ resource: "bdtopo-osrm", profile: "car", optimization: "fastest" },
    ...{ start: `${from.lng},${from.lat}`, end: `${to.lng},${to.lat}` },
    ...{ geometryFormat: "geojson", getSteps: "false", getBbox: "false", crs: "EPSG:4326" },
  });
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
    const response = await fetch(`${ENDPOINT}?${query}`, { signal: either });
    if (!response.ok) return null;
    const { geometry } = await response.json() as { geometry?: { coordinates?: [number, number][] } };
    const places = (geometry?.coordinates ?? []).map(([lng, lat]) => ({ lat, lng }));
    const isLine = places.length > 1 && places.every(({ lat, lng }) => Number.isFinite(lat) && Number.isFinite(lng));
    return isLine ? places : null;
  } catch {
    return null;
  }
}
