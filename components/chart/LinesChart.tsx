/** Curves of several lines drawn on the server: what stands there before, or without, the interactive chart. @module */

import type { Lang } from "../../lib/shared/lang.ts";
import { countDays, DASHES, type Lines } from "../../lib/shared/lines.ts";
import { addDays } from "../../lib/shared/paris_time.ts";
import { type Scale, toScale } from "../../lib/shared/step_chart.ts";

const WIDTH = 1000;
const HEIGHT = 100;
const PLOT_HEIGHT = 268;
const MOST_COLUMNS = 120;

/** The picture; `label` says it to readers. Nothing when no day is known. */
export function LinesChart({ lines, label, lang }: { lines: Lines; label: string; lang: Lang }) {
  const scale = toScale(lines.millis.flat().filter((milli) => milli !== null));
  if (scale === null) return null;
  const toPercent = (tick: number) => 100 - ((tick - scale.low) / (scale.high - scale.low)) * 100;
  return (
    <svg class="chart-drawing" role="img" aria-label={label} width="100%" height="320">
      <svg y="20" width="100%" height={PLOT_HEIGHT} overflow="visible" aria-hidden="true">
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
          {lines.millis.map((line, at) => (
            <path
              key={at}
              class={`lines-path line-${at + 1}`}
              d={toPath(line, scale)}
              stroke-dasharray={DASHES[at]?.join(" ")}
            />
          ))}
        </svg>
        {scale.ticks.map((tick) => (
          <text class="chart-tick" key={tick} x="0" y={`${toPercent(tick)}%`} dy="-4">
            {toTick(tick, lang)}
          </text>
        ))}
      </svg>
      <text class="chart-day" x="0" y="312">{toDay(lines.from, lang)}</text>
      <text class="chart-day" x="100%" y="312" text-anchor="end">
        {toDay(addDays(lines.from, countDays(lines) - 1), lang)}
      </text>
    </svg>
  );
}

/** Thinned to what a phone can show: the whole series is in the table and in the interactive chart. */
function toPath(line: readonly (number | null)[], { low, high }: Scale): string {
  const step = Math.max(1, Math.ceil(line.length / MOST_COLUMNS));
  const round = (units: number) => Math.round(units * 10) / 10;
  let path = "";
  let isOpen = false;
  line.forEach((milli, at) => {
    if (at % step !== 0 && at !== line.length - 1) return;
    if (milli !== null) {
      const x = round((at / Math.max(1, line.length - 1)) * WIDTH);
      path += `${isOpen ? "L" : "M"}${x} ${round(HEIGHT - ((milli - low) / (high - low)) * HEIGHT)}`;
    }
    isOpen = milli !== null;
  });
  return path;
}

function toTick(milli: number, lang: Lang): string {
  const text = (milli / 1000).toFixed(2);
  return lang === "fr" ? text.replace(".", ",") : text;
}

function toDay(day: string, lang: Lang): string {
  const options = { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" } as const;
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(lang === "fr" ? "fr-FR" : "en-GB", options);
}
