/** All stations as dots on a canvas: ten thousand elements would freeze a phone. @module */

import type { Map as LeafletMap, Point } from "leaflet";
import type { Unranked } from "../../shared/price/unranked.ts";
import type { Stations } from "../stations.ts";
import { addCanvas, type Frame, type MapColours, readColours } from "./canvas_layer.ts";
import { kmPerPixel, worldSize, worldX, worldY } from "../../shared/draw/mercator.ts";
import type { Point as Place } from "../../shared/explorer/url_state.ts";

/** The dots. Levels by station index: 0 not ranked, 1 low, 2 mid, 3 high. */
export type DotScene = {
  stations: Pick<Stations, "lat" | "lng">;
  /** Cheapest first: drawn last, so that they lie on top. */
  ranked: Int32Array;
  unranked: Unranked<Int32Array>;
  levelOf(index: number): 0 | 1 | 2 | 3;
  /** The surroundings that are searched, drawn as a circle. */
  around?: { from: Place; radiusKm: number } | null;
};

/** From this zoom on, where single stations are looked for, those that do not sell the fuel are on the map as well. */
const UNSOLD_ZOOM = 11;

/** Fainter than the others, and first, so that all others lie on top. */
function findUnsold({ unranked: { unsold } }: DotScene, zoom: number): Int32Array {
  return zoom < UNSOLD_ZOOM ? unsold.subarray(0, 0) : unsold;
}

/** Positions as fractions of the world, one array for each axis, projected once for each file. */
const projected = new WeakMap<object, { x: Float64Array; y: Float64Array }>();

/** Returns functions for the pixel of a station at a scale, relative to a corner. NaN, which no canvas draws, for one that is not there. */
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

type Sprite = { image: HTMLCanvasElement; half: number };

function radiusAt(zoom: number): number {
  return zoom < 5 ? 1 : zoom < 7 ? 2.2 : zoom < 9 ? 3 : zoom < 11 ? 4.5 : zoom < 13 ? 6 : 7;
}

/** Out for now: a ring with a bar across. Too old: an empty ring. Not sold: a point. */
type Form = "full" | "ring" | "barred" | "point";

const drawn = new Map<string, Sprite>();

function toSprite(radius: number, look: { fill: string; rim: string; form: Form }): Sprite {
  const key = JSON.stringify([radius, look]);
  const sprite = drawn.get(key) ?? drawSprite(radius, look);
  drawn.set(key, sprite);
  return sprite;
}

function drawSprite(radius: number, { fill, rim, form }: { fill: string; rim: string; form: Form }): Sprite {
  const half = radius + 2;
  const image = document.createElement("canvas");
  image.width = image.height = half * 4;
  const context = image.getContext("2d")!;
  context.scale(2, 2);
  context.beginPath();
  const isFull = form === "full";
  context.arc(half, half, form === "point" ? 2 : isFull ? radius : radius * 0.7, 0, 2 * Math.PI);
  context.fillStyle = isFull || form === "point" ? fill : rim;
  context.fill();
  if (form === "barred") {
    context.moveTo(half - radius, half - radius);
    context.lineTo(half + radius, half + radius);
  }
  context.lineWidth = form === "point" ? 0.5 : isFull ? radius > 3 ? 1.5 : 0.6 : 1.25;
  context.strokeStyle = isFull ? rim : fill;
  context.stroke();
  return { image, half };
}

/** From afar dots are so small that squares look the same, and ten thousand of them are filled in a few milliseconds. */
const SMALL = 2.5;

