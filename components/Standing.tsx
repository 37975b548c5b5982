/** How a station's price stands among those around it, in words. @module */

import { formatCents, formatCount, formatRadius } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { toPriceText } from "../lib/shared/money.ts";
import type { Standing } from "../lib/shared/standing.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";

type Props = { standing: Standing; lang: Lang; words: Pick<CommonWords, "standing"> };

/** "▼ 3,2 c sous la moyenne à 5 km · 2e prix sur 14 stations". */
export function StandingLine({ standing, lang, words: { standing: words } }: Props) {
  const { aboveMeanMilli: above } = standing;
  const kind = above < 0 ? "below" : above > 0 ? "above" : "same";
  const sign = { below: "▼ ", above: "▲ ", same: "= " }[kind];
  const cents = formatCents(toPriceText(Math.abs(above)), lang).replace("+", "");
  return (
    <p class="standing">
      <span class={`against against-${kind}`}>
        <span aria-hidden="true">{sign}</span>
        {fill(words[kind], { cents, radius: formatRadius(standing.radiusKm, lang) })}
      </span>
      {` · ${toRankText(standing, lang, words)}`}
    </p>
  );
}

function toRankText({ rank, count, level }: Standing, lang: Lang, words: CommonWords["standing"]): string {
  const values = { n: rank, count: formatCount(count, lang) };
  if (rank === 1) return fill(words.first, values);
  return fill(rank === count && level === "high" ? words.last : words.rank, values);
}
