/**
 * The verdict on a station's price in words: its level with a reason, and how often it was the
 * lowest around.
 *
 * @module
 */

import { type LowestDays, toReasonText, type Verdict } from "../lib/words/verdict.ts";
import type { Lang } from "../lib/words/lang.ts";
import { fill } from "../lib/words/fill.ts";
import type { CommonWords } from "../lib/words/mod.ts";

type Props = { verdict: Verdict; lang: Lang; common: Pick<CommonWords, "levels" | "verdict"> };

/**
 * "Cher · 16ᵉ prix sur 18 à moins de 5 km". It has no colour, because the colours of a list or map
 * compare with other stations.
 */
export function VerdictText({ verdict, lang, common }: Props) {
  return (
    <span class="verdict">
      <strong>{common.levels[verdict.level]}</strong>
      <span class="verdict-reason">{` · ${toReasonText(verdict, common, lang)}`}</span>
    </span>
  );
}

/** "La moins chère du secteur 5 jours sur 30". */
export function LowestDaysLine(
  { lowest, days, common }: LowestDays & { common: Pick<CommonWords, "verdict"> },
) {
  const { never, once, often } = common.verdict;
  return (
    <p class="verdict-reason">
      {fill(lowest === 0 ? never : lowest === 1 ? once : often, { n: lowest, days })}
    </p>
  );
}
