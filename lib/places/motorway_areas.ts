/** Searches rest areas on motorways by name, motorway or both. @module */

import type { MotorwayArea } from "../domain/bulk_files.ts";
import { toNameWords } from "./place_name.ts";
import type { Point } from "./point.ts";

const SMALL = new Set("aire aires autoroute de du des la le les l d sur et en service".split(" "));
const ROAD = /\b(?:autoroute )?(?:r(?=n))?([an]) ?(\d{1,3})\b|\bautoroute (\d{1,3})\b/;
const MARK = /^aires? |^autoroute\b/;

/** A parsed query: the road that it names, and its other words without articles and the like. */
type Query = { road: string | null; words: readonly string[]; isMarked: boolean };

function toQuery(text: string): Query {
  const typed = toNameWords(text.slice(0, 80));
  const [all = "", letter = "a", number, bare] = ROAD.exec(typed) ?? [];
  const road = all === "" ? null : `${letter.toUpperCase()}${Number(number ?? bare)}`;
  const words = typed.replace(all, " ").split(" ").filter((word) =>
    word !== "" && !SMALL.has(word)
  );
  return { road, words, isMarked: road !== null || MARK.test(typed) };
}

/**
 * Returns whether a text can only refer to a rest area: it starts with `aire` or names a motorway.
 */
export function isAreaQuery(text: string): boolean {
  return toQuery(text).isMarked;
}

/**
 * Returns whether a text names a motorway. Its letter and number would mean something else in a
 * town's name.
 */
export function namesRoad(text: string): boolean {
  return toQuery(text).road !== null;
}

/** Returns the distance of an area from the query, smaller is better; null if it does not match. */
function toDistance(
  { name, road, town }: MotorwayArea,
  { road: wanted, words, isMarked }: Query,
): number | null {
  if (wanted !== null && road !== wanted) return null;
  const named = ` ${toNameWords(name ?? "")}`;
  if (words.every((word) => named.includes(` ${word}`))) {
    return named.includes(words.join(" ")) ? 0 : 1;
  }
  if (!isMarked) return null;
  const around = ` ${toNameWords(`${name ?? ""} ${town ?? ""}`)}`;
  return words.every((word) => around.includes(` ${word}`)) ? 2 : null;
}

/**
 * Returns the rest areas for a text, best first. The text names a motorway, an "aire", both, or two
 * words of an area's name. Equal matches are ordered by distance from `near`, or from north to
 * south if it is null.
 */
export function findMotorwayAreas(
  areas: readonly MotorwayArea[],
  text: string,
  { near, limit }: { near: Point | null; limit: number },
): MotorwayArea[] {
  const query = toQuery(text);
  if (query.road === null && query.words.length < (query.isMarked ? 1 : 2)) return [];
  // A degree of longitude is about two thirds of a degree of latitude here, which is exact enough
  // for ordering.
  const toFar = ({ latitude, longitude }: MotorwayArea) =>
    near === null ? -latitude : Math.hypot(latitude - near.lat, (longitude - near.lng) * 0.68);
  const found = areas.flatMap((area) => {
    const distance = toDistance(area, query);
    return distance === null ? [] : [{ area, distance, far: toFar(area) }];
  });
  return found.sort((a, b) => a.distance - b.distance || a.far - b.far).slice(0, limit).map((
    { area },
  ) => area);
}

/** Returns the label of an area: its name and road, or its road and town. */
export function toAreaLabel({ name, road, town }: MotorwayArea): string {
  if (name === null) return town === null ? road! : `${road} · ${town}`;
  return road === null ? name : `${name} (${road})`;
}
