/** Searches all communes by name or postal code, on the server and in the browser. @module */

import { toNameWordLines, toNameWords } from "./place_name.ts";

/** Communes column by column, grouped by department (`static/geo/towns.json`, `villages.json`; written by tools/geo). */
export type PlaceColumns = {
  /** Department code and how many rows it has, in the order of the rows. */
  readonly departments: readonly (readonly [string, number])[];
  /** INSEE code after the department's, as steps from the row before within the department. */
  readonly codes: readonly number[];
  /** One name per line. */
  readonly names: string;
  /** One line per row: postal codes, without the two digits of the department where they begin with them. */
  readonly postalCodes: string;
  /** Thousandths of a degree. */
  readonly lats: readonly number[];
  readonly lngs: readonly number[];
  readonly populations: readonly number[];
  /** Names of former communes, one per line, and the rows they belong to, as steps. */
  readonly aliases: string;
  readonly aliasRows: readonly number[];
};

/** A commune, or a district of Paris, Lyon or Marseille. */
export type Place = {
  /** INSEE code. */
  readonly code: string;
  readonly name: string;
  /** Department code. */
  readonly department: string;
  /** Ascending, at least one. */
  readonly postalCodes: readonly [string, ...string[]];
  readonly lat: number;
  readonly lng: number;
  readonly population: number;
};

/** A place found, with the former commune whose name matched, or null when its own name or postal code did. */
export type FoundPlace = Place & { readonly formerName: string | null };

/** Everything that the search needs, built once by {@link createPlaceIndex}. */
export type PlaceIndex = {
  readonly places: readonly Place[];
  /** Names to match: comparable words, the row of `places` they belong to, and the former name or null. */
  readonly entries: readonly Entry[];
  readonly byCode: ReadonlyMap<string, Place>;
};

type Entry = {
  readonly words: string;
  /** `words` without a leading article. */
  readonly bare: string;
  /** `words` without spaces. */
  readonly key: string;
  readonly place: Place;
  readonly formerName: string | null;
  /** Whether the place is a district of Paris, Lyon or Marseille. */
  readonly district: boolean;
};

/**
 * Builds the index of one or more files' columns; some tens of milliseconds for all 35 000 communes.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const index = createPlaceIndex([{
 *   departments: [["01", 1]], codes: [53], names: "Bourg-en-Bresse", postalCodes: "000", lats: [46206], lngs: [5228],
 *   populations: [42_000], aliases: "", aliasRows: [],
 * }]);
 * equal(findPlaces(index, "bourg en b")[0]?.postalCodes[0], "01000");
 * ```
 */
export function createPlaceIndex(parts: readonly PlaceColumns[]): PlaceIndex {
  const places: Place[] = [];
  const entries: Entry[] = [];
  for (const columns of parts) {
    const rows = toPlaces(columns);
    for (const place of rows) places.push(place);
    addEntries(entries, columns.names, rows.map((place) => ({ place, formerName: null })));
    if (columns.aliases === "") continue;
    const formerNames = columns.aliases.split("\n");
    const owners = toSums(columns.aliasRows).map((row, line) => ({
      place: valueAt(rows, row),
      formerName: valueAt(formerNames, line),
    }));
    addEntries(entries, columns.aliases, owners);
  }
  return { places, entries, byCode: new Map(places.map((place) => [place.code, place])) };
}

/** The value of a row. Throws a RangeError when the columns of a file differ in length. */
function valueAt<T>(column: readonly T[], row: number): T {
  const value = column[row];
  if (value === undefined) throw new RangeError(`A column of the communes ends before row ${row}`);
  return value;
}

function toSums(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => sum += step);
}

function toPlaces(columns: PlaceColumns): Place[] {
  const names = columns.names.split("\n");
  const postalCodes = columns.postalCodes.split("\n");
  const places: Place[] = [];
  for (const [department, count] of columns.departments) {
    let number = 0;
    const first = places.length;
    for (let row = first; row < first + count; row++) {
      number = row === first ? valueAt(columns.codes, row) : number + valueAt(columns.codes, row);
      places.push({
        code: department + String(number).padStart(5 - department.length, "0"),
        name: valueAt(names, row),
        department,
        postalCodes: toPostalCodes(valueAt(postalCodes, row), department),
        lat: valueAt(columns.lats, row) / 1000,
        lng: valueAt(columns.lngs, row) / 1000,
        population: valueAt(columns.populations, row),
      });
    }
  }
  return places;
}

