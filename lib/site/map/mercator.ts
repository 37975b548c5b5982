/** Web Mercator, the projection of all our maps, as plain numbers. @module */

const RADIANS = Math.PI / 180;
/** Width and height of a tile in pixels. */
export const TILE_PX = 256;
const EQUATOR_M = 40_075_016.686;

/** Returns a longitude as a fraction of the world's width, 0 at 180° west. */
export function worldX(lng: number): number {
  return lng / 360 + 0.5;
}

/** Returns a latitude as a fraction of the world's height, 0 in the north. */
export function worldY(lat: number): number {
  const sine = Math.sin(lat * RADIANS);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Returns the pixels of the whole world at a zoom. */
export function worldSize(zoom: number): number {
  return TILE_PX * 2 ** zoom;
}

/** Returns the kilometres per pixel at a latitude and zoom. */
export function kmPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_M * Math.cos(lat * RADIANS)) / worldSize(zoom) / 1000;
}

/**
 * Returns the largest integer zoom at which `radiusKm` fits into `pixels`, with a small tolerance.
 */
export function zoomFor(
  lat: number,
  { radiusKm, pixels }: { radiusKm: number; pixels: number },
): number {
  const zoom = Math.log2((kmPerPixel(lat, 0) * pixels) / radiusKm);
  return Math.floor(zoom + 0.02);
}
