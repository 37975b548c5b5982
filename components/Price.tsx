/** How prices look on every page: figure, pill, age, trend, stock-out, closure, and the key of the colours. @module */

import type { Station } from "../lib/domain/wire.ts";
import {
  formatAge,
  formatCents,
  formatDay,
  formatInstant,
  formatPrice,
  IN_FORCE_DAYS,
  toPriceParts,
} from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { type Bounds, LEVEL_SIGNS } from "../lib/shared/tertiles.ts";
import { toPriceText } from "../lib/shared/money.ts";
import { isOutForNow } from "../lib/shared/unranked.ts";
import { COLON, type CommonWords, fill } from "../lib/shared/words/mod.ts";

/** The third that a price is in among those in view; null: it is not ranked. */
export type Level = "low" | "mid" | "high" | null;

const NBSP = "\u00a0";

type PriceProps = { price: string; lang: Lang; class?: string };

/** Price per litre with a small third decimal. `price` is the wire's text; readers hear it whole. */
export function Price({ price, lang, class: extra = "" }: PriceProps) {
  const { main, last } = toPriceParts(price, lang);
  return (
    <span class={`price ${extra}`}>
      <span aria-hidden="true">
        {lang === "en" && <span class="price-unit">€</span>}
        {main}
        <span class="price-last">{last}</span>
        {lang === "fr" && <span class="price-unit">{NBSP}€</span>}
      </span>
      <span class="sr-only">{formatPrice(price, lang)}</span>
    </span>
  );
}

type PillProps = PriceProps & { level: Level; best?: boolean; words: CommonWords };

/** A price on the colour of its level, with the sign ▼ = ▲, or ★ for the cheapest. */
export function PricePill({ level, best = false, words, class: extra = "", ...price }: PillProps) {
  const sign = best ? "★" : level === null ? "" : LEVEL_SIGNS[level];
  const meaning = best ? words.levels.best : level === null ? "" : words.levels[level];
  return (
    <span class={`pill level-${level ?? "none"} ${extra}`}>
      {sign && <span class="price-sign" aria-hidden="true">{sign}</span>}
      <Price {...price} />
      {meaning && <span class="sr-only">, {meaning}</span>}
    </span>
  );
}

/** The age of an instant in words, with the instant itself for machines and on hover. */
export function Age({ at, nowMs, lang }: { at: string; nowMs: number; lang: Lang }) {
  const isOld = nowMs - Date.parse(at) >= IN_FORCE_DAYS * 86_400_000;
  return (
    <time class={isOld ? "age age-old" : "age"} dateTime={at} title={formatInstant(at, lang)}>
      {formatAge(at, { nowMs, lang })}
    </time>
  );
}

type StockOutProps = {
  kind: "temporary" | "permanent";
  since: string;
  nowMs: number;
  lang: Lang;
  words: CommonWords;
};

/** "Rupture depuis le 3 juin 2026", or that the fuel is not sold here. */
export function StockOut({ kind, since, nowMs, lang, words: { outOfStock } }: StockOutProps) {
  const date = formatDay(since, lang);
  const isOut = isOutForNow({ kind, since }, nowMs);
  const text = isOut ? `${outOfStock.temporary} ${fill(outOfStock.since, { date })}` : outOfStock.permanent;
  return <span class={isOut ? "out" : "out unsold"}>{text}</span>;
}

const ARROW = { up: "↗", down: "↘", stable: "→" } as const;

type TrendProps = {
  trend: "up" | "down" | "stable" | "unknown";
  change: string | null;
  lang: Lang;
  words: CommonWords;
};

/** "↘ −1,2 c sur 7 jours"; says so when nothing is known. */
export function Trend({ trend, change, lang, words }: TrendProps) {
  if (trend === "unknown" || change === null) return <span class="trend muted">{words.trend.unknown}</span>;
  return (
    <span class={`trend trend-${trend}`}>
      <span aria-hidden="true">{ARROW[trend]}</span>
      <span class="sr-only">{words.trend[trend]},</span>
      {`${formatCents(change, lang)} ${words.trend.over7Days}`}
    </span>
  );
}

type LegendProps = { bounds: Bounds | null; label: string; lang: Lang; words: CommonWords; class?: string };

/** Three keys in the order of price; each with the highest price of its third. Nothing while there are no prices. */
export function Legend({ bounds, label, lang, words, class: extra = "" }: LegendProps) {
  if (bounds === null) return null;
  const levels = bounds.min === bounds.max ? ["mid"] as const : ["low", "mid", "high"] as const;
  const top = { low: bounds.low, mid: bounds.mid, high: bounds.max };
  return (
    <ul class={`legend ${extra}`} aria-label={label}>
      {levels.map((level) => (
        <li key={level} class={`legend-key level-${level}`}>
          <span aria-hidden="true">{LEVEL_SIGNS[level]}</span>
          <span class="sr-only">{`${words.levels[level]}${COLON[lang]} `}</span>
          <span class="num">≤ {formatPrice(toPriceText(top[level]), lang)}</span>
        </li>
      ))}
    </ul>
  );
}

type Props = { station: Pick<Station, "closed_since" | "closed_kind">; lang: Lang; words: CommonWords };

/** "Fermée temporairement depuis le 3 juin 2026." */
export function Closed({ station: { closed_since: since, closed_kind: kind }, lang, words }: Props) {
  if (!since) return null; // absent in an answer that a browser stored before the field existed
  const text = words.station.closed[kind ?? "temporary"];
  return <p class="state state-failed">{fill(text, { date: formatDay(since, lang) })}</p>;
}
