/** The key of departments' colours: the thirds of their mean prices. @module */

import type { ComponentChildren } from "preact";
import { toPriceText } from "../lib/shared/price/money.ts";
import { type Bounds, LEVEL_SIGNS, listTertiles } from "../lib/shared/price/tertiles.ts";
import { formatPrice } from "../lib/words/format.ts";
import { COLON } from "../lib/words/fill.ts";
import type { Worded } from "./base.ts";

type LegendProps = Worded & {
  bounds: Bounds | null;
  label: string;
  class?: string;
  /** Says of what the prices are. */
  note?: ComponentChildren;
};

/** A key for each third that some price is in, in the order of price; each with the highest price of its third. Nothing while there are no prices. */
export function Legend({ bounds, label, lang, common, class: extra = "", note }: LegendProps) {
  if (bounds === null) return null;
  const top = { low: bounds.low, mid: bounds.mid, high: bounds.max };
  return (
    <ul class={`legend ${extra}${note ? " has-note" : ""}`} aria-label={label}>
      {note && <li class="legend-key legend-note">{note}</li>}
      {listTertiles(bounds).map((level) => (
        <li key={level} class={`legend-key level-${level}`}>
          <span aria-hidden="true">{LEVEL_SIGNS[level]}</span>
          <span class="sr-only">{`${common.levels[level]}${COLON[lang]} `}</span>
          <span class="num">
            {level === "low" && bounds.low === bounds.max ? "<" : "≤"} {formatPrice(toPriceText(top[level]), lang)}
          </span>
        </li>
      ))}
    </ul>
  );
}
