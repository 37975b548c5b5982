/** Base maps of square tiles, tried in turn: the national one, OpenStreetMap's, none. @module */

import type { Map as LeafletMap } from "leaflet";
import { TILE_PX as SIZE } from "../../site/map/mercator.ts";
import { TILE_SOURCES, type TileSource, toTileUrl } from "../../site/map/tile_sources.ts";
import { createTileLevels, type TileAt } from "./tile_levels.ts";

/** After this many failures without any success, a server counts as unavailable. */
const ENOUGH_FAILURES = 3;

/**
 * How long the tiles of the previous zoom stay below the new ones. Tiles still missing then count
 * as late.
 */
const REST_MS = 1000;

function addCredit(map: LeafletMap): HTMLElement {
  const credit = document.createElement("p");
  credit.className = "map-credit";
  map.getContainer().after(credit);
  return credit;
}

/**
 * Adds the first base map with its credit, and falls back to the next one when it fails. Fires
 * `tileslate` or `tilesthere`, on which our own outlines depend.
 */
export function addTiles(map: LeafletMap, noTiles: string): void {
  const levels = createTileLevels(map);
  const credit = addCredit(map);
  let source: TileSource | undefined;
  let next = 0;
  let failures = 0;
  let resting: ReturnType<typeof setTimeout> | undefined;

  function tryNext(): void {
    source = TILE_SOURCES[next++];
    failures = 0;
    levels.keepOnly(null);
    credit.textContent = source ? "" : `${noTiles} · © GeoNames`;
    if (!source) return void map.fire("tileslate");
    const { href, attribution: textContent } = source;
    credit.append(
      Object.assign(document.createElement("a"), { href, rel: "noopener", textContent }),
    );
    update();
  }

  function load(url: string, tile: TileAt): HTMLImageElement {
    const image = new Image(SIZE, SIZE);
    image.className = "tile";
    image.alt = "";
    image.onload = () => {
      image.classList.add("is-there");
      failures = -Infinity;
    };
    image.onerror = () => {
      if (image.isConnected && ++failures === ENOUGH_FAILURES) tryNext();
    };
    // All tiles are for a density of 1x. Finer tiles would have letters of half the size.
    image.srcset = `${toTileUrl(url, tile)} 1x`;
    return image;
  }

  function update(): void {
    if (!source) return;
    const { url, maxZoom } = source;
    const zoom = Math.min(maxZoom, Math.round(map.getZoom()));
    levels.fit(zoom, (tile) => load(url, tile));
    follow();
    clearTimeout(resting);
    resting = setTimeout(() => {
      levels.keepOnly(zoom);
      const isLate = map.getPane("tilePane")!.querySelector(".tile:not(.is-there)");
      map.fire(isLate ? "tileslate" : "tilesthere");
    }, REST_MS);
  }

  const follow = () => levels.place({ center: map.getCenter(), zoom: map.getZoom() });
  map.on("moveend viewreset resize", update);
  map.on("zoom", follow);
  map.on("zoomanim", levels.place);
  tryNext();
}
