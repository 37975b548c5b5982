/** Shows a person how far a backfill is: a bar on a terminal, a line now and then elsewhere. @module */

import { Presets, SingleBar } from "cli-progress";
import type { BackfillProgress } from "../archive/backfill.ts";

/** Shows progress as it is told; `stop` before anything else is printed. */
export type BackfillBar = { show(progress: BackfillProgress): void; stop(): void };

const NAMES = { download: "downloading", prices: "prices", means: "daily means" } as const;
const LINE_EVERY_MS = 5_000;

/** Seconds as `1:05` or `2:03:05`. */
function toClock(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = String(whole % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** What a person wants to know beside the bar, by the pace since the phase began. */
class Pace {
  #phase: BackfillProgress["phase"] | null = null;
  #began = 0;
  #first: BackfillProgress | null = null;

  describe(progress: BackfillProgress): { rate: string; left: string } {
    if (progress.phase !== this.#phase) {
      this.#phase = progress.phase;
      this.#began = performance.now();
      this.#first = progress;
    }
    const seconds = (performance.now() - this.#began) / 1000;
    const done = progress.done - this.#first!.done;
    const prices = progress.prices - this.#first!.prices;
    const rate = progress.phase === "prices" && seconds > 0 ? `${Math.round(prices / seconds)} prices/s` : "";
    const left = progress.total && done > 0 ? `${toClock(seconds * (progress.total - progress.done) / done)} left` : "";
    return { rate, left };
  }
}

function toTerminalBar(pace: Pace): BackfillBar {
  const format = "{name} {bar} {percentage}% · {stations} stations · {prices} prices · {rate} {left}";
  const bar = new SingleBar(
    { format, hideCursor: true, clearOnComplete: true, stopOnComplete: false },
    Presets.shades_grey,
  );
  let started = false;
  return {
    show(progress) {
      const { phase, stations, prices } = progress;
      const words = { name: NAMES[phase].padEnd(11), stations, prices, ...pace.describe(progress) };
      if (!started) bar.start(progress.total ?? 0, progress.done, words);
      started = true;
      bar.setTotal(progress.total ?? Math.max(progress.done, 1));
      bar.update(progress.done, words);
    },
    stop: () => bar.stop(),
  };
}

function toLines(pace: Pace, print: (line: string) => void): BackfillBar {
  let last = -Infinity;
  let phase: string | null = null;
  return {
    show(progress) {
      const { rate, left } = pace.describe(progress);
      if (progress.phase === phase && performance.now() - last < LINE_EVERY_MS) return;
      [phase, last] = [progress.phase, performance.now()];
      const percent = progress.total ? `${Math.floor(100 * progress.done / progress.total)} %` : "";
      const counts = `${progress.stations} stations, ${progress.prices} prices`;
      print([NAMES[progress.phase], percent, counts, rate, left].filter((part) => part !== "").join(" · "));
    },
    stop() {},
  };
}

/** A bar for standard error when it is a terminal, else lines. */
export function createBackfillBar(isTerminal: boolean = Deno.stderr.isTerminal()): BackfillBar {
  return isTerminal ? toTerminalBar(new Pace()) : toLines(new Pace(), (line) => console.error(line));
}
