/** The interactive chart of several curves: values are read off a line by pointer or keyboard. @module */

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { LinesChart, type LinesChartProps, Readout } from "../components/chart/Plot.tsx";
import { drawLines, type DrawnLines } from "../lib/client/lines_plot.ts";
import { countDays } from "../lib/shared/draw/chart.ts";

const STEP: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, PageUp: -7, PageDown: 7 };

/** The server's chart, until the interactive one is drawn over it, and for good when that one cannot be loaded. */
export default function TrendsChart({ lines, label, lang, words }: LinesChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<DrawnLines | null>(null);
  const isDrawn = useSignal(false);
  const at = useSignal<number | null>(null);
  useEffect(() => {
    const ending = new AbortController();
    // The plot comes when the page is at rest and the chart is near: it is not needed to read the page.
    const watcher = new IntersectionObserver(async ([entry]) => {
      if (!entry?.isIntersecting) return;
      watcher.disconnect();
      const { default: Plot } = await import("uplot");
      if (ending.signal.aborted || !box.current) return;
      plot.current = drawLines(Plot, { box: box.current, lines, lang, onMove: (day) => at.value = day });
      isDrawn.value = true;
    }, { rootMargin: "200px" });
    watcher.observe(box.current!);
    return () => {
      ending.abort();
      watcher.disconnect();
      plot.current?.end();
    };
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
    plot.current?.point(at.value);
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
