/** All communes with an index of their names, which the server and the browser search by ./find_places.ts. @module */

import { toNameWordLines } from "./place_name.ts";

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
  /**
   * Entries by the first letters, up to three, of each word of their name and of the name without spaces, and by the first
   * digits of their postal codes and department.
   */
  readonly starts: ReadonlyMap<string, readonly Entry[]>;
  readonly byCode: ReadonlyMap<string, Place>;
};

/** A name by which a place is found. */
export type Entry = {
  readonly words: string;
  /** `words` without a leading article. */
  readonly bare: string;
  /** `words` without spaces. */
  readonly key: string;
  /** One bit for each letter of `key`. */
  readonly letters: number;
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
 * equal(getPlace(index, "01053")?.postalCodes[0], "01000");
 * ```
 */
export function createPlaceIndex(parts: readonly PlaceColumns[]): PlaceIndex {
  const steps = buildPlaceIndex(parts);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The same as {@link createPlaceIndex} in small steps, between which a browser can do other things. */
export function* buildPlaceIndex(parts: readonly PlaceColumns[]): Generator<void, PlaceIndex> {
  const index = { places: [] as Place[], entries: [] as Entry[], starts: new Map(), byCode: new Map<string, Place>() };
  for (const columns of parts) {
    const names = columns.names.split("\n");
    const rows: Place[] = [];
    for (const part of toPlaces(columns, names)) {
      addEntries(index, names.slice(rows.length, rows.length + part.length), part.map((place) => toOwner(place, null)));
      for (const place of part) {
        rows.push(place);
        index.places.push(place);
        index.byCode.set(place.code, place);
      }
      yield;
    }
    if (columns.aliases === "") continue;
    const formerNames = columns.aliases.split("\n");
    const owners = toSums(columns.aliasRows).map((row, line) =>
      toOwner(valueAt(rows, row), valueAt(formerNames, line))
    );
    for (let line = 0; line < owners.length; line += STEP_LINES) {
      addEntries(index, formerNames.slice(line, line + STEP_LINES), owners.slice(line, line + STEP_LINES));
      yield;
    }
  }
  return index;
}

/** Former names that are handled in one step: as many as a department has communes. */
const STEP_LINES = 400;

type Owner = { place: Place; formerName: string | null };

function toOwner(place: Place, formerName: string | null): Owner {
  return { place, formerName };
}

/** Letters by which entries are grouped. */
export const START_LETTERS = 3;

/** Adds an entry to the groups of its first letters and digits. */
function addStarts(starts: Map<string, Entry[]>, entry: Entry): void {
  const add = (text: string) => {
    const start = text.slice(0, START_LETTERS);
    const group = starts.get(start);
    if (!group) starts.set(start, [entry]);
    else if (group.at(-1) !== entry) group.push(entry);
  };
  const { words, key, place, formerName } = entry;
  add(key);
  for (const word of words.split(" ")) if (word !== "") add(word);
  if (formerName !== null) return;
  add(place.department.toLowerCase());
  for (const postalCode of place.postalCodes) add(postalCode);
}

/**
 * One bit for each letter of a name without spaces: names whose bits differ much cannot be alike.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toLetters("aca"), 0b101);
 * ```
 */
export function toLetters(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at++) letters |= 1 << Math.max(0, key.charCodeAt(at) - 97);
  return letters;
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

/** The places of each department in turn. */
function* toPlaces(columns: PlaceColumns, names: readonly string[]): Generator<Place[]> {
  const postalCodes = columns.postalCodes.split("\n");
  for (const codes of toCodes(columns)) yield codes.map((code) => toPlace({ columns, names, postalCodes }, code));
}

/** Department and number of a row. */
type RowCode = { row: number; department: string; number: number };

/** The codes of each department's rows in turn. */
function* toCodes({ departments, codes }: PlaceColumns): Generator<RowCode[]> {
  let row = 0;
  for (const [department, count] of departments) {
    let number = 0;
    yield Array.from({ length: count }, () => ({ row, department, number: number += valueAt(codes, row++) }));
  }
}

/** Columns of a file, those that are texts also by line. */
type Lines = { columns: PlaceColumns; names: readonly string[]; postalCodes: readonly string[] };

function toPlace({ columns, names, postalCodes }: Lines, { row, department, number }: RowCode): Place {
  return {
    code: department + String(number).padStart(5 - department.length, "0"),
    name: valueAt(names, row),
    department,
    postalCodes: toPostalCodes(valueAt(postalCodes, row), department),
    lat: valueAt(columns.lats, row) / 1000,
    lng: valueAt(columns.lngs, row) / 1000,
    population: valueAt(columns.populations, row),
  };
}

/** Names of a file's places, those of today or former ones. */
export type NameList = {
  /** By line, the key of a name as `toNameKey` makes it. */
  readonly keys: readonly string[];
  /** Former names by line; null: these are the names of today. */
  readonly formerNames: readonly string[] | null;
  /** Whose name is in a line; null: that of a district of Paris, Lyon or Marseille. */
  townAt(line: number): Place | null;
};

/** The names of one file's towns, which are made when asked for: much cheaper than the index when few are. */
export function readNameLists(columns: PlaceColumns): NameList[] {
  const lines = { columns, names: columns.names.split("\n"), postalCodes: columns.postalCodes.split("\n") };
  const codes = [...toCodes(columns)].flat();
  const towns: (Place | null)[] = [];
  const readTown = (row: number) => isDistrict(valueAt(lines.names, row)) ? null : toPlace(lines, valueAt(codes, row));
  const townAt = (row: number) => towns[row] ??= readTown(row);
  const own = { keys: toKeys(toNameWordLines(columns.names)), formerNames: null, townAt };
  if (columns.aliases === "") return [own];
  const rows = toSums(columns.aliasRows);
  return [own, {
    keys: toKeys(toNameWordLines(columns.aliases)),
    formerNames: columns.aliases.split("\n"),
    townAt: (line) => townAt(valueAt(rows, line)),
  }];
}

function toKeys(wordLines: string): string[] {
  return wordLines.replaceAll(" ", "").split("\n");
}

function isDistrict(name: string): boolean {
  return name.endsWith(" Arrondissement");
}

function toPostalCodes(text: string, department: string): Place["postalCodes"] {
  const prefix = department.slice(0, 2).replace(/2[AB]/, "20");
  const complete = (code: string) => code.length === 5 ? code : prefix + code;
  const [first = "", ...others] = text.split(" ");
  return [complete(first), ...others.map(complete)];
}

type Growing = { entries: Entry[]; starts: Map<string, Entry[]> };

function addEntries({ entries, starts }: Growing, names: readonly string[], owners: readonly Owner[]): void {
  const lines = toNameWordLines(names.join("\n"));
  const words = lines.split("\n");
  const bares = lines.replace(/^(?:le|la|les|l) /gm, "").split("\n");
  const keys = toKeys(lines);
  owners.forEach(({ place, formerName }, line) => {
    const district = isDistrict(place.name);
    const key = valueAt(keys, line);
    const entry = {
      ...{ words: valueAt(words, line), bare: valueAt(bares, line), key, letters: toLetters(key) },
      ...{ place, formerName, district },
    };
    entries.push(entry);
    addStarts(starts, entry);
  });
}

/**
 * The place of an INSEE code (Corsica's letters in either case); null when there is none.
 */
export function getPlace(index: PlaceIndex, code: string): Place | null {
  return index.byCode.get(code.toUpperCase()) ?? null;
}
