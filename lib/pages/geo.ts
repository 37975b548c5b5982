/** Towns and drawn outlines of departments, read once from our own files in `static/geo/`. @module */

import { placeIndex } from "../operations/mod.ts";
import type { Dot } from "../shared/draw/tile_frame.ts";
import { type Geometry, type Line, toLines, type Topology, toRingNumbers, toRings } from "../shared/draw/topology.ts";
import { lazy } from "../shared/lazy.ts";
import { isDistrict, type Place } from "../shared/place/places.ts";

const TOPOLOGY = new URL("../../static/geo/departments.topo.json", import.meta.url);

const readDepartments = lazy(async () => {
  const topology: Topology = JSON.parse(await Deno.readTextFile(TOPOLOGY));
  return { geometries: topology.objects.departments!.geometries!, lines: toLines(topology) };
});

/** Codes of the departments that share a border with one, ascending; empty for an island or an unknown code. */
export async function findBorderCodes(code: string): Promise<string[]> {
  const { geometries } = await readDepartments();
  const toNumbers = (geometry: Geometry) => toRingNumbers(geometry).flat().map((n) => n < 0 ? ~n : n);
  const own = geometries.find(({ id }) => id === code);
  const borders = new Set(own && toNumbers(own));
  return geometries.filter((other) => other !== own && toNumbers(other).some((n) => borders.has(n)))
    .map(({ id }) => id!).sort();
}

/** A department as a drawing: its size, its outline as an SVG path, and where positions are on it. */
export type Outline = {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  /** The point of a position; may be outside of the drawing. */
  place(lat: number, lng: number): Dot;
};

const outlines = new Map<string, Outline | null>();

/** The outline of a department; null where our files have none. */
export async function getOutline(code: string): Promise<Outline | null> {
  if (!outlines.has(code)) {
    const { geometries, lines } = await readDepartments();
    const geometry = geometries.find(({ id }) => id === code);
    outlines.set(code, geometry ? toOutline(geometry, lines) : null);
  }
  return outlines.get(code)!;
}

const MARGIN = 12;
const INNER = { width: 480 - 2 * MARGIN, height: 420 - 2 * MARGIN };

/** A department drawn north up, with the scale of its middle. Islets far out are drawn at their true distance. */
function toOutline(geometry: Geometry, lines: readonly Line[]): Outline {
  const rings = toRings(geometry, lines);
  const all = rings.flat();
  const [west, east] = [Math.min(...all.map(([lng]) => lng)), Math.max(...all.map(([lng]) => lng))];
  const [south, north] = [Math.min(...all.map(([, lat]) => lat)), Math.max(...all.map(([, lat]) => lat))];
  const stretch = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = Math.min(INNER.width / ((east - west) * stretch), INNER.height / (north - south));
  const round = (units: number) => Math.round(units * 10) / 10;
  const place = (lat: number, lng: number): Dot => ({
    x: round(MARGIN + (lng - west) * stretch * scale),
    y: round(MARGIN + (north - lat) * scale),
  });
  const toPath = (points: readonly Dot[]) => `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
  return {
    width: round(2 * MARGIN + (east - west) * stretch * scale),
    height: round(2 * MARGIN + (north - south) * scale),
    path: rings.map((ring) => toPath(ring.map(([lng, lat]) => place(lat, lng)))).join(""),
    place,
  };
}

const groupTowns = lazy(async () => {
  const whole = (await placeIndex()).places.filter(({ name }) => !isDistrict(name));
  whole.sort((a, b) => b.population - a.population || (a.code < b.code ? -1 : 1));
  return Map.groupBy(whole, ({ department }) => department);
});

/** The largest communes of a department, most people first. */
export async function findLargestTowns(department: string, limit: number): Promise<Place[]> {
  return ((await groupTowns()).get(department) ?? []).slice(0, limit);
}

/** Half the width of a name on the map, by its letters; and the height that it takes. */
const HALF_LETTER = 4.5;
const LINE = 18;

/** Five towns at most for the labels of a drawing: the first whose names have room there next to each other. */
export function chooseLabels(places: readonly Place[], drawing: Pick<Outline, "width" | "height" | "place">): Place[] {
  const labels: { place: Place; x: number; y: number; half: number }[] = [];
  for (const place of places) {
    const half = place.name.length * HALF_LETTER;
    const label = { place, half, ...drawing.place(place.lat, place.lng) };
    const fits = label.x > label.half && label.x < drawing.width - label.half &&
      label.y > LINE && label.y < drawing.height - LINE;
    const isFree = labels.every((other) =>
      Math.abs(other.y - label.y) > LINE || Math.abs(other.x - label.x) > other.half + label.half + 6
    );
    if (fits && isFree) labels.push(label);
    if (labels.length === 5) break;
  }
  return labels.map(({ place }) => place);
}
