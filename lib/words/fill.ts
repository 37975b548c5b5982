/** Fills the gaps of sentences and chooses between singular and plural. @module */

import { formatCount } from "./format.ts";
import type { Lang } from "./lang.ts";

/** The colon between a word and its value: French sets an unbreakable space before it. */
export const COLON: Readonly<Record<Lang, string>> = { fr: "\u00a0:", en: ":" };

/** The two forms of a counted noun; `{n}` is the number. */
export type Plural = { readonly one: string; readonly other: string };

/** Puts values into the `{name}` gaps of a sentence; a gap without a value stays as it is. */
export function fill(sentence: string, values: Record<string, string | number>): string {
  return sentence.replace(/\{(\w+)\}/g, (gap, name) => name in values ? String(values[name]) : gap);
}

/**
 * The form for a number: French counts nothing and one as singular, English only one. `text`: the
 * number as shown, if not as a count.
 */
export function count(
  forms: Plural,
  n: number,
  { lang, text }: { lang: Lang; text?: string },
): string {
  return fill((lang === "fr" ? n < 2 : n === 1) ? forms.one : forms.other, {
    n: text ?? formatCount(n, lang),
  });
}
