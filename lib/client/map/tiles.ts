/** Base maps in turn: the national one, OpenStreetMap's, none. @module */

import type { Map as LeafletMap } from "leaflet";
import { addTileLayer, type TileLayer } from "./tile_layer.ts";

/** A base map and who made it. */
export type TileSource = { url: string; attribution: string; href: string; maxZoom: number };

/** In the order in which they are tried. The first is keyless and made by the national mapping agency. */
const TILE_SOURCES: readonly TileSource[] = [
  {
    url:
      "https://data.geopf.fr/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=GEOGRAPHICALGRIDSYSTEMS.PLANIGNV2" +
      "&STYLE=normal&FORMAT=image/png&TILEMATRIXSET=PM&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}",
    attribution: "© IGN · Géoplateforme",
    href: "https://geoservices.ign.fr/",
    maxZoom: 19,
  },
  {
    url: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
    attribution: "© OpenStreetMap",
    href: "https://www.openstreetmap.org/copyright",
    maxZoom: 19,
  },
];

/** So many failures before the first success mean that a server is away. */
const ENOUGH_FAILURES = 3;

/** Adds the first base map; moves on to the next when it fails. `onSource` gets null when none is left. */
export function addTiles(map: LeafletMap, onSource: (source: TileSource | null) => void): void {
  let next = 0;
  let current: TileLayer | null = null;

  function tryNext(): void {
    current?.remove();
    const source = TILE_SOURCES[next++];
    onSource(source ?? null);
    current = source ? watch(source) : null;
  }

  function watch({ url, maxZoom }: TileSource): TileLayer {
    let [failures, successes] = [0, 0];
    const onError = () => {
      failures++;
      if (successes === 0 && failures === ENOUGH_FAILURES) tryNext();
    };
    return addTileLayer(map, { url, maxZoom, onLoad: () => successes++, onError });
  }

  tryNext();
}
