/**
 * Lays out a still map around a point: its tiles, its scale, and the places of positions.
 *
 * @module
 */

import type { Point } from "../../places/point.ts";
import { kmPerPixel, TILE_PX, worldSize, worldX, worldY, zoomFor } from "./mercator.ts";
import { TILE_SOURCES, toTileUrl } from "./tile_sources.ts";

/** A point of a drawing, y downwards. */
export type Dot = { readonly x: number; readonly y: number };

/** Width and height of the maps on pages, in units. */
const SIZE = { width: 480, height: 400 } as const;

/** Possible lengths of the scale, km. The scale is at most a third of the map's width. */
const SCALES_KM = [50, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1];

const round = (units: number) => Math.round(units * 10) / 10;

function findTiles(
  { left, top, width, height }: Record<"left" | "top" | "width" | "height", number>,
  z: number,
) {
  const first = (pixel: number) => Math.floor(pixel / TILE_PX);
  const tiles: (Dot & { href: string })[] = [];
  for (let y = first(top); y * TILE_PX < top + height; y++) {
    for (let x = first(left); x * TILE_PX < left + width; x++) {
      const href = toTileUrl(TILE_SOURCES[0].url, { z, x, y });
      tiles.push({ href, x: round(x * TILE_PX - left), y: round(y * TILE_PX - top) });
    }
  }
  return tiles;
}

/**
 * Returns a map of `width` × `height` units (pixels of its tiles) with a point in its middle. A
 * circle of `radiusKm` around the point fits on it.
 *
 * @example
 * ```ts
 * import { deepEqual } from "../../../tests/support/assert.ts";
 * const paris = { lat: 48.8566, lng: 2.3522 };
 * const { place, scale } = toTileFrame(paris, 5);
 * deepEqual([place(paris.lat, paris.lng), scale.km], [{ x: 240, y: 200 }, 2]);
 * ```
 */
export function toTileFrame({ lat, lng }: Point, radiusKm: number) {
  const { width, height } = SIZE;
  const zoom = zoomFor(lat, { radiusKm, pixels: Math.min(width, height) / 2 });
  const size = worldSize(zoom);
  const left = worldX(lng) * size - width / 2;
  const top = worldY(lat) * size - height / 2;
  const unitKm = kmPerPixel(lat, zoom);
  const km = SCALES_KM.find((length) => length / unitKm <= width / 3) ?? SCALES_KM.at(-1)!;
  return {
    ...SIZE,
    tiles: findTiles({ left, top, width, height }, zoom),
    /** A round length and its length on the map. */
    scale: { km, units: round(km / unitKm) },
    /** Returns the point of a position, which may be outside the map. */
    place: (lat: number, lng: number): Dot => ({
      x: round(worldX(lng) * size - left),
      y: round(worldY(lat) * size - top),
    }),
  };
}