function toPostalCodes(text: string, department: string): Place["postalCodes"] {
  const prefix = department.slice(0, 2).replace(/2[AB]/, "20");
  const complete = (code: string) => code.length === 5 ? code : prefix + code;
  const [first = "", ...others] = text.split(" ");
  return [complete(first), ...others.map(complete)];
}

function addEntries(
  entries: Entry[],
  names: string,
  owners: readonly { place: Place; formerName: string | null }[],
): void {
  const lines = toNameWordLines(names);
  const words = lines.split("\n");
  const bares = lines.replace(/^(?:le|la|les|l) /gm, "").split("\n");
  const keys = lines.replaceAll(" ", "").split("\n");
  owners.forEach(({ place, formerName }, line) => {
    const district = place.name.endsWith(" Arrondissement");
    entries.push({
      ...{ words: valueAt(words, line), bare: valueAt(bares, line), key: valueAt(keys, line) },
      ...{ place, formerName, district },
    });
  });
}

/** A query taken apart: comparable words that begin with a letter, and numbers (postal codes, departments, districts). */
type Query = {
  readonly words: string;
  readonly list: readonly string[];
  readonly key: string;
  readonly numbers: readonly string[];
};

/** Nobody types a longer name. */
const MAX_LETTERS = 120;

function toQuery(text: string): Query {
  const tokens = toNameWords(text.slice(0, MAX_LETTERS)).split(" ").filter((token) => token !== "");
  const isNumber = (token: string) => /^\d/.test(token);
  const words = tokens.filter((token) => !isNumber(token));
  return { words: words.join(" "), list: words, key: words.join(""), numbers: tokens.filter(isNumber) };
}

/**
 * Places that a text means, best first: by how exactly the name or postal code matches, then by population. Takes names
 * and beginnings of words in any order (`st` for `saint`, accents, hyphens and case do not matter), beginnings of postal
 * codes, and both together (`valence 26`, `75015`, `lyon 3`). Districts answer only to their number or whole postal code. Each
 * place comes once; empty when the text holds no letter or digit, or nothing matches.
 *
 * @param options.limit how many at most, 8 by default
 */
export function findPlaces(index: PlaceIndex, text: string, options: { limit?: number } = {}): FoundPlace[] {
  const query = toQuery(text);
  if (query.words === "" && query.numbers.length === 0) return [];
  const found = new Map<Place, { entry: Entry; distance: number }>();
  for (const entry of index.entries) {
    const distance = toDistance(entry, query);
    if (distance === null) continue;
    const known = found.get(entry.place);
    if (!known || distance < known.distance) found.set(entry.place, { entry, distance });
  }
  return [...found.values()]
    .sort((a, b) => a.distance - b.distance || comparePlaces(a.entry.place, b.entry.place))
    .slice(0, options.limit ?? 8)
    .map(({ entry }) => ({ ...entry.place, formerName: entry.formerName }));
}

/**
 * The place that the end of a text names in full, by its name or its postal code: an address ends with its town. The longest
 * such end wins; null when there is none.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
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
  for (let start = 0; start < words.length; start++) {
    const end = words.slice(start).join(" ");
    const query = toQuery(end);
    const [place] = findPlaces(index, end, { limit: 1 });
    if (!place) continue;
    const name = toNameWords(place.formerName ?? place.name).replaceAll(" ", "");
    const isWhole = query.words === "" ? query.numbers.every(isPostalCode) : name.startsWith(query.key);
    if (isWhole && (query.words === "" || name === query.key || query.numbers.length > 0)) return place;
  }
  return null;
}

function isPostalCode(number: string): boolean {
  return /^\d{5}$/.test(number);
}

function comparePlaces(a: Place, b: Place): number {
  return b.population - a.population || (a.code < b.code ? -1 : 1);
}

/** How far an entry is from the query: the smaller the better, null is no match. */
function toDistance(entry: Entry, query: Query): number | null {
  const { words, numbers } = query;
  if (entry.district && (words === "" ? (numbers[0] ?? "").length < 5 : numbers.length === 0)) return null;
  if (words === "" && entry.formerName !== null) return null;
  const byName = words === "" ? 0 : toNameDistance(entry, query);
  if (byName === null || !numbers.every((number) => matchesNumber(entry, number))) return null;
  // "Paris 15" and "75015" mean the district rather than the city around it.
  const meant = entry.district && numbers.some((number) => number.length === 5 || isDistrictNumber(entry, number));
  return byName - (meant ? 1.5 : 0) + (entry.formerName === null ? 0 : 0.5);
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

/**
 * The place of an INSEE code (Corsica's letters in either case); null when there is none.
 */
export function getPlace(index: PlaceIndex, code: string): Place | null {
  return index.byCode.get(code.toUpperCase()) ?? null;
}
