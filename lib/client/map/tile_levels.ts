/** Keeps the tiles of a map, level by level, where the map shows them. @module */

import type { LatLng, Map as LeafletMap, Point } from "leaflet";
import { TILE_PX as SIZE } from "../../site/map/mercator.ts";
import type { Inner } from "./drawn_layer.ts";

/** A tile by its zoom, column and row. */
export type TileAt = { z: number; x: number; y: number };

type Tile = { x: number; y: number; image: HTMLImageElement };

/** The tiles of one zoom; `origin` is the pixel of the world at the corner of `element`. */
type Level = { zoom: number; element: HTMLElement; origin: Point; tiles: Map<string, Tile> };

/** Rows and columns kept beyond the borders of the view. */
const BUFFER = 1;

/** Makes the levels of a map, in its own pane for tiles. */
export function createTileLevels(map: LeafletMap) {
  const levels = new Map<number, Level>();

  function addLevel(zoom: number): Level {
    const element = document.createElement("div");
    element.className = "tile-level leaflet-zoom-animated";
    map.getPane("tilePane")!.append(element);
    const origin = map.project(map.unproject(map.getPixelOrigin()), zoom).round();
    const level = { zoom, element, origin, tiles: new Map() };
    levels.set(zoom, level);
    return level;
  }

  return {
    /**
     * Adds the tiles of a zoom that the map shows, with images from `load`, and drops those far
     * away.
     */
    fit(z: number, load: (tile: TileAt) => HTMLImageElement): void {
      const { element, origin, tiles } = levels.get(z) ?? addLevel(z);
      const { min, max } = map.getPixelBounds();
      const scale = map.getZoomScale(z, map.getZoom());
      const toTile = (pixel: number) => Math.floor((pixel * scale) / SIZE);
      const last = 2 ** z - 1;
      const west = Math.max(0, toTile(min!.x));
      const east = Math.min(last, toTile(max!.x));
      const north = Math.max(0, toTile(min!.y));
      const south = Math.min(last, toTile(max!.y));
      for (let y = north; y <= south; y++) {
        for (let x = west; x <= east; x++) {
          const key = `${x},${y}`;
          if (tiles.has(key)) continue;
          const image = load({ z, x, y });
          const left = x * SIZE - origin.x;
          const top = y * SIZE - origin.y;
          image.style.transform = `translate3d(${left}px,${top}px,0)`;
          tiles.set(key, { x, y, image });
          element.append(image);
        }
      }
      for (const [key, { x, y, image }] of tiles) {
        const isNear = x >= west - BUFFER && x <= east + BUFFER &&
          y >= north - BUFFER && y <= south + BUFFER;
        if (isNear) continue;
        tiles.delete(key);
        image.remove();
        image.srcset = "";
      }
    },
    /** Drops all zooms except one, or all if it is null. */
    keepOnly(zoom: number | null): void {
      for (const level of [...levels.values()]) {
        if (level.zoom === zoom) continue;
        level.element.remove();
        // Stop loading images that are no longer needed.
        for (const { image } of level.tiles.values()) image.srcset = "";
        levels.delete(level.zoom);
      }
    },
    /**
     * Moves and scales all levels to a view of the map, for example the end of an animated zoom.
     */
    place({ center, zoom }: { center: LatLng; zoom: number }): void {
      for (const level of levels.values()) {
        const scale = map.getZoomScale(zoom, level.zoom);
        const { x, y } = level.origin.multiplyBy(scale)
          .subtract((map as Inner)._getNewPixelOrigin(center, zoom)).round();
        level.element.style.transform = `translate3d(${x}px,${y}px,0) scale(${scale})`;
      }
    },
  };
}
