/** Fills the gaps of sentences and chooses between singular and plural. @module */

import type { Lang } from "../lang.ts";

/** The colon between a word and its value: French sets an unbreakable space before it. */
export const COLON: Readonly<Record<Lang, string>> = { fr: "\u00a0:", en: ":" };

/**
 * Words of any shape with the spaces of French before `: ; ? ! »` and after `«` made unbreakable: a line would otherwise begin
 * with a colon.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(setFrench({ q: "« {q} » ?", list: ["Prix : 1"] }), { q: "«\u00a0{q}\u00a0»\u00a0?", list: ["Prix\u00a0: 1"] });
 * ```
 */
export function setFrench<T>(words: T): T {
  if (typeof words === "string") return words.replace(/ (?=[:;?!»])|(?<=«) /g, "\u00a0") as T;
  if (Array.isArray(words)) return words.map((word) => setFrench(word)) as T;
  if (typeof words !== "object" || words === null) return words;
  return Object.fromEntries(Object.entries(words).map(([name, word]) => [name, setFrench(word)])) as T;
}

/** The words of one language out of a table of both. */
type InLanguage<T> = T extends string | readonly [string, string] ? string
  : T extends readonly (infer Item)[] ? readonly InLanguage<Item>[]
  : { readonly [Name in keyof T]: InLanguage<T[Name]> };

/**
 * Words by language from a table of `[French, English]` pairs; a text without a pair is the same in both.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(inBothLanguages({ fuel: ["Carburant", "Fuel"], site: "Jauge" }).en.fuel, "Fuel");
 * ```
 */
export function inBothLanguages<const T>(table: T): Record<Lang, InLanguage<T>> {
  return { fr: setFrench(pickLanguage(table, 0)), en: pickLanguage(table, 1) };
}

function pickLanguage<T>(words: T, at: 0 | 1): InLanguage<T> {
  const pick = (word: unknown): unknown => {
    if (typeof word !== "object" || word === null) return word;
    if (!Array.isArray(word)) return Object.fromEntries(Object.entries(word).map(([name, each]) => [name, pick(each)]));
    return word.length === 2 && word.every((each) => typeof each === "string") ? word[at] : word.map(pick);
  };
  return pick(words) as InLanguage<T>;
}

/** The two forms of a counted noun; `{n}` is the number. */
export type Plural = { readonly one: string; readonly other: string };

/**
 * Puts values into the `{name}` gaps of a sentence; a gap without a value stays as it is.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(fill("de {low} à {high}", { low: 1, high: 2 }), "de 1 à 2");
 * ```
 */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name) => name in values ? String(values[name]) : gap);
}

/**
 * The form for a number: in French nothing and one are singular, in English one alone. `text` is the number as it is shown.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(count({ one: "{n} station", other: "{n} stations" }, 0, { lang: "fr" }), "0 station");
 * ```
 */
export function count(forms: Plural, n: number, { lang, text }: { lang: Lang; text?: string }): string {
  return fill((lang === "fr" ? n < 2 : n === 1) ? forms.one : forms.other, { n: text ?? n });
}
