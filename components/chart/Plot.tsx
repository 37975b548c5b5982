/**
 * The parts of every chart, and a chart of several curves. The parts are the plot with its axes,
 * and the values below it.
 *
 * @module
 */

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
import { fill, innerWords } from "../../lib/words/mod.ts";

type PlotProps = {
  label: string;
  scale: Scale;
  range: DayRange;
  height: number;
  lang: Lang;
  /** Paths in {@link PLOT}'s units. */
  children: ComponentChildren;
};

/**
 * Grid, curves, prices and days. Prices are below their lines, so that the plot has the whole width
 * of a phone.
 */
export function Plot({ label, scale, range, height, lang, children }: PlotProps) {
  const ticks = scale.ticks.map((tick) => ({ tick, y: `${(1 - toShare(tick, scale)) * 100}%` }));
  return (
    <svg class="chart-drawing" role="img" aria-label={label} width="100%" height={height}>
      <svg
        y={PLOT.top}
        width="100%"
        height={height - PLOT.top - PLOT.bottom}
        overflow="visible"
        aria-hidden="true"
      >
        {ticks.map(({ tick, y }) => (
          <line class="chart-grid" key={tick} x1="0" x2="100%" y1={y} y2={y} />
        ))}
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
      <DayTicks range={range} lang={lang} y={height - 8} />
    </svg>
  );
}

/** A longer range is labelled by months and years, since days would not fit. */
const MAX_DAYS = 200;
/** From this number of days, each of four labels is a different day. */
const MIN_DAYS = 3;

function DayTicks({ range, lang, y }: { range: DayRange; lang: Lang; y: number }) {
  const days = toDayNumber(range.to, range.from);
  const unit = days <= MAX_DAYS ? "day" : "year";
  const format = new Intl.DateTimeFormat(LOCALES[lang], {
    [unit]: "numeric",
    month: "short",
    timeZone: "UTC",
  });
  // A short range has no room for two more labels between the first and the last day.
  const shares = days < MIN_DAYS ? [0, 1] : [0, 1 / 3, 2 / 3, 1];
  const marks = shares.map((share) => ({
    share,
    day: addDays(range.from, Math.round(days * share)),
  }));
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

type LinesProps = {
  lines: Lines;
  scale: Scale;
  /** The chart's name for screen readers. */
  label: string;
  /** Classes of the lines in their order. */
  classes: readonly string[];
  /** Dash patterns of the lines; by default those of the styles. */
  dashes?: typeof DASHES;
  lang: Lang;
};

/**
 * A chart, given as `children`, and the values of its last day. `static/curve.js` shows the values
 * of other days.
 */
export function CurveBox({ children, ...props }: LinesProps & { children: ComponentChildren }) {
  const { lines: { from, millis }, scale: { low, high }, label, lang } = props;
  const { readout, resume } = innerWords[lang].chart;
  const curve = {
    from,
    millis,
    scale: { low, high },
    price: formatPrice("0.000", lang),
    readout,
    resume,
  };
  return (
    <>
      <div class="curve-box" role="group" aria-label={label} data-curve={JSON.stringify(curve)}>
        {children}
      </div>
      <Readout {...props} />
    </>
  );
}

/**
 * One entry for each line: its last value, and the day it ends if that is before the end of the
 * range.
 */
function Readout({ lines, classes, dashes = [], lang }: LinesProps) {
  const { readout, until } = innerWords[lang].chart;
  const last = countDays(lines) - 1;
  return (
    <div class="readout-box" aria-live="polite">
      <p class="readout-day">
        {fill(readout, { date: formatDay(addDays(lines.from, last), lang) })}
      </p>
      <ul class="readout">
        {lines.names.map((name, line) => {
          const millis = lines.millis[line]!;
          const milli = millis[last] ?? null;
          const end = millis.findLastIndex((each) => each !== null);
          return (
            <li key={name}>
              <svg width="26" height="4" aria-hidden="true" focusable="false">
                <line
                  class={classes[line]}
                  x2="26"
                  y1="2"
                  y2="2"
                  stroke-dasharray={dashes[line]?.join(" ")}
                />
              </svg>
              {name}
              {end >= 0 && end < last && (
                <span class="muted">
                  {fill(until, { date: formatDay(addDays(lines.from, end), lang) })}
                </span>
              )}
              <span class="num">
                {milli === null ? "–" : formatPrice(toPriceText(milli), lang)}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

const CLASSES = DASHES.map((_, line) => `lines-path line-${line + 1}`);

/** A chart of several curves. `label` describes it to screen readers. Null without any day. */
export function LinesChart({ lines, label, lang }: Pick<LinesProps, "lines" | "label" | "lang">) {
  const scale = toScale(lines.millis.flat().filter((milli) => milli !== null));
  if (scale === null) return null;
  const range = { from: lines.from, to: addDays(lines.from, countDays(lines) - 1) };
  return (
    <div class="lines">
      <CurveBox
        lines={lines}
        scale={scale}
        label={label}
        lang={lang}
        classes={CLASSES}
        dashes={DASHES}
      >
        <Plot label={label} scale={scale} range={range} lang={lang} height={320}>
          {lines.millis.map((line, at) => (
            <path
              key={at}
              class={CLASSES[at]}
              d={toStepPath(line, scale)}
              stroke-dasharray={DASHES[at]?.join(" ")}
            />
          ))}
        </Plot>
      </CurveBox>
    </div>
  );
}
