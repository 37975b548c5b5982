/** All stations as dots. @module */

import type { Map as LeafletMap, Point } from "leaflet";
import type { Unranked } from "../../shared/price/unranked.ts";
import type { Stations } from "../stations.ts";
import { addSvg, type Frame, readColours } from "./drawn_layer.ts";
import { kmPerPixel, worldSize, worldX, worldY } from "../../site/map/mercator.ts";
import type { Point as Place } from "../../places/point.ts";

/** The dots. Levels by station index: 0 not ranked, 1 low, 2 mid, 3 high. */
export type DotScene = {
  stations: Pick<Stations, "lat" | "lng">;
  /** Cheapest first. */
  ranked: Int32Array;
  unranked: Unranked<Int32Array>;
  levelOf(index: number): 0 | 1 | 2 | 3;
  /** The search area, drawn as a circle. */
  around?: { from: Place; radiusKm: number } | null;
};

/**
 * From this zoom, where visitors look for single stations, the map also shows stations that do not
 * sell the fuel.
 */
const UNSOLD_ZOOM = 11;

/**
 * Returns the stations that do not sell the fuel. They are fainter than the others and drawn below
 * them.
 */
function findUnsold({ unranked: { unsold } }: DotScene, zoom: number): Int32Array {
  return zoom < UNSOLD_ZOOM ? unsold.subarray(0, 0) : unsold;
}

/** Positions as fractions of the world, one array per axis, projected once for each file. */
const projected = new WeakMap<object, { x: Float64Array; y: Float64Array }>();

/**
 * Returns functions for the pixel of a station at a scale, relative to a corner. They return NaN
 * for an unknown index.
 */
export function toPixels(
  { lat, lng }: DotScene["stations"],
  { scale, left, top }: Pick<Frame, "scale" | "left" | "top">,
) {
  let points = projected.get(lat);
  if (!points) projected.set(lat, points = { x: lng.map(worldX), y: lat.map(worldY) });
  const { x, y } = points;
  return {
    xOf: (index: number) => (x[index] ?? NaN) * scale - left,
    yOf: (index: number) => (y[index] ?? NaN) * scale - top,
  };
}

function radiusAt(zoom: number): number {
  return zoom < 7 ? 2.2 : zoom < 9 ? 3 : zoom < 11 ? 4.5 : zoom < 13 ? 6 : 7;
}

/** Returns the path of a shape around a pixel. */
type Shape = (x: number, y: number) => string;

function toCircle(radius: number): Shape {
  const half = `a${radius} ${radius} 0 1 0 `;
  return (x, y) =>
    `M${(x - radius).toFixed(1)} ${y.toFixed(1)}${half}${2 * radius} 0${half}${-2 * radius} 0`;
}

/**
 * Draws a ring with a bar for stock-outs, an empty ring for old or unranked prices, and a point if
 * the fuel is not sold.
 */
function drawDots(scene: DotScene, frame: Frame): string {
  const radius = radiusAt(frame.zoom);
  const { rim, levels: [grey, ...levels] } = readColours();
  const { xOf, yOf } = toPixels(scene.stations, frame);
  const isSeen = (index: number) => {
    const x = xOf(index);
    const y = yOf(index);
    return x > -radius && y > -radius && x < frame.width + radius && y < frame.height + radius;
  };
  // One path for each kind: an element per station would keep a phone busy.
  const path = (some: Int32Array, look: string, shape: Shape) =>
    `<path ${look} d="${Array.from(some, (index) => shape(xOf(index), yOf(index))).join("")}"/>`;
  const full = toCircle(radius);
  const ring = toCircle(0.7 * radius);
  const bar = `l${2 * radius} ${2 * radius}`;
  const barred: Shape = (x, y) =>
    `${ring(x, y)}M${(x - radius).toFixed(1)} ${(y - radius).toFixed(1)}${bar}`;
  const empty = `fill="${rim}" stroke="${grey}" stroke-width="1.25"`;
  const { unranked: { old, out } } = scene;
  const seen = scene.ranked.filter(isSeen);
  const ofLevel = (level: number) => seen.filter((index) => scene.levelOf(index) === level);
  const outline = `stroke="${rim}" stroke-width="${radius > 3 ? 1.5 : 0.6}"`;
  const filled = (level: 1 | 2 | 3) =>
    path(ofLevel(level), `fill="${levels[level - 1]}" ${outline}`, full);
  return [
    path(findUnsold(scene, frame.zoom).filter(isSeen), `fill="${grey}"`, toCircle(2)),
    path(old.filter(isSeen), empty, ring),
    path(out.filter(isSeen), empty, barred),
    path(ofLevel(0), empty, ring),
    // The cheapest stations are on top.
    filled(3),
    filled(2),
    filled(1),
  ].join("");
}

function drawAround({ around }: DotScene, { scale, left, top, zoom }: Frame): string {
  if (!around) return "";
  const { from: { lat, lng }, radiusKm } = around;
  const x = worldX(lng) * scale - left;
  const y = worldY(lat) * scale - top;
  const look = `fill="none" stroke="${readColours().line}" stroke-width="1.5"`;
  return `<circle cx="${x}" cy="${y}" r="${radiusKm / kmPerPixel(lat, zoom)}" ${look}/>`;
}

/** Adds the layer. Calls `scene` at each drawing. Returns a function that redraws it. */
export function addDots(map: LeafletMap, scene: () => DotScene | null): () => void {
  return addSvg(map, {
    name: "dots",
    zIndex: 400,
    // The list is laid out in the frame before.
    wait: 1,
    scene,
    draw: (scene, frame) => drawAround(scene, frame) + drawDots(scene, frame),
  });
}

/** Returns the station nearest to a point of the container and within `reach` pixels, or null. */
export function findDot(
  map: LeafletMap,
  scene: DotScene,
  { at, reach }: { at: Point; reach: number },
): number | null {
  const origin = map.getPixelOrigin().add(map.containerPointToLayerPoint(at));
  let best = reach * reach;
  let found: number | null = null;
  const frame = { scale: worldSize(map.getZoom()), left: origin.x, top: origin.y };
  const { xOf, yOf } = toPixels(scene.stations, frame);
  const look = (index: number) => {
    const square = xOf(index) ** 2 + yOf(index) ** 2;
    if (square < best) [best, found] = [square, index];
  };
  // Ranked stations come first, cheapest first: of two at the same spot, the cheaper one is found.
  const { ranked, unranked: { out, old } } = scene;
  for (const some of [ranked, out, old, findUnsold(scene, map.getZoom())]) some.forEach(look);
  return found;
}
