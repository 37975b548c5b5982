/** The tile servers of our maps. @module */

/** A base map and its author. */
export type TileSource = { url: string; attribution: string; href: string; maxZoom: number };

/**
 * In the order in which they are tried. The first one is of the national mapping agency and needs
 * no key.
 */
export const TILE_SOURCES: readonly [TileSource, ...TileSource[]] = [
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

/** Returns the address of a tile. */
export function toTileUrl(url: string, { z, x, y }: { z: number; x: number; y: number }): string {
  return url.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y));
}
