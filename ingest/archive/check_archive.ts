/** Checks the stations of an archive by the rules of the feed, and counts what the archive reported. @module */

import type { StationToWrite } from "../../lib/db/ingest/feed_rows.ts";
import type { ClosureFact, PriceFact, StockOutFact } from "../../lib/domain/fact.ts";
import { isPetrolPrice } from "../../lib/domain/plausibility.ts";
import { fuelOfNumber } from "../../lib/shared/fuels.ts";
import { type CheckContext, checkStation, toStationId } from "../check.ts";
import { checkClosures, checkPrice, checkStockOuts, PETROLS, refusePrice } from "../check_rows.ts";
import { type RefusedRow, type RowReason, toRefusedRow } from "../refusals.ts";
import type { RawStation } from "../parse_station.ts";
import { addDays, toParisDay } from "../../lib/shared/paris_time.ts";

/** One station of an archive; `station` null when its id is none. Prices are in the order of the file. */
export type ArchiveEntry = {
  station: StationToWrite | null;
  prices: PriceFact[];
  stockOuts: StockOutFact[];
  closures: ClosureFact[];
  refused: RefusedRow[];
};

/** The price at an instant of rows of one fuel: the last one until then, else the first one after; null without rows. */
function priceAt(rows: readonly PriceFact[], atMs: number): number | null {
  let best: PriceFact | null = null;
  for (const row of rows) {
    if (best === null) best = row;
    else if (row.atMs <= atMs ? best.atMs > atMs || row.atMs >= best.atMs : best.atMs > atMs && row.atMs < best.atMs) {
      best = row;
    }
  }
  return best?.priceMilli ?? null;
}

