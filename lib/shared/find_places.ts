/** Searches communes by name or postal code, on the server and in the browser; forgives typing errors. @module */

import { toNameWords } from "./place_name.ts";
import { type Entry, type FoundPlace, type Place, type PlaceIndex, START_LETTERS, toLetters } from "./places.ts";
import { countEdits, toMostEdits } from "./typing_errors.ts";

/** A query taken apart: comparable words that begin with a letter, and numbers (postal codes, departments, districts). */
type Query = {
  readonly words: string;
  readonly list: readonly string[];
  readonly key: string;
  readonly numbers: readonly string[];
};

/** Nobody types a longer name. */
const MAX_LETTERS = 120;
/** Words of the longest names, with a postal code. */
const MOST_WORDS = 8;

function toQuery(text: string): Query {
  const tokens = toNameWords(text.slice(0, MAX_LETTERS)).split(" ").filter((token) => token !== "");
  const isNumber = (token: string) => /^\d/.test(token);
  const words = tokens.filter((token) => !isNumber(token));
  return { words: words.join(" "), list: words, key: words.join(""), numbers: tokens.filter(isNumber) };
}

type Options = {
  /** How many at most, 8 by default. */
  limit?: number;
  /** Without it, names that are alike are found when none is equal. */
  isExact?: boolean;
};

/**
 * Places that a text means, best first: by how exactly the name or postal code matches, then by population. Takes names
 * and beginnings of words in any order (`st` for `saint`, accents, hyphens and case do not matter), beginnings of postal
 * codes, and both together (`valence 26`, `75015`, `lyon 3`). Districts answer only to their number (`15e`) or whole postal
 * code. When no name matches, names that differ by one letter do, by two from eight letters on. Each place comes once; empty
 * when the text holds no letter or digit, or nothing matches.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { createPlaceIndex } from "./places.ts";
 * const index = createPlaceIndex([{
 *   departments: [["01", 1]], codes: [53], names: "Bourg-en-Bresse", postalCodes: "000", lats: [46206], lngs: [5228],
 *   populations: [42_000], aliases: "", aliasRows: [],
 * }]);
 * equal(findPlaces(index, "bourg en b")[0]?.postalCodes[0], "01000");
 * equal(findPlaces(index, "bourg en brese")[0]?.postalCodes[0], "01000");
 * equal(findPlaces(index, "bourg en brese", { isExact: true }).length, 0);
 * ```
 */
export function findPlaces(
  index: PlaceIndex,
  text: string,
  { limit = 8, isExact = false }: Options = {},
): FoundPlace[] {
  const query = toQuery(text);
  if (query.words === "" && query.numbers.length === 0) return [];
  const found = rank(findCandidates(index, query), (entry) => toDistance(entry, query), limit);
  if (found.length > 0 || isExact || isStreet(query)) return found;
  const letters = toLetters(query.key);
  const most = toMostEdits(query.key.length);
  if (most === 0) return [];
  return rank([index.entries], (entry) => toEditDistance(entry, query, { letters, most }), limit);
}

function rank(
  groups: Iterable<readonly Entry[]>,
  distanceOf: (entry: Entry) => number | null,
  limit: number,
): FoundPlace[] {
  const found = new Map<Place, { entry: Entry; distance: number }>();
  for (const group of groups) {
    for (const entry of group) {
      const distance = distanceOf(entry);
      if (distance === null) continue;
      const known = found.get(entry.place);
      if (!known || distance < known.distance) found.set(entry.place, { entry, distance });
    }
  }
  return [...found.values()]
    .sort((a, b) => a.distance - b.distance || comparePlaces(a.entry.place, b.entry.place))
    .slice(0, limit)
    .map(({ entry }) => ({ ...entry.place, formerName: entry.formerName }));
}

function comparePlaces(a: Place, b: Place): number {
  return b.population - a.population || (a.code < b.code ? -1 : 1);
}

function toLongest(texts: readonly string[]): string {
  return texts.reduce((longest, text) => text.length > longest.length ? text : longest, "");
}

/** The text whose start the fewest entries share; of shorter ones than a start, the longest. */
function toRarest(texts: readonly string[], starts: PlaceIndex["starts"]): string {
  const whole = texts.filter((text) => text.length >= START_LETTERS);
  if (whole.length === 0) return toLongest(texts);
  const count = (text: string) => starts.get(text.slice(0, START_LETTERS))?.length ?? 0;
  return whole.reduce((rarest, text) => count(text) < count(rarest) ? text : rarest);
}

