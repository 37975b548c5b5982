/**
 * Tables of words in both languages: for modules of words, which no script of the first load has.
 *
 * @module
 */

import type { Lang } from "./lang.ts";

/** The words of one language out of a table of both. */
type InLanguage<T> = T extends string | readonly [string, string] ? string
  : T extends readonly (infer Item)[] ? readonly InLanguage<Item>[]
  : { readonly [Name in keyof T]: InLanguage<T[Name]> };

/**
 * Words by language from a table of `[French, English]` pairs; a text without a pair is the same in
 * both. French spaces before `: ; ? ! »` and after `«` become unbreakable: a line would otherwise
 * begin with a colon.
 *
 * @example
 * ```ts
 * import { deepEqual } from "../../tests/support/assert.ts";
 * const words = inBothLanguages({ price: ["Prix : {n} €", "Price: €{n}"], site: "Jauge" });
 * deepEqual(words.fr, { price: "Prix\u00a0: {n} €", site: "Jauge" });
 * deepEqual(words.en, { price: "Price: €{n}", site: "Jauge" });
 * ```
 */
export function inBothLanguages<const T>(table: T): Record<Lang, InLanguage<T>> {
  return {
    fr: pickLanguage(table, "fr") as InLanguage<T>,
    en: pickLanguage(table, "en") as InLanguage<T>,
  };
}

function pickLanguage(words: unknown, lang: Lang): unknown {
  if (typeof words === "string") {
    if (lang === "en") return words;
    return words.replace(/ (?=[:;?!»])/g, "\u00a0").replaceAll("« ", "«\u00a0");
  }
  if (typeof words !== "object" || words === null) return words;
  if (!Array.isArray(words)) {
    return Object.fromEntries(
      Object.entries(words).map(([name, each]) => [name, pickLanguage(each, lang)]),
    );
  }
  const isPair = words.length === 2 && words.every((each) => typeof each === "string");
  return isPair
    ? pickLanguage(words[lang === "fr" ? 0 : 1], lang)
    : words.map((each) => pickLanguage(each, lang));
}
