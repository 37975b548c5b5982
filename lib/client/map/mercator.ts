/** The map's projection on plain numbers, which spares an object for each of ten thousand points. @module */

const RADIANS = Math.PI / 180;
const TILE = 256;
const EQUATOR_M = 40_075_016.686;

/** Longitude as a fraction of the world's width, 0 at 180° west. */
export function worldX(lng: number): number {
  return lng / 360 + 0.5;
}

/** Latitude as a fraction of the world's height in Web Mercator, 0 in the north. */
export function worldY(lat: number): number {
  const sine = Math.sin(lat * RADIANS);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}

/** Pixels of the whole world at a zoom. */
export function worldSize(zoom: number): number {
  return TILE * 2 ** zoom;
}

/** Kilometres that a pixel covers at a latitude and zoom. */
export function kmPerPixel(lat: number, zoom: number): number {
  return (EQUATOR_M * Math.cos(lat * RADIANS)) / worldSize(zoom) / 1000;
}

/** The largest whole zoom at which `radiusKm` fits into `pixels`; a hair's breadth too little still counts as fitting. */
export function zoomFor(lat: number, { radiusKm, pixels }: { radiusKm: number; pixels: number }): number {
  const zoom = Math.log2((kmPerPixel(lat, 0) * pixels) / radiusKm);
  return Math.floor(zoom + 0.02);
}

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
