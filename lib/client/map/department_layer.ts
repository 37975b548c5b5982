/**
 * Departments as coloured areas on a canvas, shown while single stations run into each other.
 *
 * @module
 */

import type { Map as LeafletMap } from "leaflet";
import { LEVEL_NUMBERS, LEVEL_SIGNS, type Tertile } from "../../shared/price/tertiles.ts";
import type { Point } from "../../places/point.ts";
import { type Line, type Topology, toRings } from "./topology.ts";
import { readJson } from "../browser.ts";
import { toExtent, toWorldLines } from "./base_layer.ts";
import { addCanvas, type Frame, type MapColours, readColours, trace } from "./drawn_layer.ts";
import { worldSize, worldX, worldY } from "../../site/map/mercator.ts";

/** Levels of the areas by department code, and the areas with a rim. */
export type AreaScene = { levels: ReadonlyMap<string, Tertile>; rimmed: ReadonlySet<string> };

/** Outlines in fractions of the world, and the middle of the largest one. */
type Shape = { code: string; rings: readonly Line[]; x: number; y: number };

/** Below this zoom, signs would hide the land. */
const SIGN_ZOOM = 4.5;
/** The zoom of a search for the department at a point: a pixel is about 200 metres. */
const PROBE_ZOOM = 9;

function toShapes(topology: Topology): Shape[] {
  const lines = toWorldLines(topology);
  const geometries = topology.objects.departments?.geometries ?? [];
  return geometries.map((geometry) => {
    const rings = toRings(geometry, lines);
    const largest = rings.reduce((largest, ring) => ring.length > largest.length ? ring : largest);
    const [west, north, east, south] = toExtent(largest);
    return { code: String(geometry.id), rings, x: (west + east) / 2, y: (north + south) / 2 };
  });
}

function traceShape(context: CanvasRenderingContext2D, { rings }: Shape, frame: Frame): void {
  context.beginPath();
  for (const ring of rings) {
    trace(context, ring, frame);
    context.closePath();
  }
}

type Drawing = { shapes: readonly Shape[]; scene: AreaScene; frame: Frame; colours: MapColours };

function drawAreas(
  context: CanvasRenderingContext2D,
  { shapes, scene, frame, colours }: Drawing,
): void {
  const { levels, rimmed } = scene;
  context.strokeStyle = colours.rim;
  context.lineJoin = "round";
  for (const shape of shapes) {
    const level = levels.get(shape.code);
    traceShape(context, shape, frame);
    context.lineWidth = 0.75;
    context.fillStyle = colours.levels[level ? LEVEL_NUMBERS[level] : 0];
    if (level) context.fill();
    context.stroke();
  }
  context.strokeStyle = "#10292d";
  context.lineWidth = 2.5;
  context.setLineDash([5, 3]);
  for (const shape of shapes) {
    if (!rimmed.has(shape.code)) continue;
    traceShape(context, shape, frame);
    context.stroke();
  }
  context.setLineDash([]);
}

/** Draws the signs of the levels: colour is never the only sign. */
function drawSigns(
  context: CanvasRenderingContext2D,
  { shapes, scene: { levels }, frame }: Drawing,
): void {
  if (frame.zoom < SIGN_ZOOM) return;
  context.font = "700 11px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  for (const { code, x, y } of shapes) {
    const level = levels.get(code);
    if (!level) continue;
    context.fillStyle = level === "mid" ? "#10292d" : "#fff";
    context.fillText(LEVEL_SIGNS[level], x * frame.scale - frame.left, y * frame.scale - frame.top);
  }
}

/** Adds the layer with the outlines of a file. */
export async function addDepartments(map: LeafletMap, file: string) {
  const shapes = toShapes(await readJson(file));
  const probe = document.createElement("canvas").getContext("2d")!;
  let scene: AreaScene | null = null;
  const redraw = addCanvas(map, {
    name: "departments",
    zIndex: 350,
    // The dots are drawn first.
    wait: 2,
    scene: () => scene,
    draw(context, scene, frame) {
      const drawing = { shapes, scene, frame, colours: readColours() };
      drawAreas(context, drawing);
      drawSigns(context, drawing);
    },
  });
  return {
    show(next: AreaScene | null): void {
      scene = next;
      redraw();
    },
    /** Returns the code of the department at a point, or null at sea or abroad. */
    findAt({ lat, lng }: Point): string | null {
      const frame = {
        scale: worldSize(PROBE_ZOOM),
        left: 0,
        top: 0,
        width: 0,
        height: 0,
        zoom: PROBE_ZOOM,
      };
      const x = worldX(lng) * frame.scale;
      const y = worldY(lat) * frame.scale;
      const found = shapes.find((shape) => {
        traceShape(probe, shape, frame);
        return probe.isPointInPath(x, y);
      });
      return found?.code ?? null;
    },
  };
}
