/**
 * Searches communes by name, postal or INSEE code, on the server and in the browser. Tolerates
 * typing errors.
 *
 * @module
 */

import { toNameWords } from "./place_name.ts";
import {
  countCandidates,
  findCandidates,
  type Match,
  matchesNumber,
  matchPlaces,
  type Query,
  rank,
  toDistance,
  toQuery,
} from "./match_places.ts";
import { MAX_LETTERS, type PlaceText, readAreas, splitPlaceText } from "./place_text.ts";
import {
  type Entry,
  type FoundPlace,
  getPlace,
  type Place,
  type PlaceIndex,
  toLetters,
} from "./places.ts";
import { countEdits, toMostEdits } from "../shared/typing_errors.ts";

/** Words of the longest names, with a postal code. */
const MAX_WORDS = 8;

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
  const similar = rank([index.entries], (entry) => toEditDistance(entry, query, { letters, most }));
  return similar.slice(0, limit).map(toFound);
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
  if (countBits(letters & ~entry.letters) > most) return null;
  if (!query.numbers.every((number) => matchesNumber(entry, number))) return null;
  const edits = countEdits(query.key, entry.key, most);
  if (edits === null) return null;
  const former = entry.formerName === null ? 0 : 0.5;
  // Ten times as many people outweigh one more typing error.
  return edits + former - Math.log10(1 + entry.place.population);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Returns the place that the longest end of a text, such as an address, names in full, or null. */
export function findPlaceAtEnd(index: PlaceIndex, text: string): FoundPlace | null {
  for (const end of readEnds(text)) {
    const toNamedDistance = (entry: Entry) =>
      isNamedInFull(entry, end) ? toDistance(entry, end) : null;
    const [match] = rank(findCandidates(index, end), toNamedDistance);
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
