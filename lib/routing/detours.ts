/**
 * Measures detours with short tables, one or more per section of a way, instead of the whole way.
 *
 * @module
 */

import type { Place } from "../domain/place/earth.ts";
import type { Line } from "../domain/route_line.ts";
import type { PlaceAlong } from "../domain/routing.ts";
import { EngineRefusal, type Post, requestTable } from "./valhalla.ts";

/**
 * Minimum metres of a section. A stop may leave the way one section before its own, and return to
 * it one section later.
 */
const SECTION_M = 50_000;
/**
 * Maximum number of stops per table, in addition to the two ends: at most 8 464 pairs, so that each
 * response stays small.
 */
const MAX_STOPS = 90;

type Section = { from: Place; to: Place; stops: Place[] };

/** A way with the points of its request and the places to measure. */
export type Way = {
  line: Line;
  points: readonly Place[];
  legs: Place[][];
  places: readonly PlaceAlong[];
};

function legEndsOf(line: Line, legs: Way["legs"]): number[] {
  const ends = new Set(legs.map((leg) => leg.at(-1)!));
  return [...line.places.keys()].filter((i) => ends.has(line.places[i]!)).map((i) =>
    line.alongM[i]!
  );
}

/**
 * Returns the centre of the piece of a line at a distance along it. A vertex may belong to several
 * roads.
 */
function placeAt({ places, alongM: vertices }: Line, alongM: number): Place {
  const after = vertices.findIndex((vertexM) => vertexM > alongM);
  const i = Math.max(1, after < 0 ? places.length - 1 : after);
  const a = places[i - 1]!;
  const b = places[i]!;
  return { lat: (a.lat + b.lat) / 2, lng: (a.lng + b.lng) / 2 };
}

/**
 * Cuts each leg into sections. A stop leaves the way in the section before its own or later, and is
 * back by the section after it.
 */
function toSections({ line, points, legs, places }: Way): Section[] {
  const ends = legEndsOf(line, legs);
  const sections = new Map<string, Section>();
  for (const { place, alongM } of places) {
    const found = ends.findIndex((endM) => alongM <= endM);
    const leg = found < 0 ? legs.length - 1 : found;
    const startM = leg === 0 ? 0 : ends[leg - 1]!;
    const endM = ends[leg] ?? line.lengthM;
    const count = Math.max(1, Math.floor((endM - startM) / SECTION_M));
    const lengthM = (endM - startM) / count;
    const index = Math.max(0, Math.min(count - 1, Math.floor((alongM - startM) / lengthM)));
    const section = sections.getOrInsertComputed(`${leg} ${index}`, () => ({
      from: index <= 1 ? points[leg]! : placeAt(line, startM + (index - 1) * lengthM),
      to: index >= count - 2 ? points[leg + 1]! : placeAt(line, startM + (index + 2) * lengthM),
      stops: [],
    }));
    section.stops.push(place);
  }
  return [...sections.values()];
}

async function measureSection(
  post: Post,
  { from, to, stops }: Section,
): Promise<(number | null)[]> {
  const [[away], back] = await Promise.all([
    requestTable(post, [from], [...stops, to]),
    requestTable(post, stops, [to]),
  ]);
  const directM = away!.at(-1)!;
  return stops.map((_, i) => {
    const thereM = away![i]!;
    const restM = back[i]![0]!;
    return directM === null || thereM === null || restM === null
      ? null
      : Math.max(0, thereM + restM - directM);
  });
}

/**
 * Returns the metres that a stop adds to the way, by place; null if no road leads there. Throws an
 * {@link EngineRefusal} if no place can be reached.
 */
export async function measureDetours(
  post: Post,
  way: Way,
  lanes: number,
): Promise<Map<Place, number | null>> {
  const detours = new Map<Place, number | null>();
  const queue = toSections(way).flatMap(({ stops, ...ends }) =>
    Array.from({ length: Math.ceil(stops.length / MAX_STOPS) }, (_, i) => {
      return { ...ends, stops: stops.slice(i * MAX_STOPS, (i + 1) * MAX_STOPS) };
    })
  );
  const work = async () => {
    for (let section = queue.shift(); section; section = queue.shift()) {
      const metres = await measureSection(post, section);
      section.stops.forEach((place, i) => detours.set(place, metres[i]!));
    }
  };
  await Promise.all(Array.from({ length: lanes }, work)).finally(() => queue.length = 0);
  if (way.places.length > 0 && detours.values().every((metres) => metres === null)) {
    throw new EngineRefusal("it has no way to any of the places");
  }
  return detours;
}
