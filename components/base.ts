/** Props that most parts of a page take. @module */

import type { Lang } from "../lib/shared/words/lang.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

/** Language, and the words that every page shares. */
export type Worded = { lang: Lang; common: CommonWords };

/** The same with the server's clock in milliseconds since 1970, for ages. */
export type Timed = Worded & { nowMs: number };
