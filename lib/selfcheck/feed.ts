/** Reads the last accepted feed again and finds the prices that count without the rules that answer requests, so that errors in those show. @module */

import { type CheckedEntry, checkFeed, toCurrentPrices } from "../../ingest/check.ts";
import { decodeStations } from "../../ingest/decode.ts";
import { readXml } from "../../ingest/unpack.ts";
import type { Db } from "../db/db.ts";
import type { StationToWrite } from "../db/ingest/feed_rows.ts";
import { getCheckInput, type StoredStation } from "../db/self_check.ts";
import { compareIds } from "../domain/station/station_record.ts";
import { type Fuel, fuelOfNumber } from "../shared/station/fuels.ts";
import { DAY_MS } from "../shared/units.ts";

/** A price as the feed reports it; `suspect` is what no feed says. */
export type FeedPrice = { priceMilli: number; atMs: number; suspect?: boolean };

/** A station as the feed reports it. */
export type FeedStation = Pick<StationToWrite, "position" | "postalCode" | "department" | "motorway"> & {
  id: string;
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

/** A station of the feed with what only the database has: later prices of an archive, verdicts, the brand, closures. */
function toStation(
  { station: { id, ...fields }, prices }: CheckedEntry,
  { stored, stockOuts }: { stored?: StoredStation; stockOuts: readonly { fuel: number; sinceMs: number }[] },
): FeedStation {
  const station: FeedStation = {
    ...fields,
    ...{ id: String(id), position: fields.position ?? stored?.position ?? null, prices: {}, stockOutSinceMs: {} },
    ...{ brand: stored?.brand ?? null, closedSinceMs: stored?.closedSinceMs ?? -Infinity },
  };
  for (const reported of toCurrentPrices(prices)) {
    const known = stored?.prices.find(({ fuel }) => fuel === reported.fuel);
    const { priceMilli, atMs } = known && known.atMs > reported.atMs ? known : reported;
    station.prices[fuelOfNumber(reported.fuel)] = { priceMilli, atMs, suspect: known?.suspect };
  }
  for (const { fuel, sinceMs } of stockOuts) {
    const code = fuelOfNumber(fuel);
    station.stockOutSinceMs[code] = Math.max(station.stockOutSinceMs[code] ?? -Infinity, sinceMs);
  }
  return station;
}

/** The world of the last accepted feed. Null when there is none that the data can be compared with. */
export async function readWorld(db: Db): Promise<World | null> {
  const input = await db.transaction(getCheckInput, { readOnly: true });
  if (!input) return null;
  const { xml } = await readXml(input.bytes);
  // no name of a town is compared
  const feed = await checkFeed(decodeStations(xml), { nowMs: input.readAsOfMs, towns: new Map() });
  const storedById = new Map(input.stations.map((station) => [station.id, station]));
  const stations = [...feed.entries].map(([id, entry]) => {
    const stored = storedById.get(id);
    // a feed without any stock-out says nothing about them
    if (feed.reported.stockOuts === 0) return toStation(entry, { stored, stockOuts: stored?.stockOuts ?? [] });
    return toStation(entry, { stored, stockOuts: entry.stockOuts.filter(({ untilMs }) => untilMs === null) });
  });
  return { ...input.state, asOfMs: input.state.asOfMs!, stations: stations.sort((a, b) => compareIds(a.id, b.id)) };
}
