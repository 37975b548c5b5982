/**
 * Makes names of places comparable ("ST ETIENNE" and "Saint-Étienne" are one town) and fits them
 * into sentences.
 *
 * @module
 */

import type { Lang } from "../words/lang.ts";

const LETTERS: Partial<Record<string, string>> = { œ: "oe", æ: "ae", ß: "ss" };

/** Words that people abbreviate in addresses and search fields. */
const LONG_FORMS: Partial<Record<string, string>> = {
  st: "saint",
  ste: "sainte",
  sts: "saints",
  stes: "saintes",
};

/**
 * Returns lower-case words without accents, joined by single spaces. Expands `st`, `ste` and `s/`
 * (`sur`).
 */
export function toNameWords(name: string): string {
  return toNameWordLines(name.replaceAll("\n", " ")).trim();
}

/**
 * Converts many names at once like {@link toNameWords}, one per line, ten times faster than one by
 * one. A line may keep a space at either end.
 */
export function toNameWordLines(names: string): string {
  return names.toLowerCase().normalize("NFD").replace(/\p{M}+/gu, "").replace(
    /[œæß]/g,
    (letter) => LETTERS[letter] ?? letter,
  )
    .replace(/(?<=^|[\s-])s\/\s*/gm, "sur ").replace(/[^a-z0-9\n]+/g, " ")
    .replace(/\b(?:stes?|sts?)\b/g, (word) => LONG_FORMS[word] ?? word);
}

/** Returns the words without spaces: the key that all spellings of a name share. */
export function toNameKey(name: string): string {
  return toNameWords(name).replaceAll(" ", "");
}

/** Overseas territories that take "en" in French. */
const FEMININE_LANDS = /^(?:Guadeloupe|Martinique|Guyane|Polynésie française|Nouvelle-Calédonie)$/;

/**
 * Returns "in" with a town or an overseas territory. French joins the articles `Le` and `Les` to
 * the word before.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * equal(toAtTown("Le Mans", "fr"), "au Mans");
 * equal(toAtTown("Les Ulis", "fr"), "aux Ulis");
 * equal(toAtTown("La Rochelle", "fr"), "à La Rochelle");
 * equal(toAtTown("Guadeloupe", "fr"), "en Guadeloupe");
 * equal(toAtTown("Le Mans", "en"), "in Le Mans");
 * ```
 */
export function toAtTown(name: string, lang: Lang): string {
  if (lang === "en") return `in ${name}`;
  if (FEMININE_LANDS.test(name)) return `en ${name}`;
  const [, article, rest] = /^(Le|Les) (.+)$/.exec(name) ?? [];
  return article === undefined ? `à ${name}` : `${article === "Le" ? "au" : "aux"} ${rest}`;
}

/**
 * Returns "near" with a town.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * equal(toNearTown("Orvault", "fr"), "près d’Orvault");
 * equal(toNearTown("Le Mans", "fr"), "près du Mans");
 * equal(toNearTown("Nantes", "en"), "near Nantes");
 * ```
 */
export function toNearTown(name: string, lang: Lang): string {
  if (lang === "en") return `near ${name}`;
  const [, article, rest] = /^(Le|Les) (.+)$/.exec(name) ?? [];
  if (article !== undefined) return `près ${article === "Le" ? "du" : "des"} ${rest}`;
  return /^[aeiouyéèêâîôœ]/i.test(name) ? `près d’${name}` : `près de ${name}`;
}

/**
 * Returns whether a text names a place without a typing error: it is the beginning of its name,
 * whole words of it, or its name followed by a code or an area.
 */
export function isNameOf(name: string, text: string): boolean {
  const words = ` ${toNameWords(name)} `;
  const typed = ` ${toNameWords(text)}`;
  return /\d/.test(text) || words.startsWith(typed) || words.includes(`${typed} `) ||
    `${typed} `.startsWith(words);
}
