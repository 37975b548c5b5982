/**
 * Searches communes by name, postal or INSEE code, on the server and in the browser. Tolerates
 * typing errors.
 *
 * @module
 */

import { isCovered } from "./coverage.ts";
import { toNameWords } from "./place_name.ts";
import { MAX_LETTERS, type PlaceText, readAreas, splitPlaceText } from "./place_text.ts";
import {
  type Entry,
  type FoundPlace,
  getPlace,
  type Place,
  type PlaceIndex,
  START_LETTERS,
  toLetters,
} from "./places.ts";
import { countEdits, toMostEdits } from "../shared/typing_errors.ts";

type Query = PlaceText & { readonly list: readonly string[]; readonly key: string };

/** A name that a query matches, and its distance. Below 1 the query names the place in full. */
export type Match = { readonly entry: Entry; readonly distance: number };

/** More entries than any start has. */
const MAX_ENTRIES = 1_000_000;
/** Words of the longest names, with a postal code. */
const MAX_WORDS = 8;
/**
 * A town with at least this many people may be called by the first words of its name: "Aix",
 * "Clermont".
 */
export const TOWN_PEOPLE = 10_000;
/** A town this many times larger than all its namesakes is chosen for the name. */
export const MUCH_LARGER = 10;

function toQuery(text: PlaceText): Query {
  const list = text.words === "" ? [] : text.words.split(" ");
  return { ...text, list, key: list.join("") };
}

/**
 * Returns the places that a text may refer to, best first: by how exactly the name or postal code
 * matches, then places where the source has stations, then by population.
 *
 * Matches names and beginnings of words in any order (`st` for `saint`; accents, hyphens and case
 * do not matter), beginnings of postal codes, and both together (`valence 26`, `75015`, `lyon 3`).
 * Districts match only their number (`15e`) or full postal code. If nothing matches, a department
 * or region at the end narrows the name (`valence drome`), then an INSEE code matches, then, unless
 * `isExact`, names that differ by one letter, or by two from eight letters on. Each place is
 * returned once. Returns an empty list if the text has no letter or digit.
 */
export function findPlaces(
  index: PlaceIndex,
  text: string,
  { limit = 8, isExact = false }: { limit?: number; isExact?: boolean } = {},
): FoundPlace[] {
  const { query, matches } = matchText(index, text);
  if (matches.length > 0) return matches.slice(0, limit).map(toFound);
  const place = getPlaceByCode(index, text);
  if (place) return [{ ...place, formerName: null }];
  const most = toMostEdits(query.key.length);
  if (isExact || isStreet(query) || most === 0) return [];
  const letters = toLetters(query.key);
  return rank([index.entries], (entry) => toEditDistance(entry, query, { letters, most })).slice(
    0,
    limit,
  ).map(toFound);
}

/**
 * Returns how many names {@link findPlaces} compares with a text, and {@link findPlaceAtEnd} with
 * an address: some hundreds, or all 37 500 if the text is misspelt and not `isExact`.
 */
export function countCompared(
  index: PlaceIndex,
  text: string,
  { isExact = false }: { isExact?: boolean } = {},
): number {
  const { query, matches, compared } = matchText(index, text);
  if (matches.length > 0 || isExact) return compared;
  if (isStreet(query)) {
    return [...readEnds(text)].reduce(
      (count, end) => count + countCandidates(index, end),
      compared,
    );
  }
  const isMisspelt = toMostEdits(query.key.length) > 0 && getPlaceByCode(index, text) === null;
  return isMisspelt ? compared + index.entries.length : compared;
}

/** The matches of a text, and how many names were compared to find them. */
type Matched = {
  readonly index: PlaceIndex;
  readonly text: string;
  readonly query: Query;
  readonly matches: readonly Match[];
  readonly compared: number;
};

// The server counts the names to compare right before it searches.
let last: Matched | null = null;

function matchText(index: PlaceIndex, text: string): Matched {
  if (last?.text === text && last.index === index) return last;
  const query = toQuery(splitPlaceText(text));
  let compared = 0;
  let matches: Match[] = [];
  for (const reading of readMatched(query)) {
    compared += countCandidates(index, toQuery(reading));
    matches = matchPlaces(index, reading);
    if (matches.length > 0) break;
  }
  return last = { index, text, query, matches, compared };
}

