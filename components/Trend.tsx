/** The movement of a mean over seven days, in cents and with an arrow. @module */

import { formatCents } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

const ARROW = { up: "↗", down: "↘", stable: "→" } as const;

type Props = { trend: "up" | "down" | "stable" | "unknown"; change: string | null; lang: Lang; words: CommonWords };

/** "↘ −1,2 c sur 7 jours"; says so when nothing is known. */
export function Trend({ trend, change, lang, words }: Props) {
  if (trend === "unknown" || change === null) return <span class="trend muted">{words.trend.unknown}</span>;
  return (
    <span class={`trend trend-${trend}`}>
      <span aria-hidden="true">{ARROW[trend]}</span>
      <span class="sr-only">{words.trend[trend]},</span>
      {`${formatCents(change, lang)} ${words.trend.over7Days}`}
    </span>
  );
}
