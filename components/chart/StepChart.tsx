/** Draws a stepped price curve on the server, with a table for screen readers. @module */

import {
  countDays,
  type DayPoint,
  type DayRange,
  PLOT,
  toDayNumber,
  toLines,
  toScale,
  toStepPath,
} from "./lines.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { formatDay, formatPrice } from "../../lib/words/format.ts";
import type { Lang } from "../../lib/words/lang.ts";
import { fill, innerWords } from "../../lib/words/mod.ts";
import { FoldedTable } from "../Blocks.tsx";
import { ChartFiles } from "./ChartFiles.tsx";
import { CurveBox, Plot } from "./Plot.tsx";

type Props = {
  /** The name of the curve, for screen readers and in the table's caption. */
  label: string;
  title: string;
  points: readonly DayPoint[];
  /** A second curve to compare with, dashed. */
  reference: readonly DayPoint[];
  names: readonly [string, string];
  range: DayRange;
  lang: Lang;
};

/** Classes of the curves, for the keys of the legend. */
const CLASSES = ["chart-line", "chart-reference"];

function within(points: readonly DayPoint[], { from, to }: DayRange): DayPoint[] {
  return points.filter(({ day }) => day >= from && day <= to);
}

/**
 * Returns both curves over the days with values, or null if the range has fewer than two of them.
 */
function toDrawing({ points, reference, names, range: wanted }: Props) {
  const shown = within(points, wanted);
  const range = { from: shown[0]?.day ?? wanted.from, to: wanted.to };
  const compared = within(reference, range);
  const scale = toScale([...shown, ...compared].map(({ milli }) => milli));
  if (scale === null || shown.length < 2) return null;
  const curves = [{ name: names[0], points: shown }, { name: names[1], points: compared }];
  const span = { from: range.from, days: toDayNumber(range.to, range.from) + 1 };
  return {
    range,
    shown,
    scale,
    lines: toLines(compared.length > 0 ? curves : curves.slice(0, 1), span),
  };
}

type Drawing = NonNullable<ReturnType<typeof toDrawing>>;

/**
 * A chart of one range of days, or a note if it has no values. `csv` is the address of the curve in
 * the API.
 */
export function StepChart({ csv, height, ...props }: Props & { csv: string; height?: number }) {
  const { label, points, range, lang } = props;
  const words = innerWords[lang].chart;
  const drawing = toDrawing(props);
  const name = nameRange(props);
  const caption = `${label}, ${name}`;
  return (
    <figure class="chart">
      <figcaption class="chart-caption">
        <span class="chart-title">{name}</span>
        {drawing && <span class="chart-extremes num">{describe(drawing, props).extremes}</span>}
      </figcaption>
      {drawing === null
        ? (
          <p class="chart-empty">
            {within(points, range).length > 0 ? words.oneDay : words.noHistory}
          </p>
        )
        : (
          <>
            <CurveBox {...drawing} lang={lang} label={caption} classes={CLASSES}>
              <Drawn {...props} drawing={drawing} height={height} />
            </CurveBox>
            <ChartFiles csv={csv} lang={lang} label={caption} />
            <FoldedTable
              caption={caption}
              columns={[
                {
                  name: words.from,
                  cell: ({ day }) => <time dateTime={day}>{formatDay(day, lang)}</time>,
                },
                {
                  name: words.price,
                  look: "cell-num",
                  cell: ({ milli }) => formatPrice(toPriceText(milli), lang),
                },
              ]}
              rows={drawing.shown.filter(({ milli }, at, all) => milli !== all[at - 1]?.milli)
                .reverse()}
              keyOf={({ day }) => day}
              head={-1}
              lang={lang}
            />
          </>
        )}
    </figure>
  );
}

/**
 * Returns the name of a chart: its range, or the day it starts if that is later, and the day it
 * ends if that is earlier.
 */
function nameRange({ title, points, range, lang }: Props): string {
  const { since, until } = innerWords[lang].chart;
  const known = within(points, range);
  const first = known.at(0);
  const last = known.at(-1);
  if (first === undefined || last === undefined) return title;
  const name = first.day === range.from ? title : fill(since, { date: formatDay(first.day, lang) });
  return last.day === range.to
    ? name
    : `${name} · ${fill(until, { date: formatDay(last.day, lang) })}`;
}

/** The curve without its table, over the days with values; null if there are fewer than two. */
export function StepFigure(props: Props) {
  const drawing = toDrawing(props);
  return drawing && (
    <figure>
      <figcaption class="small muted">{nameRange(props)}</figcaption>
      <Drawn {...props} drawing={drawing} />
    </figure>
  );
}

function Drawn({ drawing, height = 196, ...props }: Props & { drawing: Drawing; height?: number }) {
  const { range, shown, lines, scale } = drawing;
  const [line, reference] = lines.millis.map((millis) => toStepPath(millis, scale));
  return (
    <Plot
      scale={scale}
      range={range}
      height={height}
      lang={props.lang}
      label={describe(drawing, props).sentence}
    >
      {/* A curve without gaps may be filled below it. */}
      {shown.length === countDays(lines) && (
        <path class="chart-fill" d={`${line}V${PLOT.height}H0Z`} />
      )}
      {reference && <path class="chart-reference" d={reference} />}
      <path class="chart-line" d={line} />
    </Plot>
  );
}

/** Returns the curve as a sentence, and "Plus bas 1,700 €, plus haut 1,800 €". */
function describe({ shown }: Drawing, { label, lang }: Props) {
  const words = innerWords[lang].chart;
  const price = (milli: number) => formatPrice(toPriceText(milli), lang);
  const millis = shown.map(({ milli }) => milli);
  const min = price(Math.min(...millis));
  const max = price(Math.max(...millis));
  const last = price(millis.at(-1)!);
  const days = { from: formatDay(shown.at(0)!.day, lang), to: formatDay(shown.at(-1)!.day, lang) };
  return {
    sentence: fill(words.summary, { what: label, ...days, min, max, last }),
    extremes: `${words.lowest} ${min}, ${words.highest.toLowerCase()} ${max}`,
  };
}
