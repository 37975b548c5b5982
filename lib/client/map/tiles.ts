/** Base maps of square tiles, tried in turn: the national one, OpenStreetMap's, none. @module */

import type { Map as LeafletMap, Point, ZoomAnimEvent } from "leaflet";
import { TILE_PX as SIZE } from "../../site/map/mercator.ts";
import type { Inner } from "./drawn_layer.ts";
import { TILE_SOURCES, type TileSource, toTileUrl } from "../../site/map/tile_sources.ts";

/** So many failures before the first success mean that a server is unavailable. */
const ENOUGH_FAILURES = 3;

type Tile = { x: number; y: number; image: HTMLImageElement };
/** A container of the tiles of one zoom; `origin` is the pixel of the world at its corner. */
type Level = { zoom: number; element: HTMLElement; origin: Point; tiles: Map<string, Tile> };

/** Rows and columns kept beyond the borders of the view. */
const BUFFER = 1;
/**
 * Tiles of the zoom before stay beneath for this long at most; those that are missing then are
 * late.
 */
const REST_MS = 1000;

/**
 * Adds the first base map with its credit, and moves on when it fails. Fires `tileslate` or
 * `tilesthere`, for our own map.
 */
export function addTiles(map: LeafletMap, noTiles: string): void {
  const pane = map.getPane("tilePane")!;
  const levels = new Map<number, Level>();
  const credit = document.createElement("p");
  credit.className = "map-credit";
  map.getContainer().after(credit);
  let source: TileSource | undefined;
  let next = 0;
  let failures = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function tryNext(): void {
    source = TILE_SOURCES[next++];
    failures = 0;
    for (const level of [...levels.values()]) dropLevel(level);
    credit.textContent = source ? "" : `${noTiles} · © GeoNames`;
    if (!source) return void map.fire("tileslate");
    const { href, attribution: textContent } = source;
    credit.append(
      Object.assign(document.createElement("a"), { href, rel: "noopener", textContent }),
    );
    update();
  }

  function provideLevel(zoom: number): Level {
    let level = levels.get(zoom);
    if (!level) {
      const element = document.createElement("div");
      element.className = "tile-level leaflet-zoom-animated";
      pane.append(element);
      const origin = map.project(map.unproject(map.getPixelOrigin()), zoom).round();
      level = { zoom, element, origin, tiles: new Map() };
      levels.set(zoom, level);
    }
    return level;
  }

  function dropLevel(level: Level): void {
    level.element.remove();
    // An image that is no longer wanted should not go on loading.
    for (const { image } of level.tiles.values()) image.srcset = "";
    levels.delete(level.zoom);
  }

  function place({ center, zoom }: Pick<ZoomAnimEvent, "center" | "zoom">): void {
    for (const level of levels.values()) {
      const scale = map.getZoomScale(zoom, level.zoom);
      const { x, y } = level.origin.multiplyBy(scale).subtract(
        (map as Inner)._getNewPixelOrigin(center, zoom),
      ).round();
      level.element.style.transform = `translate3d(${x}px,${y}px,0) scale(${scale})`;
    }
  }

  function addTile(level: Level, { url, x, y }: { url: string; x: number; y: number }): void {
    const key = `${x},${y}`;
    const image = new Image(SIZE, SIZE);
    image.className = "tile";
    image.alt = "";
    image.style.transform = `translate3d(${x * SIZE - level.origin.x}px,${
      y * SIZE - level.origin.y
    }px,0)`;
    image.onload = () => {
      image.classList.add("is-there");
      failures = -Infinity;
    };
    image.onerror = () => {
      if (levels.get(level.zoom) !== level || level.tiles.get(key)?.image !== image) return;
      if (++failures === ENOUGH_FAILURES) tryNext();
    };
    // Said to be of one density, as all tiles are: finer ones would have letters of half the size.
    image.srcset = `${toTileUrl(url, { z: level.zoom, x, y })} 1x`;
    level.tiles.set(key, { x, y, image });
    level.element.append(image);
  }

  function update(): void {
    if (!source) return;
    const { url, maxZoom } = source;
    const zoom = Math.min(maxZoom, Math.round(map.getZoom()));
    const level = provideLevel(zoom);
    follow();
    const bounds = map.getPixelBounds();
    const scale = map.getZoomScale(zoom, map.getZoom());
    const toTile = (pixel: number) => Math.floor((pixel * scale) / SIZE);
    const most = 2 ** zoom - 1;
    const west = toTile(bounds.min!.x);
    const east = toTile(bounds.max!.x);
    const north = Math.max(0, toTile(bounds.min!.y));
    const south = Math.min(most, toTile(bounds.max!.y));
    for (let y = north; y <= south; y++) {
      for (let x = Math.max(0, west); x <= Math.min(most, east); x++) {
        if (!level.tiles.has(`${x},${y}`)) addTile(level, { url, x, y });
      }
    }
    for (const [key, { x, y, image }] of level.tiles) {
      if (x >= west - BUFFER && x <= east + BUFFER && y >= north - BUFFER && y <= south + BUFFER) {
        continue;
      }
      level.tiles.delete(key);
      image.remove();
      image.srcset = "";
    }
    clearTimeout(resting);
    resting = setTimeout(() => {
      for (const other of levels.values()) if (other !== level) dropLevel(other);
      const isThere = ({ image }: Tile) => image.classList.contains("is-there");
      map.fire([...level.tiles.values()].every(isThere) ? "tilesthere" : "tileslate");
    }, REST_MS);
  }

  const follow = () => place({ center: map.getCenter(), zoom: map.getZoom() });
  map.on("moveend viewreset resize", update);
  map.on("zoom", follow);
  map.on("zoomanim", place);
  tryNext();
}
