/** Props that most components take. @module */

import type { Explorer } from "../lib/client/explorer/explorer.ts";
import type { Lang } from "../lib/words/lang.ts";
import type { HomeWords } from "../lib/words/home.ts";
import type { CommonWords } from "../lib/words/mod.ts";

/** The language, and the words that all pages share. */
export type Worded = { lang: Lang; common: CommonWords };

/** The same, and the server's clock in milliseconds since 1970, for ages. */
export type Timed = Worded & { nowMs: number };

/** Props of the interactive parts of the map page. */
export type Live = Worded & { model: Explorer; words: HomeWords };
