/** The last feed at the instant of the data, and which of its prices are in force. @module */

import type { Db } from "../db/db.ts";
import { getCheckInput, type StoredStation } from "../db/self_check/feed.ts";
import { type Fuel, fuelOfNumber } from "../shared/station/fuels.ts";
import { DAY_MS } from "../shared/units.ts";
import { type FeedPrice, type FeedStation, readFeed } from "./feed.ts";

/** The stations of a feed, in the order of their ids, at an instant. */
export type FeedWorld = { stations: FeedStation[]; asOfMs: number };

/** The same with the state of the data that it is compared with. */
export type World = FeedWorld & { revision: number; feedAtMs: number | null };

const LEAD_MS = 600_000;

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
  if (saysStockOuts) return;
  for (const { fuel: number, sinceMs } of stored.stockOuts) {
    const fuel = fuelOfNumber(number);
    station.stockOutSinceMs[fuel] = Math.max(station.stockOutSinceMs[fuel] ?? -Infinity, sinceMs);
  }
}

/** The world of the last accepted feed. Null when there is none that the data can be compared with. */
export async function readWorld(db: Db): Promise<World | null> {
  const input = await db.transaction(getCheckInput, { readOnly: true });
  if (!input) return null;
  const stations = await readFeed(input.bytes, input.readAsOfMs);
  const stored = new Map(input.stations.map((station) => [String(station.id), station]));
  const saysStockOuts = stations.some(({ stockOutSinceMs }) => Object.keys(stockOutSinceMs).length > 0);
  for (const station of stations) {
    const known = stored.get(station.id);
    if (known) complete(station, known, saysStockOuts);
  }
  const { asOfMs, revision, feedAtMs } = input.state;
  return { stations, asOfMs: asOfMs!, revision, feedAtMs };
}
