/** What the three colours mean, with their bounds: without it a colour would be an opinion. @module */

import { formatPrice } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import type { Bounds } from "../../lib/shared/tertiles.ts";
import { COLON, type CommonWords } from "../../lib/shared/words/mod.ts";
import { LEVEL_SIGN } from "../Price.tsx";

type Props = { bounds: Bounds | null; label: string; lang: Lang; words: CommonWords; class?: string };

/** Three keys in the order of price; each tells the highest price of its third. Nothing while there are no prices. */
export function Legend({ bounds, label, lang, words, class: extra = "" }: Props) {
  if (bounds === null) return null;
  const levels = bounds.min === bounds.max ? ["mid"] as const : ["low", "mid", "high"] as const;
  const top = { low: bounds.low, mid: bounds.mid, high: bounds.max };
  return (
    <ul class={`legend ${extra}`} aria-label={label}>
      {levels.map((level) => (
        <li key={level} class={`legend-key level-${level}`}>
          <span aria-hidden="true">{LEVEL_SIGN[level]}</span>
          <span class="sr-only">{`${words.levels[level]}${COLON[lang]} `}</span>
          <span class="num">≤ {formatPrice(toPriceText(top[level]), lang)}</span>
        </li>
      ))}
    </ul>
  );
}
