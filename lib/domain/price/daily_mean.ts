/**
 * Computes the prices in force at the ends of days, the odd reports of these days, and the tallies
 * of their means.
 *
 * @module
 */

import { lastFactMs, PERIOD_GAP_MS, type PricePeriod, type PricePoint } from "./price_period.ts";
import {
  isOrdinary,
  type Market,
  type OddReport,
  PriceReference,
  SUSPECT_RULE,
  toOddReport,
} from "./plausibility.ts";

/**
 * A stock-out, closure or absence from the feed. Prices reported at `sinceMs` or before do not
 * count until `untilMs`, which is null while it lasts.
 */
export type Interruption = { sinceMs: number; untilMs: number | null };

/** A price in force at every instant after `fromMs`, up to and including `toMs`. */
type Span = { fromMs: number; toMs: number; priceMilli: number };

/** How long a report can matter: a price is in force for 30 days. */
export const REACH_MS = PERIOD_GAP_MS;

/**
 * Returns the spans in which the prices of one station and fuel are in force, ascending, from
 * ascending periods. A span runs from each fact to the next one, for at most 30 days, without the
 * interruptions that start at its instant or later.
 */
export function toSpans(
  periods: readonly PricePeriod[],
  interruptions: readonly Interruption[],
): Span[] {
  const spans: Span[] = [];
  for (const [index, period] of periods.entries()) {
    const nextMs = periods[index + 1]?.atMs ?? Infinity;
    const { atMs: fromMs, priceMilli } = period;
    const wholeMs = Math.min(nextMs, lastFactMs(period) + REACH_MS);
    const parts: [number, number][] = interruptions.length === 0
      ? [[fromMs, wholeMs]]
      : splitPeriod(period, { nextMs, interruptions });
    for (const [fromMs, toMs] of parts) spans.push({ fromMs, toMs, priceMilli });
  }
  return spans;
}

/**
 * Returns what interruptions leave of a period, fact by fact: a confirmation ends the effect of an
 * older interruption.
 */
function splitPeriod(
  { atMs, confirmedAtMs }: PricePeriod,
  { nextMs, interruptions }: { nextMs: number; interruptions: readonly Interruption[] },
): [number, number][] {
  const facts = [atMs, ...confirmedAtMs];
  return facts.flatMap((factMs, index) => {
    const endMs = Math.min(facts[index + 1] ?? nextMs, factMs + REACH_MS);
    return subtract(
      [factMs, endMs],
      interruptions.filter(({ sinceMs }) => sinceMs >= factMs && sinceMs < endMs),
    );
  });
}

/**
 * Returns the parts of a stretch without interruptions. Each part excludes its start and includes
 * its end.
 */
