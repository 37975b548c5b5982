/** Checks one station of an archive: the rules of the feed, held against a year instead of a moment. @module */

import type { ClosureFact, PriceFact, StockOutFact } from "../../lib/domain/fact.ts";
import { isPetrolPrice } from "../../lib/domain/plausibility.ts";
import { fuelOfNumber } from "../../lib/shared/fuels.ts";
import type { CheckContext } from "../check.ts";
import { checkClosures } from "../check/check_closures.ts";
import { checkPrice } from "../check/check_prices.ts";
import { type CheckedStation, checkStation, toStationId } from "../check/check_station.ts";
import { checkStockOuts } from "../check/check_stock_outs.ts";
import type { RefusedRow } from "../check/refused_row.ts";
import type { RawStation } from "../raw_station.ts";

/** One station of an archive; `station` null when its id is none. Prices stand in the order of the file. */
export type ArchiveEntry = {
  station: CheckedStation | null;
  prices: PriceFact[];
  stockOuts: StockOutFact[];
  closures: ClosureFact[];
  refused: RefusedRow[];
};

const PETROLS = [2, 3, 4];

/** The price at an instant of rows of one fuel: the last one told until then, else the first one after; null without rows. */
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

/** Tells E85 and GPLc at the price of petrol, by what the station asked for petrol at that time. */
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
    else refused.push({ stationId: raw.id, reason: checked, raw: `prix ${row.fuel} ${row.at} ${row.value}` });
  }
  const petrol = new PetrolRule(passed);
  const prices = passed.filter((fact, index) => {
    const next = passed[index + 1];
    const reason = petrol.refuses(fact) ? "petrol_price" : isOverruledBy(fact, next) ? "duplicate_price" : null;
    if (reason === null) return true;
    const at = new Date(fact.atMs).toISOString();
    refused.push({ stationId: raw.id, reason, raw: `prix ${fuelOfNumber(fact.fuel)} ${at} ${fact.priceMilli}` });
    return false;
  });
  return { prices, refused };
}

/** Neighbouring rows of one instant; those that stand further apart are told apart when they are recorded. */
function isOverruledBy(fact: PriceFact, next: PriceFact | undefined): boolean {
  return next !== undefined && next.fuel === fact.fuel && next.atMs === fact.atMs;
}

/** Checks one station of an archive against the clock. Nothing is lost in silence: what fails is in `refused`. */
export function checkArchiveStation(raw: RawStation, { nowMs, towns }: CheckContext): ArchiveEntry {
  const stationId = toStationId(raw.id);
  if (stationId === null) {
    const text = [raw.id, raw.address, raw.city].join(" ");
    return {
      station: null,
      prices: [],
      stockOuts: [],
      closures: [],
      refused: [{ stationId: raw.id, reason: "bad_station_id", raw: text }],
    };
  }
  const context = { stationId, nowMs };
  const checked = checkStation(raw, { id: stationId, towns });
  const { prices, refused } = checkArchivePrices(raw, context);
  const stockOuts = checkStockOuts(raw.stockOuts, context);
  const refusedStockOuts = stockOuts.refused.map(({ raw: row, reason }) => (
    { stationId: raw.id, reason, raw: `rupture ${row.fuel} ${row.since} ${row.until} ${row.kind}` }
  ));
  const closures = checkClosures(raw.closures, context);
  const refusedClosures = closures.refused.map(({ raw: row, reason }) => (
    { stationId: raw.id, reason, raw: `fermeture ${row.since} ${row.until} ${row.kind}` }
  ));
  return {
    station: checked.station,
    prices,
    stockOuts: stockOuts.facts,
    closures: closures.facts,
    refused: [...checked.refused, ...refused, ...refusedStockOuts, ...refusedClosures],
  };
}
