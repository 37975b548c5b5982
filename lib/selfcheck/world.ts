/**
 * Reads the last accepted feed again, with the facts that only the database has, to compare random
 * responses with it.
 *
 * @module
 */

import type { Db } from "../db/db.ts";
import { getCheckInput, type StoredStation } from "../db/self_check.ts";
import { fuelOfNumber } from "../shared/fuels.ts";
import { type FeedStation, type FeedWorld, readFeed } from "./second_reading.ts";

/**
 * The stations of the last accepted feed, with the state of the data that they are compared with.
 */
export type World = FeedWorld & { revision: number; feedAtMs: number | null };

/**
 * Adds facts of the database: brand, closures, verdicts, kept positions, and later prices of
 * archives.
 */
function addStored(station: FeedStation, stored: StoredStation): void {
  station.position ??= stored.position;
  station.brand = stored.brand;
  station.closedSinceMs = stored.closedSinceMs ?? -Infinity;
  for (const { fuel, priceMilli, atMs, suspect } of stored.prices) {
    const price = station.prices[fuelOfNumber(fuel)];
    if (!price) continue;
    price.suspect = suspect;
    if (atMs > price.atMs) Object.assign(price, { priceMilli, atMs });
  }
}

function addStockOuts(station: FeedStation, stored: StoredStation): void {
  for (const { fuel, sinceMs } of stored.stockOuts) {
    const code = fuelOfNumber(fuel);
    station.stockOutSinceMs[code] = Math.max(station.stockOutSinceMs[code] ?? -Infinity, sinceMs);
  }
}

/** Returns the world of the last accepted feed, or null if the data cannot be compared with one. */
export async function readWorld(db: Db): Promise<World | null> {
  const input = await db.transaction(getCheckInput, { readOnly: true });
  if (!input) return null;
  const { asOfMs, ...state } = input.state;
  const stations = await readFeed(input.bytes, input.readAsOfMs);
  const storedById = new Map(input.stations.map((stored) => [String(stored.id), stored]));
  // A feed without any stock-out does not know them.
  const hasStockOuts = stations.some(({ stockOutSinceMs }) =>
    Object.keys(stockOutSinceMs).length > 0
  );
  for (const station of stations) {
    const stored = storedById.get(station.id);
    if (!stored) continue;
    addStored(station, stored);
    if (!hasStockOuts) addStockOuts(station, stored);
  }
  return { ...state, asOfMs: asOfMs!, stations };
}
