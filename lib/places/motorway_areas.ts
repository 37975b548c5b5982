/** Searches the rest areas of motorways by name, motorway or both. @module */

import type { MotorwayArea } from "../domain/bulk_files.ts";
import { toNameWords } from "./place_name.ts";
import type { Point } from "./point.ts";

const SMALL = new Set("aire aires autoroute de du des la le les l d sur et en service".split(" "));
const ROAD = /\b(?:autoroute )?(?:r(?=n))?([an]) ?(\d{1,3})\b|\bautoroute (\d{1,3})\b/;
const MARK = /^aires? |^autoroute\b/;

/** A parsed query: the road that it names, and its other words without the small ones. */
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
 * Whether a text can mean nothing but a rest area, if it means any: it begins with `aire`, or names
 * a motorway.
 */
export function isAreaQuery(text: string): boolean {
  return toQuery(text).isMarked;
}

/** Whether a text names a motorway, whose letter and number would mean other things as a town's. */
export function namesRoad(text: string): boolean {
  return toQuery(text).road !== null;
}

/** How far an area is from the query: the smaller the better, null is no match. */
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
 * Rest areas of a text, best first: it names a motorway, an "aire", both, or two words of the name
 * of an area. Of those that fit alike the ones nearest to `near` come first; null: the
 * northernmost.
 */
export function findMotorwayAreas(
  areas: readonly MotorwayArea[],
  text: string,
  { near, limit }: { near: Point | null; limit: number },
): MotorwayArea[] {
  const query = toQuery(text);
  if (query.road === null && query.words.length < (query.isMarked ? 1 : 2)) return [];
  // A degree of longitude is two thirds of one of latitude here: near enough to order by.
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

/** What to call an area: by its name and road, or by its road and town. */
export function toAreaLabel({ name, road, town }: MotorwayArea): string {
  if (name === null) return town === null ? road! : `${road} · ${town}`;
  return road === null ? name : `${name} (${road})`;
}
