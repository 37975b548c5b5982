/** A station's price among those around it, and against its own month, in words. @module */

import { toPriceText } from "../lib/shared/price/money.ts";
import {
  type LowestDays,
  type OwnMonth,
  type Standing,
  toAgainstText,
  toMeanText,
  toRankText,
  toSide,
} from "../lib/shared/price/standing.ts";
import { formatPrice, formatRadius } from "../lib/shared/words/format.ts";
import type { Lang } from "../lib/shared/words/lang.ts";
import { type CommonWords, fill } from "../lib/shared/words/mod.ts";

type Props = { standing: Standing; lang: Lang; common: Pick<CommonWords, "standing"> };
type MonthProps = { month: OwnMonth; lang: Lang; common: Pick<CommonWords, "month"> };

/** "▼ 3,2 c sous la moyenne à 5 km · 2e prix sur 14 stations". */
export function StandingLine({ standing, lang, common }: Props) {
  return (
    <p class="standing">
      <Against aboveMilli={standing.aboveMeanMilli} text={toMeanText(standing, common, lang)} />
      {` · ${toRankText(standing, common, lang)}`}
    </p>
  );
}

/** "▼ 2,1 c sous sa moyenne de 30 jours (1,879 € à 1,939 €) · prix le plus bas à 5 km 24 jours sur 30". */
export function MonthLine({ month, lang, common: { month: words } }: MonthProps) {
  const [low, high] = [month.lowMilli, month.highMilli].map((milli) => formatPrice(toPriceText(milli), lang));
  const text = toAgainstText(month.aboveMeanMilli, { words, values: { n: month.days }, lang });
  return (
    <p class="standing">
      <Against aboveMilli={month.aboveMeanMilli} text={text} />
      {low !== high && ` (${fill(words.range, { low: low!, high: high! })})`}
      {month.among && ` · ${toLowestText(month.among, lang, words)}`}
    </p>
  );
}

const SIGNS = { below: "▼ ", above: "▲ ", same: "= " };

/** "3,2 c sous la moyenne", with a sign as well as a colour. */
export function Against({ aboveMilli, text }: { aboveMilli: number; text: string }) {
  const side = toSide(aboveMilli);
  return (
    <span class={`against against-${side}`}>
      <span aria-hidden="true">{SIGNS[side]}</span>
      {text}
    </span>
  );
}

function toLowestText({ radiusKm, lowest, days }: LowestDays, lang: Lang, words: CommonWords["month"]): string {
  const values = { radius: formatRadius(radiusKm, lang), n: lowest, days };
  return fill(lowest === 0 ? words.never : lowest === 1 ? words.once : words.lowest, values);
}
