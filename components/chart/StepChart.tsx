/** A stepped price curve drawn on the server, with its table: charts would else need scripts and eyes. @module */

import { formatDay, formatPrice } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import {
  type DayPoint,
  type DayRange,
  findChanges,
  type Frame,
  type Scale,
  summarize,
  toDayNumber,
  toScale,
  toStepPath,
} from "../../lib/shared/step_chart.ts";
import { fill } from "../../lib/shared/words/fill.ts";
import type { InnerWords } from "../../lib/shared/words/inner.ts";

type Props = {
  /** What the curve shows, for readers and as the table's caption. */
  label: string;
  /** How the range is called ("30 jours"). */
  title: string;
  points: readonly DayPoint[];
  /** A second curve to compare with, dashed. */
  reference?: readonly DayPoint[];
  /** Names of the two curves, for the legend; null: no legend. */
  legend?: readonly [string, string];
  range: DayRange;
  lang: Lang;
  words: InnerWords;
};

/** Units of the drawing; the picture is stretched to the page's width, lines and letters are not. */
const WIDTH = 1000;
const HEIGHT = 100;

function within(points: readonly DayPoint[], { from, to }: DayRange): DayPoint[] {
  return points.filter(({ day }) => day >= from && day <= to);
}

/** A chart of one range of days; says so when nothing is known of them. */
export function StepChart({ label, title, points, reference = [], legend, range, lang, words }: Props) {
  const shown = within(points, range);
  const compared = within(reference, range);
  const scale = toScale([...shown, ...compared].map(({ milli }) => milli));
  const summary = summarize(shown);
  return (
    <figure class="chart">
      <figcaption class="chart-caption">
        <span class="chart-title">{title}</span>
        {summary && <Extremes {...{ summary, lang, words }} />}
      </figcaption>
      {scale === null || summary === null ? <p class="chart-empty">{words.chart.noHistory}</p> : (
        <>
          <Drawing {...{ shown, compared, range, scale, lang }} label={toSentence({ label, shown, lang, words })} />
          {legend && compared.length > 0 && <Legend names={legend} />}
          <ChartTable {...{ label, title, points: shown, lang, words }} />
        </>
      )}
    </figure>
  );
}

type SentenceOptions = { label: string; shown: readonly DayPoint[]; lang: Lang; words: InnerWords };

function toSentence({ label, shown, lang, words }: SentenceOptions): string {
  const { min, max } = summarize(shown)!;
  const price = ({ milli }: DayPoint) => formatPrice(toPriceText(milli), lang);
  const [first, last] = [shown[0], shown.at(-1)!];
  const days = { from: formatDay(first.day, lang), to: formatDay(last.day, lang) };
  return fill(words.chart.summary, { what: label, ...days, last: price(last), min: price(min), max: price(max) });
}

type ExtremesProps = { summary: { min: DayPoint; max: DayPoint }; lang: Lang; words: InnerWords };

function Extremes({ summary: { min, max }, lang, words }: ExtremesProps) {
  return (
    <span class="chart-extremes num">
      {`${words.chart.lowest} ${formatPrice(toPriceText(min.milli), lang)}, `}
      {`${words.chart.highest.toLowerCase()} ${formatPrice(toPriceText(max.milli), lang)}`}
    </span>
  );
}

function Legend({ names }: { names: readonly [string, string] }) {
  return (
    <ul class="chart-legend">
      <li class="chart-key chart-key-line">{names[0]}</li>
      <li class="chart-key chart-key-dashed">{names[1]}</li>
    </ul>
  );
}

type DrawingProps = {
  shown: readonly DayPoint[];
  compared: readonly DayPoint[];
  range: DayRange;
  scale: Scale;
  label: string;
  lang: Lang;
};

/** Below each grid line stands its price, so that the plot keeps the whole width of a phone. */
function Drawing({ shown, compared, range, scale, label, lang }: DrawingProps) {
  const frame: Frame = { range, scale, width: WIDTH, height: HEIGHT };
  const line = toStepPath(shown, frame);
  const toPercent = (tick: number) => 100 - ((tick - scale.low) / (scale.high - scale.low)) * 100;
  return (
    <svg class="chart-drawing" role="img" aria-label={label} width="100%" height="196">
      <svg y="18" width="100%" height="150" overflow="visible" aria-hidden="true">
        {scale.ticks.map((tick) => (
          <line class="chart-grid" key={tick} x1="0" x2="100%" y1={`${toPercent(tick)}%`} y2={`${toPercent(tick)}%`} />
        ))}
        <svg
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          width="100%"
          height="100%"
          aria-hidden="true"
        >
          {isWhole(shown, range) && <path class="chart-fill" d={`${line}V${HEIGHT}H0Z`} />}
          {compared.length > 0 && <path class="chart-reference" d={toStepPath(compared, frame)} />}
          <path class="chart-line" d={line} />
        </svg>
        {scale.ticks.map((tick) => (
          <text class="chart-tick" key={tick} x="0" y={`${toPercent(tick)}%`} dy="-4">
            {toTickText(tick, lang)}
          </text>
        ))}
      </svg>
      <DayTicks range={range} lang={lang} />
    </svg>
  );
}

/** A curve without gaps over the whole range may be filled below. */
function isWhole(points: readonly DayPoint[], range: DayRange): boolean {
  return points.length === toDayNumber(range.to, range.from) + 1;
}

function toTickText(milli: number, lang: Lang): string {
  const text = (milli / 1000).toFixed(milli % 10 === 0 ? 2 : 3);
  return lang === "fr" ? text.replace(".", ",") : text;
}

const SHORT: Record<Lang, Intl.DateTimeFormat> = {
  fr: new Intl.DateTimeFormat("fr-FR", { day: "numeric", month: "short", timeZone: "UTC" }),
  en: new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }),
};

function DayTicks({ range, lang }: { range: DayRange; lang: Lang }) {
  const days = toDayNumber(range.to, range.from);
  const marks = [0, 1 / 3, 2 / 3, 1].map((share) => ({ share, day: addDays(range.from, Math.round(days * share)) }));
  const anchors = ["start", "middle", "middle", "end"] as const;
  return (
    <>
      {marks.map(({ share, day }, at) => (
        <text class="chart-day" key={day} x={`${share * 100}%`} y="188" text-anchor={anchors[at]}>
          {SHORT[lang].format(new Date(`${day}T00:00:00Z`))}
        </text>
      ))}
    </>
  );
}

type TableProps = { label: string; title: string; points: readonly DayPoint[]; lang: Lang; words: InnerWords };

/** The days on which the price changed, newest first: between them it stood still. */
function ChartTable({ label, title, points, lang, words }: TableProps) {
  return (
    <details class="chart-table">
      <summary>{words.chart.asTable}</summary>
      <div
        class="table-scroll chart-table-box"
        tabIndex={0}
        role="region"
        aria-label={`${words.chart.asTable}, ${label}, ${title}`}
      >
        <table class="table">
          <caption class="sr-only">{`${label}, ${title}`}</caption>
          <thead>
            <tr>
              <th scope="col">{words.chart.from}</th>
              <th scope="col" class="cell-num">{words.chart.price}</th>
            </tr>
          </thead>
          <tbody>
            {findChanges(points).reverse().map(({ day, milli }) => (
              <tr key={day}>
                <td>
                  <time dateTime={day}>{formatDay(day, lang)}</time>
                </td>
                <td class="cell-num">{formatPrice(toPriceText(milli), lang)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
