/** Computes the means of days: which prices are in force at the end of a day, which are suspect, and their tallies. @module */

import { lastFactMs, PERIOD_GAP_MS, type PricePeriod } from "./price_period.ts";
import { isOutside, PriceReference } from "./plausibility.ts";

/**
 * A time during which older prices do not count: a stock-out, a closure, or an absence from the feed. It overrules the prices reported
 * at `sinceMs` or before; a price reported later ends it. `untilMs` null while it lasts.
 */
export type Interruption = { sinceMs: number; untilMs: number | null };

/**
 * A price in force at every instant after `fromMs`, up to and including `toMs`. It was confirmed first at `confirmedMs`,
 * Infinity when it never was.
 */
type Span = { fromMs: number; toMs: number; priceMilli: number; confirmedMs: number };

/** Longest time after an instant during which what was reported then can matter: a price is in force for 30 days. */
export const REACH_MS = PERIOD_GAP_MS;

/**
 * The spans during which the prices of one station and fuel are in force, ascending, from ascending periods. At instant `e`
 * counts what was reported before `e`: the last fact, unless it is more than 30 days old or an interruption that began at its instant or
 * later (and before `e`) lasts until `e` or beyond.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const periods = [{ atMs: 0, priceMilli: 1799, confirmedAtMs: [50] }, { atMs: 100, priceMilli: 1810, confirmedAtMs: [] }];
 * deepEqual(toSpans(periods, [{ sinceMs: 20, untilMs: 40 }]).map(({ fromMs, toMs }) => [fromMs, Math.min(toMs, 999)]), [
 *   [0, 20], [40, 50], [50, 100], [100, 999],
 * ]);
 * ```
 */
export function toSpans(periods: readonly PricePeriod[], interruptions: readonly Interruption[]): Span[] {
  const spans: Span[] = [];
  for (const [index, period] of periods.entries()) {
    const nextMs = periods[index + 1]?.atMs ?? Infinity;
    if (interruptions.length === 0) {
      spans.push(toSpan(period, period.atMs, Math.min(nextMs, lastFactMs(period) + REACH_MS)));
    } else pushInterruptedSpans(spans, period, { nextMs, interruptions });
  }
  return spans;
}

function toSpan({ priceMilli, confirmedAtMs }: PricePeriod, fromMs: number, toMs: number): Span {
  return { fromMs, toMs, priceMilli, confirmedMs: confirmedAtMs[0] ?? Infinity };
}

/** The spans of one period fact by fact: a confirmation makes an older interruption harmless. */
function pushInterruptedSpans(
  spans: Span[],
  period: PricePeriod,
  { nextMs, interruptions }: { nextMs: number; interruptions: readonly Interruption[] },
): void {
  const facts = [period.atMs, ...period.confirmedAtMs];
  facts.forEach((factMs, index) => {
    const endMs = Math.min(facts[index + 1] ?? nextMs, factMs + REACH_MS);
    const later = interruptions.filter(({ sinceMs }) => sinceMs >= factMs && sinceMs < endMs);
    for (const [fromMs, toMs] of subtract([factMs, endMs], later)) spans.push(toSpan(period, fromMs, toMs));
  });
}

/** What interruptions leave of a stretch: each takes the instants after its beginning, up to and including its end. */
function subtract([fromMs, toMs]: [number, number], interruptions: readonly Interruption[]): [number, number][] {
  const left: [number, number][] = [];
  let freeMs = fromMs;
  for (const interruption of [...interruptions].sort((a, b) => a.sinceMs - b.sinceMs)) {
    if (interruption.sinceMs > freeMs) left.push([freeMs, Math.min(interruption.sinceMs, toMs)]);
    freeMs = Math.max(freeMs, interruption.untilMs ?? Infinity);
    if (freeMs >= toMs) return left;
  }
  left.push([freeMs, toMs]);
  return left;
}

/**
 * The price of the span that each of some instants lies in, 0 where none does.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const spans = toSpans([{ atMs: 50, priceMilli: 1799, confirmedAtMs: [] }], []);
 * deepEqual([...toDayPrices(spans, [50, 100])], [0, 1799]);
 * ```
 */
export function toDayPrices(spans: readonly Span[], endsMs: readonly number[]): Int16Array {
  return Int16Array.from(
    endsMs,
    (endMs) => spans.find(({ fromMs, toMs }) => endMs > fromMs && endMs <= toMs)?.priceMilli ?? 0,
  );
}

/** What one area, fuel and day holds. */
type DayTally = { sumMilli: number; minMilli: number; maxMilli: number; count: number };

const FUEL_COUNT = 6;

