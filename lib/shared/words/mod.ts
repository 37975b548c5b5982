/** The words of a language: the front door to everything that a reader of the pages sees. @module */

import type { Lang } from "../lang.ts";
import { commonEn, commonFr, type CommonWords } from "./site.ts";

export type { CommonWords } from "./site.ts";
export { COLON, count, fill, type Plural } from "./fill.ts";

/** The words that every page shares. A page's own words are in a file of its own. */
export function commonWords(lang: Lang): CommonWords {
  return lang === "fr" ? commonFr : commonEn;
}
