/** Prices on every page: figure, pill, and the meaning of the colours. @module */

import { LEVEL_SIGNS, type Tertile } from "../lib/shared/price/tertiles.ts";
import { formatPrice, withMark } from "../lib/words/format.ts";
import type { Lang } from "../lib/words/lang.ts";
import type { CommonWords } from "../lib/words/mod.ts";

const NBSP = "\u00a0";

type PriceProps = { price: string; lang: Lang; class?: string };

/**
 * Price per litre with a small third decimal. `price` is the text of the API. Screen readers read
 * it as a whole.
 */
export function Price({ price, lang, class: extra = "" }: PriceProps) {
  const text = withMark(price, lang);
  return (
    <span class={`price ${extra}`}>
      <span aria-hidden="true">
        {lang === "en" && <span class="price-unit">€</span>}
        {text.slice(0, -1)}
        <span class="price-last">{text.slice(-1)}</span>
        {lang === "fr" && <span class="price-unit">{NBSP}€</span>}
      </span>
      <span class="sr-only">{formatPrice(price, lang)}</span>
    </span>
  );
}

type PillProps = PriceProps & { level?: Tertile | null; isBest?: boolean; common: CommonWords };

/** A price in the colour of its level, with the sign ▼ = ▲, or ★ for the cheapest. */
export function PricePill(
  { level = null, isBest = false, common, class: extra = "", ...price }: PillProps,
) {
  const mark = isBest ? "best" : level;
  return (
    <span class={`pill level-${level ?? "none"} ${extra}`}>
      {mark && <span class="price-sign" aria-hidden="true">{LEVEL_SIGNS[mark]}</span>}
      <Price {...price} />
      {mark && <span class="sr-only">, {common.levels[mark]}</span>}
    </span>
  );
}

/** The meaning of the colours and signs of stations' prices. */
export function LevelKey({ label, common }: { label: string; common: CommonWords }) {
  return (
    <ul class="legend level-key" aria-label={label}>
      {(["low", "mid", "high"] as const).map((level) => (
        <li key={level} class={`legend-key level-${level}`}>
          <span aria-hidden="true">{LEVEL_SIGNS[level]}</span> {common.levels[level]}
        </li>
      ))}
    </ul>
  );
}