/** The number at a place of an array that is as long as there are places: another place is a bug. */
function numberAt(cells: Float64Array | Int32Array | Int16Array, index: number): number {
  const number = cells[index];
  if (number === undefined) throw new RangeError(`Cell ${index} is not one of ${cells.length}`);
  return number;
}

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
    const count = numberAt(this.#count, cell);
    this.#sum[cell] = numberAt(this.#sum, cell) + priceMilli;
    this.#count[cell] = count + 1;
    if (count === 0 || priceMilli < numberAt(this.#min, cell)) this.#min[cell] = priceMilli;
    if (count === 0 || priceMilli > numberAt(this.#max, cell)) this.#max[cell] = priceMilli;
  }

  /** What was counted for an area (by number), fuel (1 to 6) and day (by number); null when nothing was. */
  tally(area: number, fuel: number, day: number): DayTally | null {
    const cell = this.#cell(area, fuel, day);
    const count = numberAt(this.#count, cell);
    if (count === 0) return null;
    const [minMilli, maxMilli] = [numberAt(this.#min, cell), numberAt(this.#max, cell)];
    return { sumMilli: numberAt(this.#sum, cell), minMilli, maxMilli, count };
  }

  #cell(area: number, fuel: number, day: number): number {
    return (area * FUEL_COUNT + fuel - 1) * this.dayCount + day;
  }
}

/** The areas of a station by number: its department's (null: unknown) and all in which its prices count. */
export type StationAreas = { department: number | null; areas: readonly number[] };

/**
 * One cell of two bytes for each station, fuel and day: the price in force at the day's end, below zero while the station
 * has not confirmed it, 0 when there is none. `endsMs` are the ends of the days, ascending.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const stations = Array.from({ length: 41 }, () => ({ department: null, areas: [0] }));
 * const prices = new DayPrices(stations, [100, 200]);
 * stations.forEach((_, station) => {
 *   const priceMilli = station === 0 ? 1200 : 1800;
 *   prices.add(station, 1, { fromMs: 50, toMs: 900, priceMilli, confirmedMs: 150 });
 * });
 * const grid = prices.toGrid(1);
 * equal(grid.tally(0, 1, 0)!.minMilli, 1800); // on the first day the odd one is suspect
 * equal(grid.tally(0, 1, 1)!.minMilli, 1200); // then it is confirmed
 * ```
 */
export class DayPrices {
  readonly #cells: Int16Array;
  readonly #endsMs: Float64Array;

  constructor(private readonly stations: readonly StationAreas[], endsMs: readonly number[]) {
    this.#endsMs = Float64Array.from(endsMs);
    this.#cells = new Int16Array(stations.length * FUEL_COUNT * endsMs.length);
  }

  /** Puts down a price of a station (by number) and fuel (1 to 6) for each day whose end lies in its span. */
  add(station: number, fuel: number, { fromMs, toMs, priceMilli, confirmedMs }: Span): void {
    const row = this.#cell(station, fuel, 0);
    const first = this.#firstEndAfter(fromMs);
    const last = this.#firstEndAfter(toMs);
    const confirmed = Math.min(Math.max(first, this.#firstEndAfter(confirmedMs)), last);
    this.#cells.fill(-priceMilli, row + first, row + confirmed);
    this.#cells.fill(priceMilli, row + confirmed, row + last);
  }

  /** Tallies by area, fuel and day of all prices but the suspect ones. */
  toGrid(areaCount: number): MeanGrid {
    const grid = new MeanGrid(areaCount, this.#endsMs.length);
    for (let fuel = 1; fuel <= FUEL_COUNT; fuel++) {
      for (let day = 0; day < this.#endsMs.length; day++) this.#count(grid, fuel, day);
    }
    return grid;
  }

  #count(grid: MeanGrid, fuel: number, day: number): void {
    const reference = this.#refer(fuel, day);
    this.stations.forEach(({ department, areas }, station) => {
      const cell = numberAt(this.#cells, this.#cell(station, fuel, day));
      if (cell === 0) return;
      const priceMilli = Math.abs(cell);
      if (cell < 0 && isOutside(priceMilli, reference.boundsOf(department))) return;
      grid.add(areas, { fuel, day, priceMilli });
    });
  }

  #refer(fuel: number, day: number): PriceReference<number> {
    const reference = new PriceReference<number>();
    this.stations.forEach(({ department }, station) => {
      const cell = numberAt(this.#cells, this.#cell(station, fuel, day));
      if (cell !== 0) reference.add(Math.abs(cell), department);
    });
    return reference;
  }

  #cell(station: number, fuel: number, day: number): number {
    return (station * FUEL_COUNT + fuel - 1) * this.#endsMs.length + day;
  }

  /** Place of the first day that ends after an instant; the number of days when none does. */
  #firstEndAfter(instantMs: number): number {
    let low = 0;
    let high = this.#endsMs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (numberAt(this.#endsMs, middle) > instantMs) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
