/** The values of all lines at one day: legend and reading in one. @module */

import { formatDay, formatPrice } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { countDays, DASHES, type Lines } from "../../lib/shared/lines.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { fill } from "../../lib/shared/words/fill.ts";

type Props = {
  lines: Lines;
  /** Number of the day, 0 for the first; null: the last. */
  at: number | null;
  lang: Lang;
  /** Holds `{date}`. */
  sentence: string;
  /** Classes of the lines as the curve draws them; those of a chart of many lines when absent. */
  classes?: readonly string[];
};

/** One entry for each line. */
export function Readout({ lines, at, lang, sentence, classes }: Props) {
  const index = at ?? countDays(lines) - 1;
  return (
    <div class="readout-box" aria-live="polite">
      <p class="readout-day">{fill(sentence, { date: formatDay(addDays(lines.from, index), lang) })}</p>
      <ul class="readout">
        {lines.names.map((name, line) => {
          const milli = lines.millis[line][index];
          return (
            <li key={name}>
              <svg width="26" height="4" aria-hidden="true" focusable="false">
                <line
                  class={classes?.[line] ?? `lines-path line-${line + 1}`}
                  x2="26"
                  y1="2"
                  y2="2"
                  stroke-dasharray={classes ? undefined : DASHES[line]?.join(" ")}
                />
              </svg>
              {name}
              <span class="num">{milli === null ? "–" : formatPrice(toPriceText(milli), lang)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
