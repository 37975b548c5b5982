/** Props that most parts of a page take. @module */

import type { Explorer } from "../lib/client/explorer/explorer.ts";
import type { Lang } from "../lib/words/lang.ts";
import type { HomeWords } from "../lib/words/home.ts";
import type { CommonWords } from "../lib/words/mod.ts";

/** Language, and the words that every page shares. */
export type Worded = { lang: Lang; common: CommonWords };

/** The same with the server's clock in milliseconds since 1970, for ages. */
export type Timed = Worded & { nowMs: number };

/** The same for a live part of the map page. */
export type Live = Worded & { model: Explorer; words: HomeWords };
