/** Checks raw stations: turns them into facts, and refuses rows with a reason rather than guess. @module */

import type { ClosureFact, PriceFact, StockOutFact } from "../lib/domain/fact.ts";
import type { TownTable } from "../lib/domain/town.ts";
import { checkClosures } from "./check/check_closures.ts";
import { checkPrices } from "./check/check_prices.ts";
import { type CheckedStation, checkStation, toStationId } from "./check/check_station.ts";
import { checkStockOuts } from "./check/check_stock_outs.ts";
import type { RefusedRow, RowReason } from "./check/refused_row.ts";
import type { RawStation } from "./raw_station.ts";

export type { CheckedStation } from "./check/check_station.ts";

/** One station with its facts. */
export type CheckedEntry = {
  station: CheckedStation;
  prices: PriceFact[];
  stockOuts: StockOutFact[];
  closures: ClosureFact[];
};

/** A feed after the check. */
export type CheckedFeed = {
  /** By station id, ascending, each once: the feed's order is arbitrary, and tables are filled faster in that of their keys. */
  entries: Map<number, CheckedEntry>;
  refused: RefusedRow[];
  /** Newest time of a price that passed, ms; null when none passed. */
  newestPriceMs: number | null;
  /** What the feed told, refused rows included. */
  told: { stations: number; prices: number; stockOuts: number };
  /** Price rows that write the number of the month where the minutes belong (day files of 2016). */
  monthInMinutes: number;
};

/** What the check looks at beside the feed: the clock, and the names of towns. */
export type CheckContext = { nowMs: number; towns: TownTable };

/** Raw texts kept in quarantine are cut to so many characters. */
export const MAX_RAW_CHARS = 300;

function toRow(stationId: string, reason: RowReason, words: readonly string[]): RefusedRow {
  // deno-lint-ignore no-control-regex -- the database takes no NUL, and a person no other
  const raw = words.join(" ").replace(/[\u0000-\u001f]+/g, " ");
  return { stationId: stationId.slice(0, 40), reason, raw: raw.slice(0, MAX_RAW_CHARS) };
}

/** Whether the minutes of a wall-clock text repeat its month: alone no proof, in every row of a file it is. */
function hasMonthInMinutes(at: string): boolean {
  return at.slice(5, 7) === at.slice(14, 16);
}

class Check {
  readonly feed: CheckedFeed = {
    entries: new Map(),
    refused: [],
    newestPriceMs: null,
    told: { stations: 0, prices: 0, stockOuts: 0 },
    monthInMinutes: 0,
  };

  constructor(private readonly context: CheckContext) {}

  add(raw: RawStation): void {
    const { told, refused, entries } = this.feed;
    told.stations++;
    told.prices += raw.prices.length;
    told.stockOuts += raw.stockOuts.length;
    const id = toStationId(raw.id);
    if (id === null) {
      refused.push(toRow(raw.id, "bad_station_id", [raw.id, raw.address, raw.city]));
      return;
    }
    if (entries.has(id)) refused.push(toRow(raw.id, "duplicate_station", this.#describe(id)));
    entries.set(id, this.#toEntry(raw, id));
  }

  /** What is dropped when a station comes again. */
  #describe(id: number): string[] {
    const { station, prices } = this.feed.entries.get(id)!;
    const { rawAddress, rawCity } = station;
    return [rawAddress, rawCity, ...prices.map(({ fuel, priceMilli, atMs }) => `${fuel}:${priceMilli}@${atMs}`)];
  }

  #toEntry(raw: RawStation, id: number): CheckedEntry {
    const context = { stationId: id, nowMs: this.context.nowMs };
    const checked = checkStation(raw, { id, towns: this.context.towns });
    const prices = checkPrices(raw.prices, context);
    const stockOuts = checkStockOuts(raw.stockOuts, context);
    const refused = this.feed.refused;
    for (const row of checked.refused) refused.push(toRow(raw.id, row.reason, [row.raw]));
    for (const { raw: row, reason } of prices.refused) {
      refused.push(toRow(raw.id, reason, ["prix", row.fuel, row.at, row.value]));
    }
    for (const { raw: row, reason } of stockOuts.refused) {
      refused.push(toRow(raw.id, reason, ["rupture", row.fuel, row.since, row.until, row.kind]));
    }
    const closures = checkClosures(raw.closures, context);
    for (const { raw: row, reason } of closures.refused) {
      refused.push(toRow(raw.id, reason, ["fermeture", row.since, row.until, row.kind]));
    }
    this.feed.monthInMinutes += raw.prices.filter(({ at }) => hasMonthInMinutes(at)).length;
    return { station: checked.station, prices: prices.facts, stockOuts: stockOuts.facts, closures: closures.facts };
  }

  finish(): CheckedFeed {
    let newestMs = -Infinity;
    for (const { prices } of this.feed.entries.values()) {
      for (const { atMs } of prices) if (atMs > newestMs) newestMs = atMs;
    }
    const entries = new Map([...this.feed.entries].sort(([a], [b]) => a - b));
    return { ...this.feed, entries, newestPriceMs: newestMs === -Infinity ? null : newestMs };
  }
}

/** Checks all stations of a feed against the clock. Of two stations with one id the later one counts. */
export async function checkFeed(stations: AsyncIterable<RawStation>, context: CheckContext): Promise<CheckedFeed> {
  const check = new Check(context);
  for await (const station of stations) check.add(station);
  return check.finish();
}

/** Current price of each fuel of an entry: of several facts the latest, of the same instant the last. */
export function toCurrentPrices(prices: readonly PriceFact[]): Map<number, PriceFact> {
  const current = new Map<number, PriceFact>();
  for (const fact of prices) {
    const known = current.get(fact.fuel);
    if (!known || fact.atMs >= known.atMs) current.set(fact.fuel, fact);
  }
  return current;
}

/** How many rows were refused by each reason. */
export function countReasons(refused: readonly RefusedRow[]): Partial<Record<RowReason, number>> {
  const counts: Partial<Record<RowReason, number>> = {};
  for (const { reason } of refused) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}
