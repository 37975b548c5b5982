/** The map's projection of ten thousand stations at once. @module */

import { worldX, worldY } from "../../shared/draw/mercator.ts";

export { kmPerPixel, worldSize, worldX, worldY, zoomFor } from "../../shared/draw/mercator.ts";

/** Positions as fractions of the world, one array for each axis. */
type WorldPoints = { x: Float64Array; y: Float64Array };

const known = new WeakMap<object, WorldPoints>();

function toWorldPoints(columns: { lat: Float64Array; lng: Float64Array }): WorldPoints {
  let points = known.get(columns);
  if (!points) known.set(columns, points = { x: columns.lng.map(worldX), y: columns.lat.map(worldY) });
  return points;
}

/** What gives the pixel of a station at a scale, relative to a corner; the positions are projected once for each file.
 * NaN, which no canvas draws, for a station that is not there. */
export function toPixels(
  stations: { lat: Float64Array; lng: Float64Array },
  { scale, left, top }: { scale: number; left: number; top: number },
): { xOf(index: number): number; yOf(index: number): number } {
  const { x, y } = toWorldPoints(stations);
  return {
    xOf: (index) => (x[index] ?? NaN) * scale - left,
    yOf: (index) => (y[index] ?? NaN) * scale - top,
  };
}
