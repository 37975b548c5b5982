/** How a station's price stands among those around it, and against its own month, in words. @module */

import { formatCents, formatCount, formatPrice, formatRadius } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { toPriceText } from "../lib/shared/money.ts";
import type { LowestDays, OwnMonth } from "../lib/shared/own_month.ts";
import type { Standing } from "../lib/shared/standing.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";

type Props = { standing: Standing; lang: Lang; words: Pick<CommonWords, "standing"> };
type MonthProps = { month: OwnMonth; lang: Lang; words: Pick<CommonWords, "month"> };

/** "▼ 3,2 c sous la moyenne à 5 km · 2e prix sur 14 stations". */
export function StandingLine({ standing, lang, words: { standing: words } }: Props) {
  const values = { radius: formatRadius(standing.radiusKm, lang) };
  return (
    <p class="standing">
      <Against aboveMilli={standing.aboveMeanMilli} {...{ words, values, lang }} />
      {` · ${toRankText(standing, lang, words)}`}
    </p>
  );
}

/** "▼ 2,1 c sous sa moyenne de 30 jours (1,879 € à 1,939 €) · prix le plus bas à 5 km 24 jours sur 30". */
export function MonthLine({ month, lang, words: { month: words } }: MonthProps) {
  const [low, high] = [month.lowMilli, month.highMilli].map((milli) => formatPrice(toPriceText(milli), lang));
  return (
    <p class="standing">
      <Against aboveMilli={month.aboveMeanMilli} values={{ n: month.days }} {...{ words, lang }} />
      {low !== high && ` (${fill(words.range, { low: low!, high: high! })})`}
      {month.among && ` · ${toLowestText(month.among, lang, words)}`}
    </p>
  );
}

type AgainstProps = {
  aboveMilli: number;
  words: Readonly<Record<"below" | "above" | "same", string>>;
  values: Record<string, string | number>;
  lang: Lang;
};

/** How far a price is from a mean, with a sign as well as a colour. */
function Against({ aboveMilli: above, words, values, lang }: AgainstProps) {
  const kind = above < 0 ? "below" : above > 0 ? "above" : "same";
  const sign = { below: "▼ ", above: "▲ ", same: "= " }[kind];
  const cents = formatCents(toPriceText(Math.abs(above)), lang).replace("+", "");
  return (
    <span class={`against against-${kind}`}>
      <span aria-hidden="true">{sign}</span>
      {fill(words[kind], { ...values, cents })}
    </span>
  );
}

function toLowestText({ radiusKm, lowest, days }: LowestDays, lang: Lang, words: CommonWords["month"]): string {
  const values = { radius: formatRadius(radiusKm, lang), n: lowest, days };
  return fill(lowest === 0 ? words.never : lowest === 1 ? words.once : words.lowest, values);
}

function toRankText({ rank, count, level }: Standing, lang: Lang, words: CommonWords["standing"]): string {
  const values = { n: rank, count: formatCount(count, lang) };
  if (rank === 1) return fill(words.first, values);
  return fill(rank === count && level === "high" ? words.last : words.rank, values);
}
