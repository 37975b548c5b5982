/** What the mean of a day is made of: the prices in force at its end, without SQL. @module */

import { lastFactMs, type PriceRun, RUN_GAP_MS } from "./price_run.ts";

/**
 * A time during which older prices do not count: a stock-out, a closure, or an absence from the feed. It overrules the prices told
 * at `sinceMs` or before; a price told later ends it. `untilMs` null while it lasts.
 */
export type Cut = { sinceMs: number; untilMs: number | null };

/**
 * A price in force at every instant after `fromMs`, up to and including `toMs`. It was confirmed first at `confirmedMs`,
 * Infinity when it never was.
 */
export type Span = { fromMs: number; toMs: number; priceMilli: number; confirmedMs: number };

/** Longest time after an instant during which what was told then can matter: a price is in force for 30 days. */
export const REACH_MS = RUN_GAP_MS;

/**
 * The spans during which the prices of one station and fuel are in force, ascending, from ascending runs. At instant `e`
 * counts what was told before `e`: the last fact, unless it is more than 30 days old or a cut that began at its instant or
 * later (and before `e`) lasts until `e` or beyond.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const runs = [{ atMs: 0, priceMilli: 1799, confirmedAtMs: [50] }, { atMs: 100, priceMilli: 1810, confirmedAtMs: [] }];
 * deepEqual(toSpans(runs, [{ sinceMs: 20, untilMs: 40 }]).map(({ fromMs, toMs }) => [fromMs, Math.min(toMs, 999)]), [
 *   [0, 20], [40, 50], [50, 100], [100, 999],
 * ]);
 * ```
 */
export function toSpans(runs: readonly PriceRun[], cuts: readonly Cut[]): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < runs.length; i++) {
    const run = runs[i];
    const nextMs = i + 1 < runs.length ? runs[i + 1].atMs : Infinity;
    if (cuts.length === 0) spans.push(toSpan(run, run.atMs, Math.min(nextMs, lastFactMs(run) + REACH_MS)));
    else pushCutSpans(spans, run, { nextMs, cuts });
  }
  return spans;
}

function toSpan({ priceMilli, confirmedAtMs }: PriceRun, fromMs: number, toMs: number): Span {
  return { fromMs, toMs, priceMilli, confirmedMs: confirmedAtMs[0] ?? Infinity };
}

/** The spans of one run fact by fact: a confirmation makes an older cut harmless. */
function pushCutSpans(spans: Span[], run: PriceRun, { nextMs, cuts }: { nextMs: number; cuts: readonly Cut[] }): void {
  const facts = [run.atMs, ...run.confirmedAtMs];
  facts.forEach((factMs, index) => {
    const endMs = Math.min(index + 1 < facts.length ? facts[index + 1] : nextMs, factMs + REACH_MS);
    const later = cuts.filter(({ sinceMs }) => sinceMs >= factMs && sinceMs < endMs);
    for (const [fromMs, toMs] of subtract([factMs, endMs], later)) spans.push(toSpan(run, fromMs, toMs));
  });
}

/** What cuts leave of a stretch: each takes the instants after its beginning, up to and including its end. */
function subtract([fromMs, toMs]: [number, number], cuts: readonly Cut[]): [number, number][] {
  const left: [number, number][] = [];
  let freeMs = fromMs;
  for (const cut of [...cuts].sort((a, b) => a.sinceMs - b.sinceMs)) {
    if (cut.sinceMs > freeMs) left.push([freeMs, Math.min(cut.sinceMs, toMs)]);
    freeMs = Math.max(freeMs, cut.untilMs ?? Infinity);
    if (freeMs >= toMs) return left;
  }
  left.push([freeMs, toMs]);
  return left;
}

/** What one area, fuel and day holds. */
export type DayTally = { sumMilli: number; minMilli: number; maxMilli: number; count: number };

const FUEL_COUNT = 6;

/**
 * Tallies of areas by fuel and day: 18 bytes a cell, so that a year of every area fits in some megabytes.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const grid = new MeanGrid(1, 2);
 * grid.add([0], { fuel: 1, day: 1, priceMilli: 1799 });
 * deepEqual(grid.tally(0, 1, 0), null);
 * deepEqual(grid.tally(0, 1, 1), { sumMilli: 1799, minMilli: 1799, maxMilli: 1799, count: 1 });
 * ```
 */
export class MeanGrid {
  readonly #sum: Float64Array;
  readonly #count: Int32Array;
  readonly #min: Int16Array;
  readonly #max: Int16Array;

  constructor(areaCount: number, private readonly dayCount: number) {
    const cells = areaCount * FUEL_COUNT * dayCount;
    this.#sum = new Float64Array(cells);
    this.#count = new Int32Array(cells);
    this.#min = new Int16Array(cells);
    this.#max = new Int16Array(cells);
  }

  /** Counts a price of a fuel (1 to 6) on a day (by number) in some areas (by number). */
  add(areas: readonly number[], { fuel, day, priceMilli }: { fuel: number; day: number; priceMilli: number }): void {
    for (const area of areas) this.#addTo(this.#cell(area, fuel, day), priceMilli);
  }

  #addTo(cell: number, priceMilli: number): void {
    this.#sum[cell] += priceMilli;
    if (this.#count[cell]++ === 0) this.#min[cell] = this.#max[cell] = priceMilli;
    else if (priceMilli < this.#min[cell]) this.#min[cell] = priceMilli;
    else if (priceMilli > this.#max[cell]) this.#max[cell] = priceMilli;
  }

  /** What was counted for an area (by number), fuel (1 to 6) and day (by number); null when nothing was. */
  tally(area: number, fuel: number, day: number): DayTally | null {
    const cell = this.#cell(area, fuel, day);
    const count = this.#count[cell];
    if (count === 0) return null;
    return { sumMilli: this.#sum[cell], minMilli: this.#min[cell], maxMilli: this.#max[cell], count };
  }

  #cell(area: number, fuel: number, day: number): number {
    return (area * FUEL_COUNT + fuel - 1) * this.dayCount + day;
  }
}
