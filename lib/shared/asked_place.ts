/** Takes apart what somebody writes for a place: a name, and the postal code, department or district that narrows it. @module */

import { DEPARTMENTS, getDepartment } from "./departments.ts";
import { toNameWords } from "./place_name.ts";

/** What a text says: a name in comparable words, and what narrows it. */
export type Asked = {
  readonly words: string;
  readonly postalCode: string | null;
  /** Codes of departments, one of which the place must be in; null: anywhere. */
  readonly departments: readonly string[] | null;
  /** Number of a district of Paris, Lyon or Marseille. */
  readonly district: number | null;
};

const FILLERS = /(?: (?:en|dans|le|la|les|l|du|de|d))+$/;

/** Departments by their words and those of their region, longest first: "seine saint denis" before "seine". */
const regions = [...Map.groupBy(DEPARTMENTS, ({ regionName }) => regionName)];
const AREA_WORDS: readonly (readonly [words: string, codes: readonly string[]])[] = [
  ...DEPARTMENTS.map(({ name, code }) => [name, [code]] as const),
  ...regions.map(([name, some]) => [name, some.map(({ code }) => code)] as const),
].map(([name, codes]) => [toNameWords(name).replace(/^(?:la|le|les|l) /, ""), codes] as const)
  .sort(([a], [b]) => b.length - a.length);

function toDepartmentCodes(number: string): readonly string[] | null {
  const department = getDepartment(number);
  return department && [department.code];
}

/** "Saint-Denis en Seine-Saint-Denis": the name before that of a department or region. */
function* readAreas(asked: Asked): Generator<Asked> {
  for (const [area, departments] of AREA_WORDS) {
    if (!asked.words.endsWith(` ${area}`)) continue;
    const words = asked.words.slice(0, -area.length - 1).replace(FILLERS, "");
    if (words !== "") yield { ...asked, words, departments };
  }
}

/**
 * The readings of a text, the plainest first.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const [asked] = readText("93200 SAINT-DENIS");
 * deepEqual(asked, { words: "saint denis", postalCode: "93200", departments: null, district: null });
 * ```
 */
export function* readText(text: string): Generator<Asked> {
  const tokens = toNameWords(text).split(" ").filter((token) => token !== "");
  if (tokens.length > 1 && tokens.at(-1) === "france" && tokens.at(-2) !== "de") tokens.pop();
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const words = tokens.filter((token) => !/^\d/.test(token)).join(" ");
  if (numbers.length > 2) return;
  const postalCode = numbers.find((number) => /^\d{5}$/.test(number)) ?? null;
  const other = numbers.find((number) => number !== postalCode) ?? null;
  const asked = { words, postalCode, departments: null, district: null };
  if (other === null) {
    yield asked;
    if (words !== "") yield* readAreas(asked);
    return;
  }
  const [, digits] = /^(\d{1,2})(?:er|e|eme|nd)?$/.exec(other) ?? [];
  const isDepartment = /^(?:\d\d|2[ab]|\d{3})$/.test(other) && (!/^0/.test(other) || words !== "");
  const departments = isDepartment ? toDepartmentCodes(other) : null;
  if (departments) yield { ...asked, departments };
  const isBracketed = new RegExp(`\\(\\s*${other}\\s*\\)`, "i").test(text);
  if (digits !== undefined && !isBracketed) {
    yield { ...asked, words: words.replace(/ arrondissement$/, ""), district: Number(digits) };
  }
}
