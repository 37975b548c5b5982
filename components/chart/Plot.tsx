/** The parts of every chart, the paper with its axes and the values below it, and a chart of several curves. @module */

import type { ComponentChildren } from "preact";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import {
  countDays,
  DASHES,
  type DayRange,
  type Lines,
  PLOT,
  type Scale,
  toDayNumber,
  toScale,
  toShare,
  toStepPath,
} from "./lines.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { formatDay, formatPrice, LOCALES, withMark } from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { fill } from "../../lib/words/fill.ts";

type PlotProps = {
  label: string;
  scale: Scale;
  range: DayRange;
  height: number;
  lang: Lang;
  /** Paths in {@link PLOT}'s units. */
  children: ComponentChildren;
};

/** Grid, curves, prices and days. Each price is below its line, so that the plot keeps the whole width of a phone. */
export function Plot({ label, scale, range, height, lang, children }: PlotProps) {
  const ticks = scale.ticks.map((tick) => ({ tick, y: `${(1 - toShare(tick, scale)) * 100}%` }));
  return (
    <svg class="chart-drawing" role="img" aria-label={label} width="100%" height={height}>
      <svg y={PLOT.top} width="100%" height={height - PLOT.top - PLOT.bottom} overflow="visible" aria-hidden="true">
        {ticks.map(({ tick, y }) => <line class="chart-grid" key={tick} x1="0" x2="100%" y1={y} y2={y} />)}
        <svg
          viewBox={`0 0 ${PLOT.width} ${PLOT.height}`}
          preserveAspectRatio="none"
          width="100%"
          height="100%"
          aria-hidden="true"
        >
          {children}
        </svg>
        {ticks.map(({ tick, y }) => (
          <text class="chart-tick" key={tick} x="0" y={y} dy="-4">
            {withMark((tick / 1000).toFixed(tick % 10 === 0 ? 2 : 3), lang)}
          </text>
        ))}
      </svg>
      <DayTicks {...{ range, lang }} y={height - 8} />
    </svg>
  );
}

/** A range of more days is labelled by months and years, since its days would not fit. */
const MAX_DAYS = 200;
/** From so many days on each of four labels is another day. */
const MIN_DAYS = 3;

function DayTicks({ range, lang, y }: { range: DayRange; lang: Lang; y: number }) {
  const days = toDayNumber(range.to, range.from);
  const unit = days <= MAX_DAYS ? "day" : "year";
  const format = new Intl.DateTimeFormat(LOCALES[lang], { [unit]: "numeric", month: "short", timeZone: "UTC" });
  // A few days have no room for two more between the first and the last.
  const shares = days < MIN_DAYS ? [0, 1] : [0, 1 / 3, 2 / 3, 1];
  const marks = shares.map((share) => ({ share, day: addDays(range.from, Math.round(days * share)) }));
  return (
    <>
      {marks.map(({ share, day }) => (
        <text
          class="chart-day"
          key={share}
          x={`${share * 100}%`}
          y={y}
          text-anchor={share === 0 ? "start" : share === 1 ? "end" : "middle"}
        >
          {format.format(new Date(`${day}T00:00:00Z`))}
        </text>
      ))}
    </>
  );
}

/** Props of a chart of several curves; `words` belong to the interactive one. */
export type LinesChartProps = { lines: Lines; label: string; lang: Lang; words: { readout: string; resume: string } };

const MAX_COLUMNS = 120;

/** The chart; `label` describes it to screen readers. Nothing without a day. */
export function LinesChart({ lines, label, lang }: Omit<LinesChartProps, "words">) {
  const scale = toScale(lines.millis.flat().filter((milli) => milli !== null));
  if (scale === null) return null;
  const range = { from: lines.from, to: addDays(lines.from, countDays(lines) - 1) };
  return (
    <Plot {...{ label, scale, range, lang }} height={320}>
      {lines.millis.map((line, at) => (
        <path
          key={at}
          class={`lines-path line-${at + 1}`}
          d={toStepPath(thin(line), scale)}
          stroke-dasharray={DASHES[at]?.join(" ")}
        />
      ))}
    </Plot>
  );
}

/** Thinned to what a phone can show, the last day kept: the whole series is in the table and in the interactive chart. */
function thin(line: Lines["millis"][number]): Lines["millis"][number] {
  const step = Math.ceil(line.length / MAX_COLUMNS);
  return line.filter((_, at) => (line.length - 1 - at) % step === 0);
}

type ReadoutProps = {
  lines: Lines;
  /** Number of the day, 0 for the first; null: the last. */
  at: number | null;
  lang: Lang;
  sentence: string;
  /** Classes of the lines as the curve draws them; those of a chart of many lines when absent. */
  classes?: readonly string[];
};

/** One entry for each line. */
export function Readout({ lines, at, lang, sentence, classes }: ReadoutProps) {
  const index = at ?? countDays(lines) - 1;
  return (
    <div class="readout-box" aria-live="polite">
      <p class="readout-day">{fill(sentence, { date: formatDay(addDays(lines.from, index), lang) })}</p>
      <ul class="readout">
        {lines.names.map((name, line) => {
          const milli = lines.millis[line]?.[index] ?? null;
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
