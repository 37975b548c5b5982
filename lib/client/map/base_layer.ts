/**
 * Draws our own outlines below the other layers, so that the map shows the country when tiles are
 * late or missing.
 *
 * @module
 */

import { worldX, worldY } from "../../site/map/mercator.ts";
import type { Map as LeafletMap } from "leaflet";
import { type Line, toLines, type Topology, toRings } from "./topology.ts";
import type { GeoFiles } from "../../site/explorer/url_state.ts";
import { readJson } from "../browser.ts";
import { addCanvas, type Frame, type MapColours, readColours, trace } from "./drawn_layer.ts";

/** Returns the shared lines of a topology in fractions of the world. */
export function toWorldLines(topology: Topology): Line[] {
  return toLines(topology, (lng, lat) => [worldX(lng), worldY(lat)]);
}

/** Returns the smallest box around a line: west, north, east, south. */
export function toExtent(line: Line): [number, number, number, number] {
  let west = 1;
  let north = 1;
  let east = 0;
  let south = 0;
  for (const [x, y] of line) {
    west = Math.min(west, x);
    north = Math.min(north, y);
    east = Math.max(east, x);
    south = Math.max(south, y);
  }
  return [west, north, east, south];
}

type Label = [name: string, lat: number, lng: number, rank: 0 | 1 | 2 | 3];
type Base = { countries: Line[]; rivers: Line[]; departments: Line[]; labels: Label[] };

/** Lowest zoom at which the map names towns of a rank. */
const RANK_ZOOM = [5, 6.5, 8, 9.5] as const;

async function load(files: GeoFiles): Promise<Base> {
  const [departments, context, labels] = await Promise.all([
    readJson<Topology>(files.departments),
    readJson<Topology>(files.context),
    readJson<Label[]>(files.labels),
  ]);
  const around = toWorldLines(context);
  return {
    countries: toRings(context.objects.countries!, around),
    rivers: toRings(context.objects.rivers!, around),
    departments: toRings(departments.objects.departments!, toWorldLines(departments)),
    labels,
  };
}

/**
 * Traces the lines inside the frame. Close up, a path through the whole country would cost a phone
 * a tenth of a second.
 */
function path(context: CanvasRenderingContext2D, lines: readonly Line[], frame: Frame): void {
  const { scale, left, top, width, height } = frame;
  context.beginPath();
  for (const line of lines) {
    const [west, north, east, south] = toExtent(line);
    if (east * scale < left || west * scale > left + width) continue;
    if (south * scale < top || north * scale > top + height) continue;
    trace(context, line, frame);
  }
}

function drawLabels(
  context: CanvasRenderingContext2D,
  labels: readonly Label[],
  frame: Frame,
  colours: MapColours,
) {
  const taken: [number, number, number, number][] = [];
  context.font = "600 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.lineWidth = 3;
  context.strokeStyle = colours.land;
  context.fillStyle = colours.label;
  for (const [name, lat, lng, rank] of labels) {
    if (frame.zoom < RANK_ZOOM[rank]) continue;
    const x = worldX(lng) * frame.scale - frame.left;
    const y = worldY(lat) * frame.scale - frame.top;
    if (x < 0 || y < 0 || x > frame.width || y > frame.height) continue;
    const half = name.length * 3.6 + 6;
    if (taken.some(([l, t, r, b]) => x - half < r && x + half > l && y - 12 < b && y + 8 > t)) {
      continue;
    }
    taken.push([x - half, y - 12, x + half, y + 8]);
    context.strokeText(name, x, y);
    context.fillText(name, x, y);
  }
}

function draw(context: CanvasRenderingContext2D, base: Base, frame: Frame): void {
  const colours = readColours();
  context.fillStyle = colours.sea;
  context.fillRect(0, 0, frame.width, frame.height);
  const fill = (lines: Line[], style: string) => {
    path(context, lines, frame);
    context.fillStyle = style;
    context.fill("evenodd");
  };
  const stroke = (style: string, width: number) => {
    context.strokeStyle = style;
    context.lineWidth = width;
    context.stroke();
  };
  context.lineJoin = "round";
  fill(base.countries, colours.abroad);
  stroke(colours.border, 0.75);
  fill(base.departments, colours.land);
  stroke(colours.border, 1);
  path(context, base.rivers, frame);
  stroke(colours.river, 1.25);
  drawLabels(context, base.labels, frame, colours);
}

/** Adds the layer, which appears when its files are loaded. */
export function addBase(map: LeafletMap, files: GeoFiles): void {
  let base: Base | null = null;
  let isNeeded = true;
  const redraw = addCanvas(map, {
    name: "base",
    zIndex: 100,
    // The stations are drawn first, then the departments.
    wait: 3,
    scene: () => isNeeded ? base : null,
    draw,
  });
  map.on("tileslate tilesthere", ({ type }) => isNeeded = type === "tileslate");
  load(files).then((loaded) => {
    base = loaded;
    redraw();
  }).catch(reportError);
}
