/** A fuel that a station cannot sell: it looks different from a price and never ranks. @module */

import { formatDay } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";

type Props = { kind: "temporary" | "permanent"; since: string; lang: Lang; words: CommonWords };

/** "Rupture depuis le 3 juin 2026", or that the fuel is not sold here. */
export function StockOut({ kind, since, lang, words }: Props) {
  const date = formatDay(since, lang);
  return (
    <span class="out">
      {words.outOfStock[kind]}
      {kind === "temporary" && ` ${fill(words.outOfStock.since, { date })}`}
    </span>
  );
}
