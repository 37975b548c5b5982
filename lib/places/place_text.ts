/**
 * Parses the text that a visitor or an agent writes for a place: a name, and the postal code,
 * department or district that narrows it.
 *
 * @module
 */

import { DEPARTMENTS, getDepartment } from "./departments.ts";
import { toNameWords } from "./place_name.ts";

/** One reading of a text. */
export type PlaceText = {
  /** Comparable words that begin with a letter, joined by single spaces. */
  readonly words: string;
  /** Postal codes, departments and districts, complete or partial. */
  readonly numbers: readonly string[];
  /** Codes of the departments that the place may be in; null for any. */
  readonly departments: readonly string[] | null;
};

/** Longer texts are cut. No name has as many letters. */
export const MAX_LETTERS = 120;
const FILLERS = new Set("en dans le la les l du de d".split(" "));

/**
 * The words of departments and regions with their department codes, longest first: "seine saint
 * denis" before "seine".
 */
const regions = [...Map.groupBy(DEPARTMENTS, ({ regionName }) => regionName)];
const AREA_WORDS: readonly (readonly [words: string, codes: readonly string[]])[] = [
  ...DEPARTMENTS.map(({ name, code }) => [name, [code]] as const),
  ...regions.map(([name, some]) => [name, some.map(({ code }) => code)] as const),
].map(([name, codes]) => [toNameWords(name).replace(/^(?:la|le|les|l) /, ""), codes] as const)
  .sort(([a], [b]) => b.length - a.length);

/** Splits a text into words and numbers. Drops a final "France" that does not belong to a name. */
export function splitPlaceText(text: string): PlaceText {
  const tokens = toNameWords(text.slice(0, MAX_LETTERS)).split(" ").filter((token) => token !== "");
  const isCountry = tokens.length > 1 && tokens.at(-1) === "france" &&
    !/^(?:de|en)$/.test(tokens.at(-2)!);
  if (isCountry) tokens.pop();
  const isNumber = (token: string) => /^\d/.test(token);
  const words = tokens.filter((token) => !isNumber(token)).join(" ");
  return { words, numbers: tokens.filter(isNumber), departments: null };
}

/**
 * Yields the name before that of a department or region: "Valence Drôme", "Saint-Denis en
 * Seine-Saint-Denis".
 */
export function* readAreas(text: PlaceText): Generator<PlaceText> {
  for (const [area, departments] of AREA_WORDS) {
    if (!text.words.endsWith(` ${area}`)) continue;
    const before = text.words.slice(0, -area.length - 1).split(" ");
    const words = before.slice(
      0,
      Math.max(1, before.findLastIndex((word) => !FILLERS.has(word)) + 1),
    ).join(" ");
    if (words !== "") yield { ...text, words, departments };
  }
}

/**
 * Yields the readings of a text as a full name, the plainest first. A number is a postal code, a
 * department or a district.
 */
export function* readPlaceText(text: string): Generator<PlaceText> {
  const { words, numbers } = splitPlaceText(text);
  if (numbers.length > 2) return;
  const postalCode = numbers.find((number) => /^\d{5}$/.test(number));
  const other = numbers.find((number) => number !== postalCode);
  const plain = { words, numbers: postalCode === undefined ? [] : [postalCode], departments: null };
  if (other === undefined) {
    yield plain;
    yield* readAreas(plain);
    return;
  }
  const isDepartment = /^(?:\d\d|2[ab]|\d{3})$/.test(other) && (!/^0/.test(other) || words !== "");
  const department = isDepartment && getDepartment(other);
  if (department) yield { ...plain, departments: [department.code] };
  const [, digits] = /^(\d{1,2})(?:er|e|eme|nd)?$/.exec(other) ?? [];
  const isBracketed = new RegExp(`\\(\\s*${other}\\s*\\)`, "i").test(text);
  if (digits === undefined || isBracketed) return;
  yield {
    words: words.replace(/ arrondissement$/, ""),
    numbers: [`${Number(digits)}e`],
    departments: null,
  };
}
