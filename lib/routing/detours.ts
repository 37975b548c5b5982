/** Cuts a way into sections, so that detours take short tables and not the whole way. @module */

import type { Place } from "../domain/earth.ts";
import type { Line } from "../domain/route_line.ts";
import type { PlaceAlong } from "../domain/routing.ts";

/** How far before and behind its own section a stop may leave the way and come back to it, metres at least. */
const SECTION_M = 50_000;
/** Places of a table next to the two of the way: 8 464 pairs at most, and each answer stays small. */
const BATCH = 90;

/** Places with the two of the way between which their detours are measured; `stops` are indexes. */
export type Batch = { from: Place; to: Place; stops: number[] };

/** Where the legs of a line end, metres along it. */
function legEndsOf(line: Line, legs: readonly (readonly Place[])[]): number[] {
  const ends = new Set(legs.map((leg) => leg.at(-1)!));
  return [...line.places.keys()].filter((i) => ends.has(line.places[i]!)).map((i) => line.alongM[i]!);
}

/** The middle of the piece of a line at some metres along it: a vertex may belong to several roads. */
function placeAt(line: Line, alongM: number): Place {
  let [low, high] = [0, line.places.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (line.alongM[middle]! <= alongM) low = middle;
    else high = middle - 1;
  }
  const [a, b] = [line.places[low]!, line.places[low + 1]!];
  return { lat: (a.lat + b.lat) / 2, lng: (a.lng + b.lng) / 2 };
}

/**
 * The batches in which the detours to some places are measured. Each leg is cut into sections of {@link SECTION_M} and more; a stop
 * leaves the way at the beginning of the section before its own, or later, and is back by the end of the one after it. The
 * ends of a leg are the points as they were asked for, which a stop may not leave out.
 */
export function toBatches(
  line: Line,
  { points, legs, places }: {
    points: readonly Place[];
    legs: readonly (readonly Place[])[];
    places: readonly PlaceAlong[];
  },
): Batch[] {
  const ends = legEndsOf(line, legs);
  const sections = new Map<string, Batch>();
  for (const [stop, { alongM }] of places.entries()) {
    const found = ends.findIndex((endM) => alongM <= endM);
    const leg = found < 0 ? legs.length - 1 : found;
    const [startM, endM] = [leg === 0 ? 0 : ends[leg - 1]!, ends[leg] ?? line.lengthM];
    const count = Math.max(1, Math.floor((endM - startM) / SECTION_M));
    const lengthM = (endM - startM) / count;
    const own = Math.max(0, Math.min(count - 1, Math.floor((alongM - startM) / lengthM)));
    const key = `${leg} ${own}`;
    const section = sections.get(key) ?? {
      from: own <= 1 ? points[leg]! : placeAt(line, startM + (own - 1) * lengthM),
      to: own >= count - 2 ? points[leg + 1]! : placeAt(line, startM + (own + 2) * lengthM),
      stops: [],
    };
    section.stops.push(stop);
    sections.set(key, section);
  }
  return [...sections.values()].flatMap(({ from, to, stops }) =>
    Array.from({ length: Math.ceil(stops.length / BATCH) }, (_, i) => {
      return { from, to, stops: stops.slice(i * BATCH, (i + 1) * BATCH) };
    })
  );
}
