/** Draws lines with uPlot in the page's colours: the library is handed in, since only one page loads it. @module */

import type { Lang } from "../shared/words/lang.ts";
import { countDays, DASHES, type Lines, toScale } from "../shared/draw/chart.ts";
import type uPlot from "uplot";

type Options = {
  box: HTMLElement;
  lines: Lines;
  lang: Lang;
  /** Called with the day under the pointer, null when it leaves. */
  onMove(day: number | null): void;
};

const DAY_S = 86_400;

/** The beginning of a day, 0 for the first, in seconds since 1970: uPlot's unit. */
function toSecond({ from }: Lines, day: number): number {
  return Date.parse(`${from}T00:00:00Z`) / 1000 + day * DAY_S;
}

function toData(lines: Lines): uPlot.AlignedData {
  const row = Array.from({ length: countDays(lines) }, (_, day) => toSecond(lines, day));
  return [row, ...lines.millis.map((line) => line.map((milli) => milli === null ? null : milli / 1000))];
}

function toAxes(lang: Lang, color: (name: string) => string): uPlot.Axis[] {
  const common = { stroke: color("--muted"), grid: { stroke: color("--line"), width: 1 }, font: "12px system-ui" };
  const locale = lang === "fr" ? "fr-FR" : "en-GB";
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return [
    { ...common, space: 80, values: (_, splits) => splits.map((second) => day.format(second * 1000)) },
    { ...common, size: 44, values: (_, splits) => splits.map((value) => price.format(value)) },
  ];
}

function toOptions({ box, lines, lang, onMove }: Options, Plot: typeof uPlot): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const scale = toScale(lines.millis.flat().filter((milli) => milli !== null))!;
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [12, 16, 0, 0],
    legend: { show: false },
    tzDate: (second) => Plot.tzDate(new Date(second * 1000), "Etc/UTC"),
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 9 } },
    scales: { y: { range: [scale.low / 1000, scale.high / 1000] } },
    axes: toAxes(lang, color),
    series: [
      {},
      ...lines.names.map((label, at) => ({
        label,
        stroke: color(`--line-${at + 1}`),
        width: 2,
        dash: [...DASHES[at] ?? []],
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onMove(cursor.idx ?? null)] },
  };
}

/** Draws into a box of fixed height; follows its width and the theme. */
export function drawLines(Plot: typeof uPlot, options: Options) {
  const { box, lines } = options;
  const data = toData(lines);
  let plot = new Plot(toOptions(options, Plot), data, box);
  const redraw = () => {
    plot.destroy();
    plot = new Plot(toOptions(options, Plot), data, box);
  };
  const sizes = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight }));
  sizes.observe(box);
  addEventListener("themechange", redraw);
  return {
    /** Moves the cursor to a day, 0 for the first. */
    point(day: number): void {
      plot.setCursor({ left: plot.valToPos(toSecond(lines, day), "x"), top: 0 });
    },
    end(): void {
      removeEventListener("themechange", redraw);
      sizes.disconnect();
      plot.destroy();
    },
  };
}

/** A drawn chart. */
export type DrawnLines = ReturnType<typeof drawLines>;