function drawSmall(context: CanvasRenderingContext2D, scene: DotScene, frame: Frame, colours: MapColours): void {
  const side = Math.round(2 * radiusAt(frame.zoom));
  const { xOf, yOf } = toPixels(scene.stations, frame);
  const { width, height } = frame;
  let level = -1;
  const put = (index: number, levelOf: DotScene["levelOf"]) => {
    const px = Math.round(xOf(index) - side / 2);
    const py = Math.round(yOf(index) - side / 2);
    if (px <= -side || py <= -side || px >= width || py >= height) return;
    const next = levelOf(index);
    if (next !== level) context.fillStyle = colours.levels[level = next];
    context.fillRect(px, py, side, side);
  };
  for (const some of [scene.unranked.old, scene.unranked.out]) some.forEach((index) => put(index, () => 0));
  for (const index of scene.ranked.slice().reverse()) put(index, scene.levelOf);
}

function drawAll(context: CanvasRenderingContext2D, scene: DotScene, frame: Frame, colours: MapColours): void {
  const radius = radiusAt(frame.zoom);
  const { rim } = colours;
  const [none, low, mid, high] = colours.levels;
  const sprite = (fill: string, form: Form = "full") => toSprite(radius, { fill, rim, form });
  const sprites = [sprite(none, "ring"), sprite(low), sprite(mid), sprite(high)] as const;
  const { xOf, yOf } = toPixels(scene.stations, frame);
  const { width, height } = frame;
  // A level is found only of what is seen: it is computed at the first need.
  const put = (index: number, toImage: (index: number) => Sprite) => {
    const [px, py] = [xOf(index), yOf(index)];
    if (px <= -20 || py <= -20 || px >= width + 20 || py >= height + 20) return;
    const { image, half } = toImage(index);
    context.drawImage(image, px - half, py - half, 2 * half, 2 * half);
  };
  const show = (some: Int32Array, form: Form) => {
    const image = sprite(none, form);
    for (const index of some) put(index, () => image);
  };
  show(findUnsold(scene, frame.zoom), "point");
  show(scene.unranked.old, "ring");
  show(scene.unranked.out, "barred");
  for (const index of scene.ranked.slice().reverse()) put(index, (seen) => sprites[scene.levelOf(seen)]);
}

function drawAround(context: CanvasRenderingContext2D, { around }: DotScene, frame: Frame, colours: MapColours): void {
  if (!around) return;
  const { from: { lat, lng }, radiusKm } = around;
  const [x, y] = [worldX(lng) * frame.scale - frame.left, worldY(lat) * frame.scale - frame.top];
  context.beginPath();
  context.arc(x, y, radiusKm / kmPerPixel(lat, frame.zoom), 0, 2 * Math.PI);
  context.strokeStyle = colours.line;
  context.lineWidth = 1.5;
  context.stroke();
}

/** Adds the layer; `scene` is called at each drawing. Returns what draws it again. */
export function addDots(map: LeafletMap, scene: () => DotScene | null): () => void {
  return addCanvas(map, {
    name: "dots",
    zIndex: 400,
    // The list is laid out in the frame before.
    wait: 1,
    scene,
    draw(context, scene, frame) {
      const colours = readColours();
      drawAround(context, scene, frame, colours);
      (radiusAt(frame.zoom) < SMALL ? drawSmall : drawAll)(context, scene, frame, colours);
    },
  });
}

/** The station nearest to a point of the container and within `reach` pixels; null when there is none. */
export function findDot(map: LeafletMap, scene: DotScene, { at, reach }: { at: Point; reach: number }): number | null {
  const origin = map.getPixelOrigin().add(map.containerPointToLayerPoint(at));
  let best = reach * reach;
  let found: number | null = null;
  const frame = { scale: worldSize(map.getZoom()), left: origin.x, top: origin.y };
  const { xOf, yOf } = toPixels(scene.stations, frame);
  const look = (index: number) => {
    const square = xOf(index) ** 2 + yOf(index) ** 2;
    if (square < best) [best, found] = [square, index];
  };
  // Ranked ones first and cheapest first: of two on one spot the cheaper counts.
  const { ranked, unranked: { out, old } } = scene;
  for (const some of [ranked, out, old, findUnsold(scene, map.getZoom())]) some.forEach(look);
  return found;
}
