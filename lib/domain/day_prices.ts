/** The prices in force at the ends of days, station by station, and which of them are suspect. @module */

import { MeanGrid, type Span } from "./daily_mean.ts";
import { isOutside, PriceReference } from "./suspect.ts";

/** The areas of a station by number: its department's (null: unknown) and all in which its prices count. */
export type StationAreas = { department: number | null; areas: readonly number[] };

const FUEL_COUNT = 6;

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
      const cell = this.#cells[this.#cell(station, fuel, day)];
      if (cell === 0) return;
      const priceMilli = Math.abs(cell);
      if (cell < 0 && isOutside(priceMilli, reference.boundsOf(department))) return;
      grid.add(areas, { fuel, day, priceMilli });
    });
  }

  #refer(fuel: number, day: number): PriceReference<number> {
    const reference = new PriceReference<number>();
    this.stations.forEach(({ department }, station) => {
      const cell = this.#cells[this.#cell(station, fuel, day)];
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
      if (this.#endsMs[middle] > instantMs) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