/**
 * Returns the place whose INSEE code a text is, with or without the word "INSEE" before it; null
 * for any other text.
 */
export function getPlaceByCode(index: PlaceIndex, text: string): Place | null {
  const [, code] = /^\s*(?:insee\W*)?(\w{5})\s*$/i.exec(text) ?? [];
  return code === undefined ? null : getPlace(index, code);
}

function toFound({ entry: { place, formerName } }: Match): FoundPlace {
  return { ...place, formerName };
}

/**
 * Yields the readings to match in turn: the whole text, then its words before the name of a
 * department or region.
 */
function* readMatched(query: Query): Generator<PlaceText> {
  yield query;
  if (!isStreet(query)) yield* readAreas(query);
}

function countCandidates(index: PlaceIndex, query: Query): number {
  return [...findCandidates(index, query)].reduce((count, group) => count + group.length, 0);
}

/**
 * Returns the places that match a reading of a text, ordered as by {@link findPlaces}. Larger towns
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
  return matches.map((match) => isTown(match) ? { ...match, distance: best.distance } : match).sort(
    compareMatches,
  );
}

/**
 * Returns whether a commune's current name continues after some words, with or without its article.
 */
export function isBegun({ words, formerName, place, district }: Entry, start: string): boolean {
  const name = formerName === null ? words : toNameWords(place.name);
  return !district &&
    [name, name.replace(/^(?:le|la|les|l) /, "")].some((text) => text.startsWith(`${start} `));
}

function rank(
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

/** Among equal matches, places where the source has stations come first. */
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
function* findCandidates(
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
function toDistance(entry: Entry, query: Query): number | null {
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

function matchesNumber(entry: Entry, number: string): boolean {
  if (entry.place.postalCodes.some((postalCode) => postalCode.startsWith(number))) return true;
  return entry.place.department.toLowerCase() === number || isDistrictNumber(entry, number);
}

function isDistrictNumber({ words, district }: Entry, number: string): boolean {
  return district && words.includes(` ${parseInt(number)}e`);
}

const STREETS = new Set(
  "rue avenue av boulevard bd chemin place impasse route quai allee allees cours square passage"
    .split(" "),
);

/** Returns whether a query is an address, whose words resemble the names of many places. */
function isStreet({ list }: Query): boolean {
  return list.some((word) => STREETS.has(word));
}

/**
 * Returns the distance of an entry with a similar name from the query; null if it is not similar.
 */
function toEditDistance(
  entry: Entry,
  query: Query,
  { letters, most }: { letters: number; most: number },
): number | null {
  if (entry.district || entry.key.length < query.key.length - most) return null;
  if (
    countBits(letters & ~entry.letters) > most ||
    !query.numbers.every((number) => matchesNumber(entry, number))
  ) {
    return null;
  }
  const edits = countEdits(query.key, entry.key, most);
  // Ten times as many people outweigh one more typing error.
  return edits === null
    ? null
    : edits + (entry.formerName === null ? 0 : 0.5) - Math.log10(1 + entry.place.population);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Returns the place that the longest end of a text, such as an address, names in full, or null. */
export function findPlaceAtEnd(index: PlaceIndex, text: string): FoundPlace | null {
  for (const end of readEnds(text)) {
    const candidates = findCandidates(index, end);
    const [match] = rank(
      candidates,
      (entry) => isNamedInFull(entry, end) ? toDistance(entry, end) : null,
    );
    if (match) return toFound(match);
  }
  return null;
}

/** Yields the last words of a text, the longest end first, as queries for full names. */
function* readEnds(text: string): Generator<Query> {
  const words = toNameWords(text.slice(0, MAX_LETTERS)).split(" ");
  for (let start = Math.max(0, words.length - MAX_WORDS); start < words.length; start++) {
    const query = toQuery(splitPlaceText(words.slice(start).join(" ")));
    // The whole name finds its entry. Single words would compare those of all other names.
    yield { ...query, list: [query.key] };
  }
}

function isNamedInFull(entry: Entry, { words, key, numbers }: Query): boolean {
  if (words === "") return numbers.every((number) => /^\d{5}$/.test(number));
  return entry.key === key || (numbers.length > 0 && entry.key.startsWith(key));
}