function cheapest(prices: readonly (number | null)[]): number | null {
  const known = prices.filter((price) => price !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Finds E85 and GPLc at the price of petrol, by the station's petrol prices of that time. */
class PetrolRule {
  readonly #petrols: PriceFact[][];
  readonly #cheapestEver: number | null;

  constructor(facts: readonly PriceFact[]) {
    this.#petrols = PETROLS.map((fuel) => facts.filter((fact) => fact.fuel === fuel));
    let least = Infinity;
    for (const rows of this.#petrols) for (const { priceMilli } of rows) if (priceMilli < least) least = priceMilli;
    this.#cheapestEver = least === Infinity ? null : least;
  }

  refuses({ fuel, priceMilli, atMs }: PriceFact): boolean {
    const code = fuelOfNumber(fuel);
    // nearly all are far below, which needs no look at the time
    if (!isPetrolPrice(code, priceMilli, this.#cheapestEver)) return false;
    return isPetrolPrice(code, priceMilli, cheapest(this.#petrols.map((rows) => priceAt(rows, atMs))));
  }
}

function checkArchivePrices(
  raw: RawStation,
  context: { stationId: number; nowMs: number },
): Pick<ArchiveEntry, "prices" | "refused"> {
  const refused: RefusedRow[] = [];
  const passed: PriceFact[] = [];
  for (const row of raw.prices) {
    const checked = checkPrice(row, context);
    if (typeof checked !== "string") passed.push(checked);
    else refused.push(refusePrice(context.stationId, row, checked));
  }
  const petrol = new PetrolRule(passed);
  const prices = passed.filter((fact, index) => {
    const next = passed[index + 1];
    const reason = petrol.refuses(fact) ? "petrol_price" : isOverruledBy(fact, next) ? "duplicate_price" : null;
    if (reason === null) return true;
    const [fuel, at] = [fuelOfNumber(fact.fuel), new Date(fact.atMs).toISOString()];
    refused.push(toRefusedRow(raw.id, reason, ["prix", fuel, at, String(fact.priceMilli)]));
    return false;
  });
  return { prices, refused };
}

/** Neighbouring rows of one instant; those further apart are told apart when they are recorded. */
function isOverruledBy(fact: PriceFact, next: PriceFact | undefined): boolean {
  return next !== undefined && next.fuel === fact.fuel && next.atMs === fact.atMs;
}

/** Checks one station of an archive against the clock. Nothing is lost in silence: what fails is in `refused`. */
export function checkArchiveStation(raw: RawStation, { nowMs, towns }: CheckContext): ArchiveEntry {
  const stationId = toStationId(raw.id);
  if (stationId === null) {
    const refused = [toRefusedRow(raw.id, "bad_station_id", [raw.id, raw.address, raw.city])];
    return { station: null, prices: [], stockOuts: [], closures: [], refused };
  }
  const context = { stationId, nowMs };
  const checked = checkStation(raw, { id: stationId, towns });
  const { prices, refused } = checkArchivePrices(raw, context);
  const stockOuts = checkStockOuts(raw.stockOuts, context);
  const closures = checkClosures(raw.closures, context);
  return {
    station: checked.station,
    prices,
    stockOuts: stockOuts.facts,
    closures: closures.facts,
    refused: [...checked.refused, ...refused, ...stockOuts.refused, ...closures.refused],
  };
}

/** Counts of an archive before its first station; plain data, stored with its progress. */
export function startTally() {
  return {
    stations: 0,
    /** Stations that the database had never seen. */
    stationsAdded: 0,
    prices: 0,
    stockOuts: 0,
    refused: {} as Partial<Record<RowReason, number>>,
    /** Price facts that began a period, prolonged one, were stored already. */
    ...{ changed: 0, confirmed: 0, known: 0 },
    /** Stock-outs and closures that changed something. */
    stockOutsWritten: 0,
    /** Pairs of station and fuel with prices, and those with several: a history has them, a moment has not. */
    ...{ pairs: 0, pairsWithSeveral: 0 },
    /** How many facts a year has, with the first and the last. */
    years: {} as Record<string, { facts: number; firstMs: number; lastMs: number }>,
  };
}

/** Counts of an archive. */
export type ArchiveTally = ReturnType<typeof startTally>;

/** Counts one station. */
export function countEntry(tally: ArchiveTally, entry: ArchiveEntry): void {
  tally.stations++;
  tally.prices += entry.prices.length;
  tally.stockOuts += entry.stockOuts.length;
  for (const { reason } of entry.refused) tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
  const factsByFuel = new Map<number, number>();
  for (const fact of entry.prices) {
    factsByFuel.set(fact.fuel, (factsByFuel.get(fact.fuel) ?? 0) + 1);
    countYear(tally, fact);
  }
  tally.pairs += factsByFuel.size;
  for (const count of factsByFuel.values()) if (count > 1) tally.pairsWithSeveral++;
}

function countYear({ years }: ArchiveTally, { atMs }: PriceFact): void {
  const year = new Date(atMs + 3_600_000).getUTCFullYear(); // Paris in winter, when years change
  const counted = years[year] ??= { facts: 0, firstMs: atMs, lastMs: atMs };
  counted.facts++;
  counted.firstMs = Math.min(counted.firstMs, atMs);
  counted.lastMs = Math.max(counted.lastMs, atMs);
}

/** The instant of the newest price; null when there is none. */
export function findNewestMs({ years }: ArchiveTally): number | null {
  const newest = Object.values(years).map(({ lastMs }) => lastMs);
  return newest.length > 0 ? Math.max(...newest) : null;
}

/** Share of all prices from which on a year belongs to an archive and is not a handful of old prices in it. */
const MIN_SHARE = 0.05;

/** Share of pairs with several prices from which on an archive is a history: a day's file has next to none. */
const HISTORY_SHARE = 0.1;

/**
 * The days (Paris, ascending) of which an archive reports the prices: of a history from the first price to the last, year by
 * year; of a day's file, which lists the last price of every station however old, its newest day alone.
 */
export function toCoveredDays(tally: ArchiveTally): string[] {
  const newestMs = findNewestMs(tally);
  if (newestMs === null) return [];
  if (tally.pairsWithSeveral < HISTORY_SHARE * tally.pairs) return [toParisDay(new Date(newestMs))];
  const days: string[] = [];
  for (const { facts, firstMs, lastMs } of Object.values(tally.years)) {
    if (facts < MIN_SHARE * tally.prices) continue;
    const last = toParisDay(new Date(lastMs));
    for (let day = toParisDay(new Date(firstMs)); day <= last; day = addDays(day, 1)) days.push(day);
  }
  return days;
}

/** The year that most prices are of; null when there is none. */
export function findMainYear({ years }: ArchiveTally): number | null {
  const [first] = Object.entries(years).sort(([, a], [, b]) => b.facts - a.facts);
  return first ? Number(first[0]) : null;
}
