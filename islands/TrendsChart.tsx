/** The interactive chart of several curves, by uPlot: values are read off a line by pointer or keyboard. @module */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { LinesChart, type LinesChartProps, Readout } from "../components/chart/Plot.tsx";
import type uPlot from "uplot";
import { readColour } from "../lib/client/browser.ts";
import { countDays, DASHES, type Lines, toScale } from "../components/chart/lines.ts";
import type { Lang } from "../lib/words/lang.ts";

const STEP: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/** The server's chart, until the interactive one is drawn over it, and for good when that one cannot be loaded. */
export default function TrendsChart({ lines, label, lang, words }: LinesChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const isDrawn = useSignal(false);
  const at = useSignal<number | null>(null);
  useEffect(() => {
    // The plot comes when the page is at rest and the chart is near: it is not needed to read the page.
    const watcher = new IntersectionObserver(async ([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      const { default: Plot } = await import("uplot");
      plot.current = drawLines(Plot, { box: box.current!, lines, lang, onMove: (day) => at.value = day });
      isDrawn.value = true;
    }, { rootMargin: "200px" });
    watcher.observe(box.current!);
  }, []);
  const walk = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const last = countDays(lines) - 1;
    const jump = event.key === "Home" ? 0 : event.key === "End" ? last : null;
    const step = STEP[event.key];
    if (jump === null && step === undefined) return;
    event.preventDefault();
    const target = jump ?? (at.value ?? last) + (step ?? 0);
    at.value = Math.min(last, Math.max(0, target));
    plot.current?.setCursor({ left: plot.current.valToPos(toSecond(lines, at.value), "x"), top: 0 });
  };
  return (
    <div>
      {/* The box takes the keyboard so that the curve can be walked along; the readout below says where one is. */}
      <div
        class="lines-box"
        ref={box}
        tabIndex={0}
        role="group"
        aria-label={`${label}. ${words.resume}`}
        onKeyDown={walk}
      >
        {!isDrawn.value && <LinesChart {...{ lines, label, lang }} />}
      </div>
      <Readout {...{ lines, lang }} at={at.value} sentence={words.readout} />
    </div>
  );
}

type Options = {
  box: HTMLElement;
  lines: Lines;
  lang: Lang;
  /** Called with the day under the pointer, null when it leaves. */
  onMove(day: number | null): void;
};

/** The beginning of a day, 0 for the first, in seconds since 1970: uPlot's unit. */
function toSecond({ from }: Lines, day: number): number {
  return Date.parse(`${from}T00:00:00Z`) / 1000 + day * 86_400;
}

function toData(lines: Lines): uPlot.AlignedData {
  const row = Array.from({ length: countDays(lines) }, (_, day) => toSecond(lines, day));
  return [row, ...lines.millis.map((line) => line.map((milli) => milli === null ? null : milli / 1000))];
}

function toAxes(lang: Lang): uPlot.Axis[] {
  // Read at each drawing, since the theme may change.
  const common = {
    stroke: () => readColour("muted"),
    grid: { stroke: () => readColour("line"), width: 1 },
    font: "12px system-ui",
  };
  const locale = lang === "fr" ? "fr-FR" : "en-GB";
  const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
  const price = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return [
    { ...common, space: 80, values: (_, splits) => splits.map((second) => day.format(second * 1000)) },
    { ...common, size: 44, values: (_, splits) => splits.map((value) => price.format(value)) },
  ];
}

function toOptions({ box, lines, lang, onMove }: Options, Plot: typeof uPlot): uPlot.Options {
  const scale = toScale(lines.millis.flat().filter((milli) => milli !== null))!;
  return {
    width: box.clientWidth,
    height: box.clientHeight,
    padding: [12, 16, 0, 0],
    legend: { show: false },
    tzDate: (second) => Plot.tzDate(new Date(second * 1000), "Etc/UTC"),
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 9 } },
    scales: { y: { range: [scale.low / 1000, scale.high / 1000] } },
    axes: toAxes(lang),
    series: [
      {},
      ...lines.names.map((label, at) => ({
        label,
        stroke: () => readColour(`line-${at + 1}`),
        width: 2,
        dash: [...DASHES[at] ?? []],
        points: { show: false },
      })),
    ],
    hooks: { setCursor: [({ cursor }) => onMove(cursor.idx ?? null)] },
  };
}

/** Draws into a box of fixed height; follows its width and the theme. */
function drawLines(Plot: typeof uPlot, options: Options): uPlot {
  const { box, lines } = options;
  const plot = new Plot(toOptions(options, Plot), toData(lines), box);
  new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: box.clientHeight })).observe(box);
  addEventListener("themechange", () => plot.redraw(false));
  return plot;
}
