/** A price as a totem shows it, and its pill: without it signs, colours and decimals would differ from page to page. @module */

import { formatPrice, toPriceParts } from "../lib/shared/format.ts";
import type { Lang } from "../lib/shared/lang.ts";
import { LEVEL_SIGNS } from "../lib/shared/level_sign.ts";
import type { CommonWords } from "../lib/shared/words/mod.ts";

/** Where a price stands among those in view; null: it is not ranked. */
export type Level = "low" | "mid" | "high" | null;

/** Colour is never the only sign. */
export const LEVEL_SIGN = LEVEL_SIGNS;

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
  const sign = best ? "★" : level === null ? "" : LEVEL_SIGN[level];
  const meaning = best ? words.levels.best : level === null ? "" : words.levels[level];
  return (
    <span class={`pill level-${level ?? "none"} ${extra}`}>
      {sign && <span class="price-sign" aria-hidden="true">{sign}</span>}
      <Price {...price} />
      {meaning && <span class="sr-only">, {meaning}</span>}
    </span>
  );
}
