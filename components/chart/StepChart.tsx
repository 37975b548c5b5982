/** Draws a stepped price curve on the server, with its table for those who cannot see it. @module */

import { formatDay, formatPrice } from "../../lib/shared/format.ts";
import type { Lang } from "../../lib/shared/lang.ts";
import {
  countDays,
  type DayPoint,
  type DayRange,
  findChanges,
  type Lines,
  PLOT,
  type Scale,
  summarize,
  toDayNumber,
  toKnownRange,
  toLines,
  toScale,
  toStepPath,
} from "../../lib/shared/chart.ts";
import { toPriceText } from "../../lib/shared/money.ts";
import { fill } from "../../lib/shared/words/fill.ts";
import type { InnerWords } from "../../lib/shared/words/inner.ts";
import { FoldedTable, Plot, Readout } from "./Plot.tsx";

type Props = {
  /** What the curve shows, for readers and as the table's caption. */
  label: string;
  /** How the range is called ("30 jours"). */
  title: string;
  points: readonly DayPoint[];
  /** A second curve to compare with, dashed. */
  reference: readonly DayPoint[];
  /** Names of the two curves. */
  names: readonly [string, string];
  range: DayRange;
  lang: Lang;
  words: InnerWords;
};

const HEIGHT = 196;
/** How the curves are drawn, for the keys of the legend. */
const CLASSES = ["chart-line", "chart-reference"];

function within(points: readonly DayPoint[], { from, to }: DayRange): DayPoint[] {
  return points.filter(({ day }) => day >= from && day <= to);
}

/** What a chart draws: both curves on one row of the days that are known (the second where it is known). */
type Drawing = { range: DayRange; shown: DayPoint[]; lines: Lines; scale: Scale };

/** Null when fewer than two days of the range are known. */
function toDrawing({ points, reference, names, range: wanted }: Omit<Props, "words">): Drawing | null {
  const range = toKnownRange(points, wanted) ?? wanted;
  const [shown, compared] = [within(points, range), within(reference, range)];
  const scale = toScale([...shown, ...compared].map(({ milli }) => milli));
  if (scale === null || shown.length < 2) return null;
  const curves = [{ name: names[0], points: shown }, { name: names[1], points: compared }];
  const span = { from: range.from, days: toDayNumber(range.to, range.from) + 1 };
  return { range, shown, scale, lines: toLines(compared.length > 0 ? curves : curves.slice(0, 1), span) };
}

/** A chart of one range of days; says so when nothing is known of them. */
export function StepChart(props: Props) {
  const { label, points, range, lang, words } = props;
  const drawing = toDrawing(props);
  const name = nameRange(props);
  return (
    <figure class="chart">
      <figcaption class="chart-caption">
        <span class="chart-title">{name}</span>
        {drawing && <Extremes summary={summarize(drawing.shown)!} {...{ lang, words }} />}
      </figcaption>
      {drawing === null
        ? <p class="chart-empty">{toKnownRange(points, range) ? words.chart.oneDay : words.chart.noHistory}</p>
        : (
          <>
            <div
              class="curve-box"
              role="group"
              aria-label={`${label}, ${name}`}
              data-curve={toCurve(drawing, { lang, words })}
            >
              <Drawn {...{ drawing, label, lang, words }} />
            </div>
            <Readout lines={drawing.lines} {...{ lang }} at={null} sentence={words.chart.readout} classes={CLASSES} />
            <ChartTable {...{ label, points: drawing.shown, lang, words }} title={name} />
          </>
        )}
    </figure>
  );
}

type NameOptions = Pick<Props, "title" | "points" | "range" | "lang" | "words">;

/** What a chart is called: its range, or since when anything is known of it. */
export function nameRange({ title, points, range, lang, words }: NameOptions): string {
  const known = toKnownRange(points, range);
  if (known === null || known.from === range.from) return title;
  return fill(words.chart.since, { date: formatDay(known.from, lang) });
}

/** The curve alone, without its table, over the days that are known; nothing when fewer than two are. */
export function StepPlot(props: Props) {
  const { label, lang, words } = props;
  const drawing = toDrawing(props);
  return drawing && <Drawn {...{ drawing, label, lang, words }} />;
}

type DrawnProps = Pick<Props, "label" | "lang" | "words"> & { drawing: Drawing };

function Drawn({ drawing: { range, shown, lines, scale }, label, lang, words }: DrawnProps) {
  const [own, reference] = lines.millis.map((millis) => toStepPath(millis, scale));
  return (
    <Plot {...{ scale, range, lang }} height={HEIGHT} label={toSentence({ label, shown, lang, words })}>
      {/* a curve without gaps may be filled below */}
      {shown.length === countDays(lines) && <path class="chart-fill" d={`${own}V${PLOT.height}H0Z`} />}
      {reference && <path class="chart-reference" d={reference} />}
      <path class="chart-line" d={own} />
    </Plot>
  );
}

/** What `static/curve.js` needs in order to read the curve as the page writes it. */
function toCurve({ lines, scale: { low, high } }: Drawing, { lang, words }: Pick<Props, "lang" | "words">): string {
  const { readout, resume } = words.chart;
  const { from, millis } = lines;
  return JSON.stringify({ from, millis, scale: { low, high }, price: formatPrice("0.000", lang), readout, resume });
}

type SentenceOptions = { label: string; shown: readonly DayPoint[]; lang: Lang; words: InnerWords };

function toSentence({ label, shown, lang, words }: SentenceOptions): string {
  const { min, max } = summarize(shown)!;
  const price = ({ milli }: DayPoint) => formatPrice(toPriceText(milli), lang);
  const [first, last] = [shown.at(0)!, shown.at(-1)!];
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

type TableProps = { label: string; title: string; points: readonly DayPoint[]; lang: Lang; words: InnerWords };

/** The days on which the price changed, newest first: between them it stood still. */
function ChartTable({ label, title, points, lang, words }: TableProps) {
  return (
    <FoldedTable label={`${label}, ${title}`} words={words}>
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
    </FoldedTable>
  );
}
