/**
 * Computes what a feed changes in the tables, without SQL, so that only differences are written.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import type { StationFuel, StationToWrite } from "../lib/db/ingest/feed_rows.ts";
import type {
  OpenPeriod,
  StoredPrice,
  StoredRows,
  StoredStation,
} from "../lib/db/ingest/stored_rows.ts";
import type { ClosureFact, PriceFact, StockOutFact } from "../lib/domain/station/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../lib/domain/price/in_force.ts";
import { forEachInSlices } from "../lib/shared/slices.ts";
import { type CheckedFeed, toCurrentPrices } from "./check.ts";

/** Everything that an ingest writes, without rows that the tables have already. */
export class Differences {
  /** New stations and those with a changed field. */
  stations: StationToWrite[] = [];
  added = 0;
  /** Stations whose department has changed. */
  movedIds: number[] = [];
  leftIds: number[] = [];
  returnedIds: number[] = [];
  /** Price facts that the tables may lack. */
  facts: PriceFact[] = [];
  /** Current prices with a new value or time. */
  currentPrices: PriceFact[] = [];
  /** How many of them have a new value. */
  changedPrices = 0;
  relisted: StationFuel[] = [];
  unlisted: StationFuel[] = [];
  stockOuts: StockOutFact[] = [];
  endedStockOuts: OpenPeriod[] = [];
  /** All closures of the feed; only day files have any. */
  closures: ClosureFact[] = [];
  begunAbsences: StationFuel[] = [];
  endedAbsences: OpenPeriod[] = [];
}

/** Returns station and fuel as one number; fuels are 0 to 6. */
function toKey({ stationId, fuel }: StationFuel): number {
  return stationId * 8 + fuel;
}

class Comparison {
  readonly #prices: Map<number, StoredPrice>;
  readonly #openAbsences: Map<number, OpenPeriod[]>;
  readonly out = new Differences();

  constructor(
    private readonly stored: StoredRows,
    private readonly feed: CheckedFeed,
    private readonly asOfMs: number,
  ) {
    this.#prices = new Map(stored.prices.map((price) => [toKey(price), price]));
    this.#openAbsences = Map.groupBy(stored.absences, toKey);
  }

  async compareStations(): Promise<void> {
    const before = new Map(this.stored.stations.map((station) => [station.id, station]));
    await forEachInSlices(this.feed.entries.values(), (entry) => {
      const stored = before.get(entry.station.id);
      const station = keepPosition(stored, entry.station);
      const { leftAtMs = null, ...details } = stored ?? {};
      if (!isDeepStrictEqual(details, station)) this.out.stations.push(station);
      if (!stored) {
        this.out.added++;
        return;
      }
      if (stored.department !== station.department) this.out.movedIds.push(station.id);
      if (leftAtMs !== null) this.out.returnedIds.push(station.id);
      this.#endAbsence({ stationId: station.id, fuel: 0 });
    });
    for (const { id, leftAtMs } of before.values()) {
      if (this.feed.entries.has(id)) continue;
      if (leftAtMs === null) this.out.leftIds.push(id);
      // Includes stations that only an archive knew: this is the first feed that could have listed
      // them.
      this.#beginAbsence({ stationId: id, fuel: 0 });
    }
  }

  async comparePrices(): Promise<void> {
    await forEachInSlices(this.feed.entries.values(), ({ prices }) => {
      this.out.facts.push(...prices.filter((fact) => !this.#isStored(fact)));
      for (const fact of toCurrentPrices(prices)) this.#compareCurrent(fact);
    });
    await forEachInSlices(this.#prices.values(), (stored) => {
      const { stationId, fuel, listed } = stored;
      const entry = this.feed.entries.get(stationId);
      if (entry?.prices.some((fact) => fact.fuel === fuel)) return this.#endAbsence(stored);
      if (listed) this.out.unlisted.push({ stationId, fuel });
      // A station that is missing as a whole has one absence, and none for its fuels.
      if (entry) this.#beginAbsence({ stationId, fuel });
    });
  }

  #isStored(fact: PriceFact): boolean {
    const stored = this.#prices.get(toKey(fact));
    return stored?.atMs === fact.atMs && stored.priceMilli === fact.priceMilli;
  }

  #compareCurrent(fact: PriceFact): void {
    const stored = this.#prices.get(toKey(fact));
    // An archive may have a later price than a feed that lags behind.
    const isOverruled = stored !== undefined && stored.atMs > fact.atMs &&
      stored.atMs <= this.asOfMs + CLOCK_TOLERANCE_MS;
    if (this.#isStored(fact) || isOverruled) {
      if (!stored!.listed) this.out.relisted.push(fact);
      return;
    }
    this.out.currentPrices.push(fact);
    if (stored?.priceMilli !== fact.priceMilli) this.out.changedPrices++;
  }

  compareStockOuts(): void {
    // A feed without stock-outs does not know them, so it must not end any.
    if (this.feed.reported.stockOuts === 0) return;
    const stored = Map.groupBy(this.stored.stockOuts, toKey);
    const missing = new Set(this.stored.stockOuts);
    for (const { stockOuts } of this.feed.entries.values()) {
      for (const fact of stockOuts) {
        const same = stored.get(toKey(fact))?.find(({ sinceMs }) => sinceMs === fact.sinceMs);
        if (same) missing.delete(same);
        if (fact.untilMs !== null || same?.kind !== fact.kind) this.out.stockOuts.push(fact);
      }
    }
    this.out.endedStockOuts = [...missing].filter(({ stationId }) =>
      this.feed.entries.has(stationId)
    );
  }

  #beginAbsence(missing: StationFuel): void {
    if (!this.#openAbsences.has(toKey(missing))) this.out.begunAbsences.push(missing);
  }

  #endAbsence(listed: StationFuel): void {
    this.out.endedAbsences.push(...this.#openAbsences.get(toKey(listed)) ?? []);
  }
}

/**
 * Finds the changes that a feed of the instant `asOfMs` makes. The stock-outs of a station that
 * left stay open, since no feed reports their end.
 */
export async function findDifferences(
  stored: StoredRows,
  feed: CheckedFeed,
  asOfMs: number,
): Promise<Differences> {
  const comparison = new Comparison(stored, feed, asOfMs);
  comparison.out.closures = [...feed.entries.values()].flatMap(({ closures }) => closures);
  await comparison.compareStations();
  await comparison.comparePrices();
  comparison.compareStockOuts();
  return comparison.out;
}

/** Keeps the stored position if the feed has no usable one and the department is unchanged. */
function keepPosition(stored: StoredStation | undefined, station: StationToWrite): StationToWrite {
  if (station.position !== null || stored?.department !== station.department) return station;
  return { ...station, position: stored.position };
}
