/** The key of departments' colours: how far their mean prices are from the national one. @module */

import type { ComponentChildren } from "preact";
import { parsePriceText, toPriceText } from "../lib/shared/price/money.ts";
import { LEVEL_SIGNS, MEAN_STEP_MILLI } from "../lib/shared/price/tertiles.ts";
import { formatPrice } from "../lib/words/format.ts";
import { COLON, fill } from "../lib/words/fill.ts";
import type { Worded } from "./base.ts";

type LegendProps = Worded & {
  /** The national mean. */
  mean: string | null;
  label: string;
  class?: string;
  /** A note on what the prices are. */
  note?: ComponentChildren;
};

/** "▼ moins de 1,660 €", "= 1,680 € ± 2 c", "▲ plus de 1,700 €"; null without prices. */
export function Legend({ mean, label, lang, common, class: extra = "", note }: LegendProps) {
  if (mean === null) return null;
  const milli = parsePriceText(mean);
  const price = { low: milli - MEAN_STEP_MILLI, mid: milli, high: milli + MEAN_STEP_MILLI };
  return (
    <ul class={`legend ${extra}${note ? " has-note" : ""}`} aria-label={label}>
      {note && <li class="legend-key legend-note">{note}</li>}
      {(["low", "mid", "high"] as const).map((level) => (
        <li key={level} class={`legend-key level-${level}`}>
          <span aria-hidden="true">{LEVEL_SIGNS[level]}</span>
          <span class="sr-only">{`${common.levels[level]}${COLON[lang]} `}</span>
          <span class="num">
            {fill(common.meanLevels[level], {
              price: formatPrice(toPriceText(price[level]), lang),
              cents: MEAN_STEP_MILLI / 10,
            })}
          </span>
        </li>
      ))}
    </ul>
  );
}
