/** Matches one reading of a text with the names, postal codes and numbers of communes. @module */

import { isCovered } from "./coverage.ts";
import { toNameWords } from "./place_name.ts";
import type { PlaceText } from "./place_text.ts";
import { type Entry, type Place, type PlaceIndex, START_LETTERS } from "./places.ts";

/** A reading of a text, with its words also as a list and without spaces. */
export type Query = PlaceText & { readonly list: readonly string[]; readonly key: string };

/** A name that a query matches, and its distance. Below 1 the query names the place in full. */
export type Match = { readonly entry: Entry; readonly distance: number };

/** More entries than any start has. */
const MAX_ENTRIES = 1_000_000;
/**
 * A town with at least this many people may be called by the first words of its name: "Aix",
 * "Clermont".
 */
export const TOWN_PEOPLE = 10_000;
/** A town this many times larger than all its namesakes is chosen for the name. */
export const MUCH_LARGER = 10;

/** Returns a reading as a query. */
export function toQuery(text: PlaceText): Query {
  const list = text.words === "" ? [] : text.words.split(" ");
  return { ...text, list, key: list.join("") };
}

/** Returns how many entries a query is compared with. */
export function countCandidates(index: PlaceIndex, query: Query): number {
  return [...findCandidates(index, query)].reduce((count, group) => count + group.length, 0);
}

/**
 * Returns the places that match a reading of a text, ordered as by `findPlaces()`. Larger towns
 * whose short name matches come first.
 */
export function matchPlaces(index: PlaceIndex, text: PlaceText): Match[] {
  const query = toQuery(text);
  const matches = rank(findCandidates(index, query), (entry) => toDistance(entry, query));
  const isNarrow = query.numbers.length > 0 || query.departments !== null;
  return isNarrow ? matches : raiseTowns(matches, query.words);
}

function raiseTowns(matches: Match[], words: string): Match[] {
  const [best] = matches;
  if (!best || best.distance >= 1) return matches;
  const equal = matches.filter(({ distance }) => distance === best.distance);
  const largest = Math.max(...equal.map(({ entry }) => entry.place.population));
  const isTown = ({ entry }: Match) =>
    entry.place.population >= Math.max(TOWN_PEOPLE, MUCH_LARGER * largest) && isBegun(entry, words);
  if (!matches.some(isTown)) return matches;
  const raise = (match: Match) => isTown(match) ? { ...match, distance: best.distance } : match;
  return matches.map(raise).sort(compareMatches);
}

/**
 * Returns whether a commune's current name continues after some words, with or without its article.
 */
export function isBegun({ words, formerName, place, district }: Entry, start: string): boolean {
  const name = formerName === null ? words : toNameWords(place.name);
  return !district &&
    [name, name.replace(/^(?:le|la|les|l) /, "")].some((text) => text.startsWith(`${start} `));
}

/** Returns the matching entries of some groups, best first, each place once. */
export function rank(
  groups: Iterable<readonly Entry[]>,
  distanceOf: (entry: Entry) => number | null,
): Match[] {
  const found = new Map<Place, Match>();
  for (const group of groups) {
    for (const entry of group) {
      const distance = distanceOf(entry);
      if (distance === null) continue;
      const nearest = found.get(entry.place);
      if (!nearest || distance < nearest.distance) found.set(entry.place, { entry, distance });
    }
  }
  return [...found.values()].sort(compareMatches);
}

/**
 * Sorts better matches first. Among equal ones, places where the source has stations come first.
 */
function compareMatches(
  { entry: { place: a }, distance }: Match,
  { entry: { place: b }, distance: other }: Match,
): number {
  return distance - other || Number(isCovered(b)) - Number(isCovered(a)) ||
    b.population - a.population ||
    (a.code < b.code ? -1 : 1);
}

/**
 * Returns the text whose start the fewest entries share. If all are shorter than a start, returns
 * the longest.
 */
function toRarest(texts: readonly string[], starts: PlaceIndex["starts"]): string {
  const toCommonness = (text: string) =>
    text.length < START_LETTERS
      ? MAX_ENTRIES - text.length
      : starts.get(text.slice(0, START_LETTERS))?.length ?? 0;
  return texts.reduce((rarest, text) => toCommonness(text) < toCommonness(rarest) ? text : rarest);
}

/**
 * Yields groups with every entry that can match: those of the query's rarest word and of its whole
 * name. A single letter is not searched as a beginning, because thousands of names share it. It
 * finds words of one letter, such as the village Y.
 */
export function* findCandidates(
  { starts }: PlaceIndex,
  { words, list, key, numbers }: Query,
): Iterable<readonly Entry[]> {
  if (words === "" && numbers.length === 0) return;
  const texts = words === "" ? [toRarest(numbers, starts)] : [toRarest(list, starts), key];
  for (const start of new Set(texts.map((text) => text.slice(0, START_LETTERS)))) {
    if (start.length === START_LETTERS || start.length === 1) yield starts.get(start) ?? [];
    else for (const [other, group] of starts) if (other.startsWith(start)) yield group;
  }
}

/**
 * Returns the distance of an entry from the query, smaller is better; null if it does not match.
 */
export function toDistance(entry: Entry, query: Query): number | null {
  const { words, numbers, departments } = query;
  if (departments !== null && !departments.includes(entry.place.department)) return null;
  if (entry.district && !mayBeDistrict(query)) return null;
  if (words === "" && entry.formerName !== null) return null;
  const byName = words === "" ? 0 : toNameDistance(entry, query);
  if (byName === null || !numbers.every((number) => matchesNumber(entry, number))) return null;
  // "Paris 15" and "75015" refer to the district, not to the city around it.
  const isNumbered = entry.district &&
    numbers.some((number) => number.length === 5 || isDistrictNumber(entry, number));
  return byName - (isNumbered ? 1.5 : 0) + (entry.formerName === null ? 0 : 0.5);
}

/**
 * Returns whether a query may refer to a district: by its number with a name or as an ordinal
 * ("15e"), or by a whole postal code.
 */
function mayBeDistrict({ words, numbers: [number = ""] }: Query): boolean {
  return words === "" ? number.length === 5 || /^\d{1,2}e/.test(number) : number !== "";
}

function toNameDistance({ words, bare, key }: Entry, query: Query): number | null {
  if (words === query.words || key === query.key) return 0;
  if (bare === query.words) return 0.25;
  if (words.startsWith(query.words) || bare.startsWith(query.words) || key.startsWith(query.key)) {
    return 1;
  }
  const second = words.indexOf(" ");
  if (second < 0) return null;
  if (words.includes(` ${query.words}`, second)) return 2;
  const begins = (start: string) => words.startsWith(start) || words.includes(` ${start}`);
  return query.list.length > 1 && query.list.every(begins) ? 3 : null;
}

/** Returns whether a number is an entry's department or district, or begins its postal code. */
export function matchesNumber(entry: Entry, number: string): boolean {
  if (entry.place.postalCodes.some((postalCode) => postalCode.startsWith(number))) return true;
  return entry.place.department.toLowerCase() === number || isDistrictNumber(entry, number);
}

function isDistrictNumber({ words, district }: Entry, number: string): boolean {
  return district && words.includes(` ${parseInt(number)}e`);
}
