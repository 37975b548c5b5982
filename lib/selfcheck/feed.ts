/**
 * Reads the bytes of the last accepted feed again, and says which of its prices count as simply as docs/data.md does: no
 * index, no SQL condition and none of the rules by which requests are answered, so that an error in those shows.
 *
 * @module
 */

import { type CheckedEntry, checkFeed, toCurrentPrices } from "../../ingest/check.ts";
import { decodeStations } from "../../ingest/decode.ts";
import { readXml } from "../../ingest/unpack.ts";
import type { Db } from "../db/db.ts";
import { getCheckInput, type StoredStation } from "../db/self_check.ts";
import { compareIds } from "../domain/station/station_record.ts";
import { type Fuel, fuelOfNumber } from "../shared/station/fuels.ts";
import { DAY_MS } from "../shared/units.ts";

/** A price as the feed reports it; `suspect` is what no feed says. */
export type FeedPrice = { priceMilli: number; atMs: number; suspect?: boolean };

/** A station as the feed reports it. */
export type FeedStation = {
  id: string;
  position: { lat: number; lng: number } | null;
  postalCode: string | null;
  department: string | null;
  motorway: boolean;
  automate247: boolean;
  services: readonly string[];
  prices: Partial<Record<Fuel, FeedPrice>>;
  /** Beginning of the fuel's open stock-out, ms. */
  stockOutSinceMs: Partial<Record<Fuel, number>>;
  /** In no feed: the brand, and the beginning of a closure that no price has ended, ms. */
  brand: string | null;
  closedSinceMs: number;
};

/** The stations of a feed, in the order of their ids, at an instant. */
export type FeedWorld = { stations: FeedStation[]; asOfMs: number };

/** The same with the state of the data that it is compared with. */
export type World = FeedWorld & { revision: number; feedAtMs: number | null };

const LEAD_MS = 10 * 60_000;

function setStockOut(station: FeedStation, { fuel, sinceMs }: { fuel: number; sinceMs: number }): void {
  const { stockOutSinceMs } = station;
  const code = fuelOfNumber(fuel);
  stockOutSinceMs[code] = Math.max(stockOutSinceMs[code] ?? -Infinity, sinceMs);
}

function toStation({ station: { id, ...fields }, prices, stockOuts }: CheckedEntry): FeedStation {
  const station: FeedStation = {
    ...fields,
    ...{ id: String(id), prices: {}, stockOutSinceMs: {}, brand: null, closedSinceMs: -Infinity },
  };
  for (const { fuel, priceMilli, atMs } of toCurrentPrices(prices)) {
    station.prices[fuelOfNumber(fuel)] = { priceMilli, atMs };
  }
  for (const stockOut of stockOuts) if (stockOut.untilMs === null) setStockOut(station, stockOut);
  return station;
}

/** The price that counts: young enough, not suspect, and no stock-out or closure since; null when there is none. */
export function getInForce(
  { asOfMs }: Pick<FeedWorld, "asOfMs">,
  { station, fuel, maxAgeDays = 30 }: { station: FeedStation; fuel: Fuel; maxAgeDays?: number },
): FeedPrice | null {
  const price = station.prices[fuel];
  if (!price || price.suspect || asOfMs - price.atMs > maxAgeDays * DAY_MS || price.atMs - asOfMs > LEAD_MS) {
    return null;
  }
  const interruptedMs = Math.max(station.stockOutSinceMs[fuel] ?? -Infinity, station.closedSinceMs);
  return interruptedMs >= price.atMs ? null : price;
}

/** Adds what the feed does not say, and prices of an archive that are later than those of a feed that lags behind. */
function complete(station: FeedStation, stored: StoredStation, saysStockOuts: boolean): void {
  station.position ??= stored.position;
  station.brand = stored.brand;
  station.closedSinceMs = stored.closedSinceMs ?? -Infinity;
  for (const { fuel: number, suspect, ...price } of stored.prices) {
    const fuel = fuelOfNumber(number);
    const reported = station.prices[fuel];
    if (reported) station.prices[fuel] = { ...(price.atMs > reported.atMs ? price : reported), suspect };
  }
  for (const stockOut of saysStockOuts ? [] : stored.stockOuts) setStockOut(station, stockOut);
}

/** The world of the last accepted feed. Null when there is none that the data can be compared with. */
export async function readWorld(db: Db): Promise<World | null> {
  const input = await db.transaction(getCheckInput, { readOnly: true });
  if (!input) return null;
  const { xml } = await readXml(input.bytes);
  // no name of a town is compared
  const { entries } = await checkFeed(decodeStations(xml), { nowMs: input.readAsOfMs, towns: new Map() });
  const stations = [...entries.values()].map(toStation).sort((a, b) => compareIds(a.id, b.id));
  const stored = new Map(input.stations.map((station) => [String(station.id), station]));
  const saysStockOuts = stations.some(({ stockOutSinceMs }) => Object.keys(stockOutSinceMs).length > 0);
  for (const station of stations) {
    const found = stored.get(station.id);
    if (found) complete(station, found, saysStockOuts);
  }
  const { asOfMs, revision, feedAtMs } = input.state;
  return { stations, asOfMs: asOfMs!, revision, feedAtMs };
}