/** Groups that hold every entry which can match: those of the query's rarest word and of its whole name. */
function* findCandidates({ starts }: PlaceIndex, { words, list, key, numbers }: Query): Iterable<readonly Entry[]> {
  const texts = words === "" ? [toRarest(numbers, starts)] : [toRarest(list, starts), key];
  for (const start of new Set(texts.map((text) => text.slice(0, START_LETTERS)))) {
    if (start.length === START_LETTERS) yield starts.get(start) ?? [];
    else for (const [other, group] of starts) if (other.startsWith(start)) yield group;
  }
}

/** How far an entry is from the query: the smaller the better, null is no match. */
function toDistance(entry: Entry, query: Query): number | null {
  const { words, numbers } = query;
  if (entry.district && !isDistrictMeant(query)) return null;
  if (words === "" && entry.formerName !== null) return null;
  const byName = words === "" ? 0 : toNameDistance(entry, query);
  if (byName === null || !numbers.every((number) => matchesNumber(entry, number))) return null;
  // "Paris 15" and "75015" mean the district rather than the city around it.
  const meant = entry.district && numbers.some((number) => number.length === 5 || isDistrictNumber(entry, number));
  return byName - (meant ? 1.5 : 0) + (entry.formerName === null ? 0 : 0.5);
}

/** Whether a query may mean a district: by its number with a name or as an ordinal ("15e"), or by a whole postal code. */
function isDistrictMeant({ words, numbers: [number = ""] }: Query): boolean {
  return words === "" ? number.length === 5 || /^\d{1,2}e/.test(number) : number !== "";
}

function toNameDistance({ words, bare, key }: Entry, query: Query): number | null {
  if (words === query.words || bare === query.words || key === query.key) return 0;
  if (words.startsWith(query.words) || bare.startsWith(query.words) || key.startsWith(query.key)) return 1;
  const second = words.indexOf(" ");
  if (second < 0) return null;
  if (words.includes(` ${query.words}`, second)) return 2;
  return query.list.length > 1 && query.list.every((word) => beginsWord(words, word)) ? 3 : null;
}

function beginsWord(words: string, start: string): boolean {
  return words.startsWith(start) || words.includes(` ${start}`);
}

function matchesNumber(entry: Entry, number: string): boolean {
  if (entry.place.postalCodes.some((postalCode) => postalCode.startsWith(number))) return true;
  return entry.place.department.toLowerCase() === number || isDistrictNumber(entry, number);
}

function isDistrictNumber({ words, district }: Entry, number: string): boolean {
  return district && words.includes(` ${parseInt(number)}e`);
}

const STREETS = new Set(
  "rue avenue av boulevard bd chemin place impasse route quai allee allees cours square passage".split(" "),
);

/** Whether a query is an address: its words are like the names of many places. */
function isStreet({ list }: Query): boolean {
  return list.some((word) => STREETS.has(word));
}

/** How far an entry that is only alike is from the query; null when it is not. */
function toEditDistance(
  entry: Entry,
  query: Query,
  { letters, most }: { letters: number; most: number },
): number | null {
  if (entry.district || entry.key.length < query.key.length - most) return null;
  if (countBits(letters & ~entry.letters) > most || !query.numbers.every((number) => matchesNumber(entry, number))) {
    return null;
  }
  const edits = countEdits(query.key, entry.key, most);
  return edits === null ? null : edits + (entry.formerName === null ? 0 : 0.5);
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/**
 * The place that the end of a text names in full, by its name or its postal code: an address ends with its town. The longest
 * such end wins; null when there is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * import { createPlaceIndex } from "./places.ts";
 * const index = createPlaceIndex([{
 *   departments: [["01", 1]], codes: [53], names: "Bourg-en-Bresse", postalCodes: "000", lats: [46206], lngs: [5228],
 *   populations: [42_000], aliases: "", aliasRows: [],
 * }]);
 * equal(findPlaceAtEnd(index, "3 rue de la Gare, 01000 Bourg en Bresse")?.code, "01053");
 * equal(findPlaceAtEnd(index, "3 rue de la Gare"), null);
 * ```
 */
export function findPlaceAtEnd(index: PlaceIndex, text: string): FoundPlace | null {
  const words = toNameWords(text.slice(0, MAX_LETTERS)).split(" ");
  for (let start = Math.max(0, words.length - MOST_WORDS); start < words.length; start++) {
    const end = words.slice(start).join(" ");
    const [place] = findPlaces(index, end, { limit: 1, isExact: true });
    if (place && isNamedInFull(place, toQuery(end))) return place;
  }
  return null;
}

function isNamedInFull({ name, formerName }: FoundPlace, { words, key, numbers }: Query): boolean {
  if (words === "") return numbers.every((number) => /^\d{5}$/.test(number));
  const own = toNameWords(formerName ?? name).replaceAll(" ", "");
  return own === key || (numbers.length > 0 && own.startsWith(key));
}
