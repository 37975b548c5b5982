/** Computes the means of days: the prices in force at the end of a day, the odd reports of a day, and tallies. @module */

import { lastFactMs, PERIOD_GAP_MS, type PricePeriod } from "./price_period.ts";
import { type OddReport, PriceReference, SUSPECT_RULE, type SuspectRule, toOddReport } from "./plausibility.ts";

/**
 * A time during which older prices do not count: a stock-out, a closure, or an absence from the feed. It overrules the prices reported
 * at `sinceMs` or before; a price reported later ends it. `untilMs` null while it lasts.
 */
export type Interruption = { sinceMs: number; untilMs: number | null };

/** A price in force at every instant after `fromMs`, up to and including `toMs`. */
type Span = { fromMs: number; toMs: number; priceMilli: number };

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
      const { atMs: fromMs, priceMilli } = period;
      spans.push({ fromMs, toMs: Math.min(nextMs, lastFactMs(period) + REACH_MS), priceMilli });
    } else pushInterruptedSpans(spans, period, { nextMs, interruptions });
  }
  return spans;
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
    for (const [fromMs, toMs] of subtract([factMs, endMs], later)) {
      spans.push({ fromMs, toMs, priceMilli: period.priceMilli });
    }
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

/** A day on which reports are judged, in ms: `previousEndMs` is the end of the covered day before, -Infinity if there is none. */
export type JudgedDay = { startMs: number; endMs: number; previousEndMs: number };

/** An odd report of a station (by number) and fuel (1 to 6) on a day (by number). */
export type StationReport = OddReport & { station: number; fuel: number; day: number };

/** More than the greatest plausible price in thousandths. */
const PRICE_COUNT = 4096;

/**
 * The prices in force at the ends of ascending days, one cell of two bytes for each station, fuel and day (0: none), and the
 * reports of these days. A report belongs to its Paris day. One of a day that is not covered belongs to the next day that is,
 * if it still stands when that day begins.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * const stations = Array.from({ length: 41 }, () => ({ department: null, areas: [0] }));
 * const prices = new DayPrices(stations, [{ startMs: 0, endMs: 100, previousEndMs: -Infinity }]);
 * stations.forEach((_, station) => {
 *   prices.add(station, 1, [{ atMs: 50, priceMilli: station === 0 ? 1200 : 1800, confirmedAtMs: [] }], []);
 * });
 * const [odd] = prices.findOdd();
 * equal(odd?.station, 0);
 * prices.hide(0, 1, { fromMs: 50, toMs: Infinity });
 * equal(prices.toGrid(1).tally(0, 1, 0)!.minMilli, 1800);
 * ```
 */
export class DayPrices {
  readonly #cells: Int16Array;
  readonly #endsMs: Float64Array;
  /** Stations that set a value, by fuel, day and value. */
  readonly #setters: Uint16Array;
  /** Reports by column: a month of France has 300 000. */
  readonly #rows: number[] = [];
  readonly #prices: number[] = [];
  readonly #atMs: number[] = [];

  constructor(private readonly stations: readonly StationAreas[], private readonly days: readonly JudgedDay[]) {
    this.#endsMs = Float64Array.from(days, ({ endMs }) => endMs);
    this.#cells = new Int16Array(stations.length * FUEL_COUNT * days.length);
    this.#setters = new Uint16Array(FUEL_COUNT * days.length * PRICE_COUNT);
  }

  /** Adds the ascending periods of a station (by number) and fuel (1 to 6), each pair once. */
  add(station: number, fuel: number, periods: readonly PricePeriod[], interruptions: readonly Interruption[]): void {
    for (const { priceMilli, ...span } of toSpans(periods, interruptions)) this.#fill(station, fuel, span, priceMilli);
    const set = new Set<number>();
    for (const [index, { atMs, priceMilli }] of periods.entries()) {
      const cell = this.#findCell(station, fuel, { atMs, nextMs: periods[index + 1]?.atMs ?? Infinity });
      if (cell === null) continue;
      this.#rows.push(cell);
      this.#prices.push(priceMilli);
      this.#atMs.push(atMs);
      set.add(this.#setter(fuel, cell % this.days.length, priceMilli));
    }
    for (const setter of set) this.#setters[setter] = (this.#setters[setter] ?? 0) + 1;
  }

  /** The cell of the day that judges a report; null when no day does, or when it stands at the day's end without being in force. */
  #findCell(station: number, fuel: number, { atMs, nextMs }: { atMs: number; nextMs: number }): number | null {
    const number = this.#firstEndAfter(atMs);
    const day = this.days[number];
    if (!day || (atMs < day.startMs && (atMs < day.previousEndMs || nextMs < day.startMs))) return null;
    const cell = this.#cell(station, fuel, number);
    return nextMs >= day.endMs && this.#cells[cell] === 0 ? null : cell;
  }

  /** The reports that are far from their day's market, and whose value fewer than three stations set on that day, by station, fuel and time. */
  findOdd(rule = SUSPECT_RULE): StationReport[] {
    const references = new Map<number, PriceReference<number>>();
    return this.#rows.flatMap((cell, index) => {
      const day = cell % this.days.length;
      const pair = (cell - day) / this.days.length;
      const [fuel, station] = [1 + pair % FUEL_COUNT, Math.floor(pair / FUEL_COUNT)];
      const point = { priceMilli: this.#prices[index]!, atMs: this.#atMs[index]! };
      if (this.#setters[this.#setter(fuel, day, point.priceMilli)]! >= rule.stations) return [];
      const key = fuel * this.days.length + day;
      const reference = references.get(key) ?? this.#refer(fuel, day, rule);
      references.set(key, reference);
      const odd = toOddReport(point, reference.marketOf(this.stations[station]!.department));
      return odd ? [{ ...odd, station, fuel, day }] : [];
    });
  }

  /** Takes what a station reported out of the days whose ends lie in a span, because it is suspect. */
  hide(station: number, fuel: number, span: { fromMs: number; toMs: number }): void {
    this.#fill(station, fuel, span, 0);
  }

  #fill(station: number, fuel: number, { fromMs, toMs }: { fromMs: number; toMs: number }, priceMilli: number): void {
    const row = this.#cell(station, fuel, 0);
    this.#cells.fill(priceMilli, row + this.#firstEndAfter(fromMs), row + this.#firstEndAfter(toMs));
  }

  /** Tallies by area, fuel and day. */
  toGrid(areaCount: number): MeanGrid {
    const grid = new MeanGrid(areaCount, this.days.length);
    for (let fuel = 1; fuel <= FUEL_COUNT; fuel++) {
      for (let day = 0; day < this.days.length; day++) {
        this.stations.forEach(({ areas }, station) => {
          const priceMilli = numberAt(this.#cells, this.#cell(station, fuel, day));
          if (priceMilli !== 0) grid.add(areas, { fuel, day, priceMilli });
        });
      }
    }
    return grid;
  }

  #refer(fuel: number, day: number, rule: SuspectRule): PriceReference<number> {
    const reference = new PriceReference<number>(rule);
    this.stations.forEach(({ department }, station) => {
      const priceMilli = numberAt(this.#cells, this.#cell(station, fuel, day));
      if (priceMilli !== 0) reference.add(priceMilli, department);
    });
    return reference;
  }

  #cell(station: number, fuel: number, day: number): number {
    return (station * FUEL_COUNT + fuel - 1) * this.days.length + day;
  }

  #setter(fuel: number, day: number, priceMilli: number): number {
    return ((fuel - 1) * this.days.length + day) * PRICE_COUNT + priceMilli;
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
