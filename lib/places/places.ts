/**
 * All communes with an index of their names, which the server and the browser search with
 * ./find_places.ts.
 *
 * @module
 */

import { toNameWordLines } from "./place_name.ts";

/**
 * Communes column by column, grouped by department (`static/geo/towns.json`, `villages.json`;
 * written by tools/geo).
 */
export type PlaceColumns = {
  /** Department code and its number of rows, in the order of the rows. */
  readonly departments: readonly (readonly [string, number])[];
  /**
   * INSEE code without the department's part, as differences to the previous row of the department.
   */
  readonly codes: readonly number[];
  /** One name per line. */
  readonly names: string;
  /**
   * One line per row: postal codes, without the two digits of the department if they start with
   * them.
   */
  readonly postalCodes: string;
  /** Thousandths of a degree. */
  readonly lats: readonly number[];
  readonly lngs: readonly number[];
  readonly populations: readonly number[];
  /** Names of former communes, one per line, and their rows, as differences. */
  readonly aliases: string;
  readonly aliasRows: readonly number[];
};

/** A commune, or a district of Paris, Lyon or Marseille. */
export type Place = {
  /** INSEE code. */
  readonly code: string;
  readonly name: string;
  readonly department: string;
  /** Ascending, at least one. */
  readonly postalCodes: readonly [string, ...string[]];
  readonly lat: number;
  readonly lng: number;
  readonly population: number;
};

/**
 * A found place. `formerName` is the former commune whose name matched, or null if its own name or
 * postal code did.
 */
export type FoundPlace = Place & { readonly formerName: string | null };

/** The data of the search, built once by {@link createPlaceIndex}. */
export type PlaceIndex = {
  readonly places: readonly Place[];
  /** The names to match, with their places. */
  readonly entries: readonly Entry[];
  /**
   * Entries by the first three letters of each word and of the key, and by those of postal codes
   * and department.
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
 * Builds the index of one or more files. Takes some tens of milliseconds for all 35 000 communes.
 */
export function createPlaceIndex(parts: readonly PlaceColumns[]): PlaceIndex {
  const steps = buildPlaceIndex(parts);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Builds the index like {@link createPlaceIndex}, in small steps between which a browser can do
 * other work.
 */
export function* buildPlaceIndex(parts: readonly PlaceColumns[]): Generator<void, PlaceIndex> {
  const index = {
    places: [] as Place[],
    entries: [] as Entry[],
    starts: new Map(),
    byCode: new Map<string, Place>(),
  };
  for (const columns of parts) {
    const rows: Place[] = [];
    for (const places of readDepartments(columns)) {
      addEntries(index, places.map((place) => ({ place, formerName: null })));
      for (const place of places) {
        rows.push(place);
        index.places.push(place);
        index.byCode.set(place.code, place);
      }
      yield;
    }
    const formerNames = readFormerNames(columns, rows);
    for (let line = 0; line < formerNames.length; line += STEP_LINES) {
      addEntries(index, formerNames.slice(line, line + STEP_LINES));
      yield;
    }
  }
  return index;
}

/** Former names per step, as many as a department has communes. */
const STEP_LINES = 400;

type Named = { readonly place: Place; readonly formerName: string | null };

/** The number of letters by which entries are grouped. */
export const START_LETTERS = 3;

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
 * Returns one bit for each letter of a name without spaces. Names whose bits differ much cannot be
 * similar.
 */
export function toLetters(key: string): number {
  let letters = 0;
  for (let at = 0; at < key.length; at++) letters |= 1 << Math.max(0, key.charCodeAt(at) - 97);
  return letters;
}

function* readDepartments(columns: PlaceColumns): Generator<Place[]> {
  const names = columns.names.split("\n");
  const postalCodes = columns.postalCodes.split("\n");
  let row = 0;
  for (const [department, count] of columns.departments) {
    let number = 0;
    const places: Place[] = [];
    for (const end = row + count; row < end; row++) {
      number += columns.codes[row]!;
      places.push({
        code: department + String(number).padStart(5 - department.length, "0"),
        name: names[row]!,
        department,
        postalCodes: toPostalCodes(postalCodes[row]!, department),
        lat: columns.lats[row]! / 1000,
        lng: columns.lngs[row]! / 1000,
        population: columns.populations[row]!,
      });
    }
    yield places;
  }
}

function readFormerNames({ aliases, aliasRows }: PlaceColumns, places: readonly Place[]) {
  const names = aliases.split("\n");
  let row = 0;
  return aliasRows.map((step, line) => ({ place: places[row += step]!, formerName: names[line]! }));
}

/** Returns the place with an INSEE code in one file, without an index, or null. */
export function findByCode(columns: PlaceColumns, code: string): Place | null {
  for (const places of readDepartments(columns)) {
    const place = places.find((place) => place.code === code);
    if (place) return place;
  }
  return null;
}

/** Returns whether a name is that of a district of Paris, Lyon or Marseille. */
export function isDistrict(name: string): boolean {
  return name.endsWith(" Arrondissement");
}

function toPostalCodes(text: string, department: string): Place["postalCodes"] {
  const prefix = department.slice(0, 2).replace(/2[AB]/, "20");
  const complete = (code: string) => code.length === 5 ? code : prefix + code;
  const [first = "", ...others] = text.split(" ");
  return [complete(first), ...others.map(complete)];
}

type Growing = { entries: Entry[]; starts: Map<string, Entry[]> };

function addEntries({ entries, starts }: Growing, named: readonly Named[]): void {
  const lines = toNameWordLines(
    named.map(({ place, formerName }) => formerName ?? place.name).join("\n"),
  );
  const words = lines.split("\n");
  const keys = lines.replaceAll(" ", "").split("\n");
  const bares = lines.replace(/^(?:le|la|les|l) /gm, "").split("\n");
  named.forEach(({ place, formerName }, line) => {
    const key = keys[line]!;
    const entry = {
      words: words[line]!,
      bare: bares[line]!,
      key,
      letters: toLetters(key),
      place,
      formerName,
      district: isDistrict(place.name),
    };
    entries.push(entry);
    addStarts(starts, entry);
  });
}

/** Returns the place with an INSEE code (Corsica's letters in either case), or null. */
export function getPlace(index: PlaceIndex, code: string): Place | null {
  return index.byCode.get(code.toUpperCase()) ?? null;
}
