/** Departments as coloured areas on a canvas: what is shown from so far away that single stations cannot be told apart. @module */

import type { Map as LeafletMap } from "leaflet";
import { LEVEL_SIGNS, type Tertile } from "../../shared/tertiles.ts";
import type { Point } from "../../shared/url_state.ts";
import { type Line, toLines, type Topology, toRings } from "./base_layer.ts";
import { addCanvas, type Frame } from "./canvas_layer.ts";
import type { DotColours } from "./dots.ts";
import { worldX, worldY } from "./mercator.ts";

/** What the areas show, by department code. */
export type AreaScene = { levels: ReadonlyMap<string, Tertile>; rimmed: ReadonlySet<string> };

/** The areas in the map. */
export type DepartmentLayer = {
  /** Null shows nothing. */
  show(scene: AreaScene | null): void;
  /** The department around a point; null at sea or abroad. */
  findAt(point: Point): string | null;
};

/** Outlines as points x0, y0, x1, y1, … in fractions of the world, and the middle of the largest. */
type Shape = { code: string; rings: readonly Line[]; x: number; y: number };

const LEVEL = { low: 1, mid: 2, high: 3 } as const;
const FONT = "700 11px system-ui, sans-serif";
/** Below it the land would be hidden by its own signs. */
const SIGN_ZOOM = 4.5;

/** One ring of the lines that it runs along; `~n` is line n backwards. */
function joinLines(lines: readonly Line[], ring: readonly number[]): Line {
  const points: number[] = [];
  for (const number of ring) {
    const line = lines[number < 0 ? ~number : number]!;
    const count = line.length / 2;
    for (let step = 0; step < count; step++) {
      const at = 2 * (number < 0 ? count - 1 - step : step);
      points.push(line[at]!, line[at + 1]!);
    }
  }
  return Float64Array.from(points);
}

function toMiddle(ring: Line): { x: number; y: number } {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let at = 0; at < ring.length; at += 2) {
    [west, east] = [Math.min(west, ring[at]!), Math.max(east, ring[at]!)];
    [north, south] = [Math.min(north, ring[at + 1]!), Math.max(south, ring[at + 1]!)];
  }
  return { x: (west + east) / 2, y: (north + south) / 2 };
}

function toShapes(topology: Topology): Shape[] {
  const lines = toLines(topology);
  const geometries = topology.objects.departments?.geometries ?? [];
  return geometries.map((geometry) => {
    const one = { ...topology, objects: { one: geometry } };
    const rings = toRings(one, "one").map((ring) => joinLines(lines, ring));
    const largest = rings.reduce((largest, ring) => ring.length > largest.length ? ring : largest);
    return { code: String(geometry.id), rings, ...toMiddle(largest) };
  });
}

function trace(context: CanvasRenderingContext2D, { rings }: Shape, { scale, left, top }: Frame): void {
  context.beginPath();
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = [ring[at]! * scale - left, ring[at + 1]! * scale - top];
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
  }
}

type Drawing = { shapes: readonly Shape[]; scene: AreaScene; frame: Frame; colours: DotColours };

function drawAreas(context: CanvasRenderingContext2D, { shapes, scene, frame, colours }: Drawing): void {
  const { levels, rimmed } = scene;
  context.strokeStyle = colours.rim;
  context.lineJoin = "round";
  for (const shape of shapes) {
    const level = levels.get(shape.code);
    trace(context, shape, frame);
    context.lineWidth = 0.75;
    context.fillStyle = colours.levels[level ? LEVEL[level] : 0];
    if (level) context.fill();
    context.stroke();
  }
  context.strokeStyle = "#10292d";
  context.lineWidth = 2.5;
  context.setLineDash([5, 3]);
  for (const shape of shapes) {
    if (!rimmed.has(shape.code)) continue;
    trace(context, shape, frame);
    context.stroke();
  }
  context.setLineDash([]);
}

/** Colour is never the only sign. */
function drawSigns(context: CanvasRenderingContext2D, { shapes, scene: { levels }, frame }: Drawing): void {
  if (frame.zoom < SIGN_ZOOM) return;
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { code, x, y } of shapes) {
    const level = levels.get(code);
    if (!level) continue;
    context.fillStyle = level === "mid" ? "#10292d" : "#fff";
    context.fillText(LEVEL_SIGNS[level], x * frame.scale - frame.left, y * frame.scale - frame.top);
  }
}

/** Whether a point lies in a ring: a ray from it crosses the ring an odd number of times. */
function isWithin(ring: Line, x: number, y: number): boolean {
  let isInside = false;
  for (let at = 0, last = ring.length - 2; at < ring.length; last = at, at += 2) {
    const [x1, y1, x2, y2] = [ring[at]!, ring[at + 1]!, ring[last]!, ring[last + 1]!];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}

/** Adds the layer; `colours` is asked at each drawing. */
export async function addDepartments(
  map: LeafletMap,
  { file, colours }: { file: string; colours: () => DotColours },
): Promise<DepartmentLayer> {
  const response = await fetch(file);
  if (!response.ok) throw new Error(`${file} answered ${response.status}`);
  const shapes = toShapes(await response.json());
  let scene: AreaScene | null = null;
  const layer = addCanvas(map, {
    name: "departments",
    zIndex: 350,
    draw(context, frame) {
      if (!scene) return;
      const drawing = { shapes, scene, frame, colours: colours() };
      drawAreas(context, drawing);
      drawSigns(context, drawing);
    },
  });
  return {
    show(next) {
      scene = next;
      layer.redraw();
    },
    findAt({ lat, lng }) {
      const [x, y] = [worldX(lng), worldY(lat)];
      return shapes.find(({ rings }) => rings.some((ring) => isWithin(ring, x, y)))?.code ?? null;
    },
  };
}
