/** Several curves drawn on the server, before or without the interactive chart. @module */

import type { Lang } from "../../lib/shared/words/lang.ts";
import { countDays, DASHES, type Lines, PLOT, type Scale, toScale, toShare } from "../../lib/shared/draw/chart.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { Plot } from "./Plot.tsx";

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
          d={toPath(line, scale)}
          stroke-dasharray={DASHES[at]?.join(" ")}
        />
      ))}
    </Plot>
  );
}

/** Thinned to what a phone can show: the whole series is in the table and in the interactive chart. */
function toPath(line: readonly (number | null)[], scale: Scale): string {
  const step = Math.max(1, Math.ceil(line.length / MAX_COLUMNS));
  const round = (units: number) => Math.round(units * 10) / 10;
  let path = "";
  let isOpen = false;
  line.forEach((milli, at) => {
    if (at % step !== 0 && at !== line.length - 1) return;
    if (milli !== null) {
      const x = round((at / Math.max(1, line.length - 1)) * PLOT.width);
      path += `${isOpen ? "L" : "M"}${x} ${round((1 - toShare(milli, scale)) * PLOT.height)}`;
    }
    isOpen = milli !== null;
  });
  return path;
}