function subtract(
  [fromMs, toMs]: [number, number],
  interruptions: readonly Interruption[],
): [number, number][] {
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

/** Returns the price of the span around each instant, or 0. */
export function toDayPrices(spans: readonly Span[], endsMs: readonly number[]): Int16Array {
  return Int16Array.from(
    endsMs,
    (endMs) => spans.find(({ fromMs, toMs }) => endMs > fromMs && endMs <= toMs)?.priceMilli ?? 0,
  );
}

/** The prices in force of an area (by number) and fuel (1 to 6) at the end of a day (by number). */
export type DayTally = {
  area: number;
  fuel: number;
  day: number;
  sumMilli: number;
  minMilli: number;
  maxMilli: number;
  count: number;
};

const FUEL_COUNT = 6;

/** The areas of a station by number: its department or null, and all where its prices count. */
export type StationAreas = { department: number | null; areas: readonly number[] };

/**
 * A day on which reports are judged, in ms. `previousEndMs` is the end of the previous covered day,
 * or -Infinity.
 */
export type JudgedDay = { startMs: number; endMs: number; previousEndMs: number };

/** Greater than the highest plausible price in thousandths. */
const PRICE_COUNT = 4096;

/**
 * The prices in force at the ends of ascending days, by station, fuel and day (0 for none), and the
 * reports of these days.
 */
export class DayPrices {
  readonly #cells: Int16Array;
  readonly #endsMs: Float64Array;
  /** How many stations set a value or have it at the end of the day, by fuel, day and value. */
  readonly #setters: Uint16Array;
  readonly #reports: { cell: number; point: PricePoint }[] = [];
  readonly #references = new Map<number, PriceReference<number>>();

  constructor(
    private readonly stations: readonly StationAreas[],
    private readonly days: readonly JudgedDay[],
  ) {
    this.#endsMs = Float64Array.from(days, ({ endMs }) => endMs);
    this.#cells = new Int16Array(stations.length * FUEL_COUNT * days.length);
    this.#setters = new Uint16Array(FUEL_COUNT * days.length * PRICE_COUNT);
  }

  /**
   * Adds the ascending periods of a station (by number) and fuel (1 to 6). Call it once per pair.
   */
  add(
    station: number,
    fuel: number,
    periods: readonly PricePeriod[],
    interruptions: readonly Interruption[],
  ): void {
    for (const { priceMilli, ...span } of toSpans(periods, interruptions)) {
      this.#fill(station, fuel, span, priceMilli);
    }
    const set = new Set<number>();
    for (const day of this.days.keys()) {
      const priceMilli = this.#cells[this.#cell(station, fuel, day)]!;
      if (priceMilli !== 0) set.add(this.#setter(fuel, day, priceMilli));
    }
    for (const [index, { atMs, priceMilli }] of periods.entries()) {
      const cell = this.#findCell(station, fuel, {
        atMs,
        nextMs: periods[index + 1]?.atMs ?? Infinity,
      });
      if (cell === null) continue;
      this.#reports.push({ cell, point: { atMs, priceMilli } });
      set.add(this.#setter(fuel, cell % this.days.length, priceMilli));
    }
    for (const setter of set) this.#setters[setter] = (this.#setters[setter] ?? 0) + 1;
  }

  /**
   * Returns the cell of the day that judges a report. Returns null if no day does, or if the report
   * is the last one at the end of the day but not in force.
   */
  #findCell(
    station: number,
    fuel: number,
    { atMs, nextMs }: { atMs: number; nextMs: number },
  ): number | null {
    const number = this.#firstEndAfter(atMs);
    const day = this.days[number];
    if (!day || (atMs < day.startMs && (atMs < day.previousEndMs || nextMs < day.startMs))) {
      return null;
    }
    const cell = this.#cell(station, fuel, number);
    return nextMs >= day.endMs && this.#cells[cell] === 0 ? null : cell;
  }

  /**
   * Returns the reports far from their day's market whose value fewer than three stations have that
   * day, by station, fuel and time.
   */
  findOdd(): (OddReport & { station: number; fuel: number; day: number })[] {
    return this.#reports.flatMap(({ cell, point }) => {
      const { station, fuel, day } = this.#place(cell);
      if (this.#isShared(fuel, day, point.priceMilli)) return [];
      const odd = toOddReport(point, this.#marketOf(station, fuel, day));
      return odd ? [{ ...odd, station, fuel, day }] : [];
    });
  }

  /**
   * Returns the start in ms of the first day at whose end other stations or the market confirm a
   * price in force over a span; Infinity if no day does. Call it before hiding any price.
   */
  findConfirmedMs(station: number, fuel: number, span: { fromMs: number; toMs: number }): number {
    for (let day = this.#firstEndAfter(span.fromMs); day < this.#firstEndAfter(span.toMs); day++) {
      const priceMilli = this.#cells[this.#cell(station, fuel, day)]!;
      if (priceMilli === 0) continue;
      const isConfirmed = this.#isShared(fuel, day, priceMilli) ||
        isOrdinary(priceMilli, this.#marketOf(station, fuel, day));
      if (isConfirmed) return this.days[day]!.startMs;
    }
    return Infinity;
  }

  /** Removes a suspect price from the days that end in a span. */
  hide(station: number, fuel: number, span: { fromMs: number; toMs: number }): void {
    this.#fill(station, fuel, span, 0);
  }

  #fill(
    station: number,
    fuel: number,
    { fromMs, toMs }: { fromMs: number; toMs: number },
    priceMilli: number,
  ): void {
    const row = this.#cell(station, fuel, 0);
    this.#cells.fill(
      priceMilli,
      row + this.#firstEndAfter(fromMs),
      row + this.#firstEndAfter(toMs),
    );
  }

  toTallies(areaCount: number): DayTally[] {
    const tallies = new Array<DayTally | undefined>(areaCount * FUEL_COUNT * this.days.length);
    for (const [cell, priceMilli] of this.#cells.entries()) {
      if (priceMilli === 0) continue;
      const { station, fuel, day } = this.#place(cell);
      for (const area of this.stations[station]!.areas) {
        const tally = tallies[this.#cell(area, fuel, day)] ??= {
          area,
          fuel,
          day,
          sumMilli: 0,
          minMilli: priceMilli,
          maxMilli: priceMilli,
          count: 0,
        };
        tally.sumMilli += priceMilli;
        tally.minMilli = Math.min(tally.minMilli, priceMilli);
        tally.maxMilli = Math.max(tally.maxMilli, priceMilli);
        tally.count += 1;
      }
    }
    return tallies.filter((tally) => tally !== undefined);
  }

  #isShared(fuel: number, day: number, priceMilli: number): boolean {
    return this.#setters[this.#setter(fuel, day, priceMilli)]! >= SUSPECT_RULE.stations;
  }

  #marketOf(station: number, fuel: number, day: number): Market | null {
    const key = fuel * this.days.length + day;
    const reference = this.#references.getOrInsertComputed(key, () => this.#refer(fuel, day));
    return reference.marketOf(this.stations[station]!.department);
  }

  #refer(fuel: number, day: number): PriceReference<number> {
    const reference = new PriceReference<number>();
    this.stations.forEach(({ department }, station) => {
      const priceMilli = this.#cells[this.#cell(station, fuel, day)]!;
      if (priceMilli !== 0) reference.add(priceMilli, department);
    });
    return reference;
  }

  #cell(station: number, fuel: number, day: number): number {
    return (station * FUEL_COUNT + fuel - 1) * this.days.length + day;
  }

  #place(cell: number): { station: number; fuel: number; day: number } {
    const day = cell % this.days.length;
    const pair = (cell - day) / this.days.length;
    return { station: Math.floor(pair / FUEL_COUNT), fuel: 1 + pair % FUEL_COUNT, day };
  }

  #setter(fuel: number, day: number, priceMilli: number): number {
    return ((fuel - 1) * this.days.length + day) * PRICE_COUNT + priceMilli;
  }

  /** Returns the index of the first day that ends after an instant, or the number of days. */
  #firstEndAfter(instantMs: number): number {
    const day = this.#endsMs.findIndex((endMs) => endMs > instantMs);
    return day < 0 ? this.#endsMs.length : day;
  }
}
