/** Towns and outlines of departments, read once from our own files in `static/geo/`. @module */

import { placeIndex } from "../operations/mod.ts";
import { lazy } from "../shared/lazy.ts";
import { findNeighbours, type Outline, readDepartments, toOutline } from "./outline.ts";
import type { Place } from "../shared/place/places.ts";

const TOPOLOGY = new URL("../../static/geo/departments.topo.json", import.meta.url);
const BOX = { width: 480, height: 420 };

const outlines = new Map<string, Outline | null>();

const read = lazy(async () => readDepartments(JSON.parse(await Deno.readTextFile(TOPOLOGY))));

/** The outline of a department; null where our files have none. */
export async function getOutline(code: string): Promise<Outline | null> {
  if (!outlines.has(code)) outlines.set(code, toOutline(await read(), code, BOX));
  return outlines.get(code)!;
}

/** Codes of the departments that share a border with one, ascending. */
export async function findBorderCodes(code: string): Promise<string[]> {
  return findNeighbours(await read(), code);
}

const groupTowns = lazy(async () => {
  const whole = (await placeIndex()).places.filter(({ name }) => !name.endsWith(" Arrondissement"));
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
export function chooseLabels(
  places: readonly Place[],
  drawing: Pick<Outline, "width" | "height" | "place">,
): Place[] {
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
