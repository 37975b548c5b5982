/**
 * Stores some stations of an archive in one short transaction: prices, stock-outs and closures, and
 * what depends on them.
 *
 * @module
 */

import {
  type Absence,
  addAbsences,
  type ArchiveStation,
  type FeedTimes,
  findListedLater,
  getFeedTimes,
  writeArchiveStations,
  writeArchiveStockOuts,
  type WrittenStations,
} from "../../lib/db/ingest/archive_rows.ts";
import { moveRevision } from "../../lib/db/data_state.ts";
import { type StationFuel, writeClosures } from "../../lib/db/ingest/feed_rows.ts";
import {
  markDaysOfStationsStale,
  markDaysStale,
  toClusters,
} from "../../lib/db/history/daily_means.ts";
import type { Queryable } from "../../lib/db/db.ts";
import { recordPriceFacts } from "../../lib/db/history/price_changes.ts";
import { raiseCurrentPrices, storePending } from "../../lib/db/ingest/last_prices.ts";
import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../../lib/domain/price/in_force.ts";
import { type CheckedEntry, toCurrentPrices } from "../check.ts";
import type { ArchiveTally } from "./tally.ts";

/** The counts of a chunk, which are added to the tally of the archive. */
type ChunkCounts = Pick<
  ArchiveTally,
  "changed" | "confirmed" | "known" | "stationsAdded" | "stockOutsWritten"
>;

/**
 * Returns the stations with at least one fact. If a station has two rows, the later one's fields
 * count.
 */
function toStations(entries: readonly CheckedEntry[]): ArchiveStation[] {
  const stations = new Map<number, ArchiveStation>();
  for (const { station, prices, stockOuts, closures } of entries) {
    const earlier = stations.get(station.id);
    const instants = [
      ...prices.map(({ atMs }) => atMs),
      ...[...stockOuts, ...closures].map(({ sinceMs }) => sinceMs),
    ];
    const firstMs = Math.min(earlier?.firstMs ?? Infinity, ...instants);
    const lastMs = Math.max(earlier?.lastMs ?? -Infinity, ...instants);
    if (lastMs > -Infinity) stations.set(station.id, { station, firstMs, lastMs });
  }
  return [...stations.values()];
}

/**
 * Returns the latest price of each station and fuel up to `untilMs`; of two with the same instant,
 * the one read last.
 */
function toLatest(prices: readonly PriceFact[], untilMs: number): PriceFact[] {
  const reached = prices.filter(({ atMs }) => atMs <= untilMs);
  return [...Map.groupBy(reached, ({ stationId }) => stationId).values()].flatMap((facts) =>
    toCurrentPrices(facts)
  );
}

/**
 * Finds the absences of stations and fuels from the feeds so far, so that an archive has the same
 * effect whether it is loaded before or after the feeds.
 */
async function findAbsences(
  tx: Queryable,
  stations: readonly ArchiveStation[],
  { knownBefore, added, firstAsOfMs }: Pick<WrittenStations, "knownBefore"> & {
    added: readonly StationFuel[];
    firstAsOfMs: number;
  },
): Promise<Absence[]> {
  const absences: Absence[] = [];
  const ids = stations.map(({ station }) => station.id);
  for (const id of ids) {
    const listedMs = knownBefore.get(id)?.firstListedMs ?? null;
    if (listedMs === null || listedMs > firstAsOfMs) {
      absences.push({ stationId: id, fuel: 0, sinceMs: firstAsOfMs, untilMs: listedMs });
    }
  }
  const fuels: (StationFuel & { firstListedMs: number | null })[] = [
    ...added.map((fuel) => ({ ...fuel, firstListedMs: null })),
    ...await findListedLater(tx, ids, firstAsOfMs),
  ];
  for (const { stationId, fuel, firstListedMs } of fuels) {
    const listedMs = knownBefore.get(stationId)?.firstListedMs ?? null;
    if (listedMs === null) continue; // The whole station was missing.
    const sinceMs = Math.max(listedMs, firstAsOfMs);
    if (firstListedMs === null || firstListedMs > sinceMs) {
      absences.push({ stationId, fuel, sinceMs, untilMs: firstListedMs });
    }
  }
  return absences;
}

async function storeState(
  tx: Queryable,
  stations: readonly ArchiveStation[],
  { prices, times, nowMs }: { prices: readonly PriceFact[]; times: FeedTimes; nowMs: number },
) {
  const { knownBefore, movedIds } = await writeArchiveStations(tx, stations);
  const { asOfMs, firstAsOfMs } = times;
  const knownUntilMs = (asOfMs ?? nowMs) + CLOCK_TOLERANCE_MS;
  const { moved, added } = await raiseCurrentPrices(tx, toLatest(prices, knownUntilMs));
  if (asOfMs !== null) {
    const ahead = prices.filter(({ atMs }) => atMs > knownUntilMs);
    const unique = new Map(
      ahead.map((fact) => [`${fact.stationId} ${fact.fuel} ${fact.atMs}`, fact]),
    );
    added.push(...await storePending(tx, [...unique.values()]));
  }
  const missed = firstAsOfMs === null
    ? []
    : await findAbsences(tx, stations, { knownBefore, added, firstAsOfMs });
  const absences = await addAbsences(tx, missed);
  return {
    stationsAdded: stations.length - knownBefore.size,
    pricesRaised: moved,
    movedIds,
    absences,
  };
}

/**
 * Stores a chunk, in a transaction under the writers' lock. Storing it again changes nothing, not
 * even the revision.
 */
export async function storeChunk(
  tx: Queryable,
  entries: readonly CheckedEntry[],
  { nowMs }: { nowMs: number },
): Promise<ChunkCounts> {
  const prices = entries.flatMap((entry) => entry.prices);
  const stations = toStations(entries);
  const times = await getFeedTimes(tx);
  const { stationsAdded, pricesRaised, movedIds, absences } = await storeState(tx, stations, {
    prices,
    times,
    nowMs,
  });
  const { changed, confirmed, known, changedSpans } = await recordPriceFacts(tx, prices);
  const stockOuts = await writeArchiveStockOuts(tx, entries.flatMap((entry) => entry.stockOuts));
  const closures = await writeClosures(tx, entries.flatMap((entry) => entry.closures));
  const learned = [...changedSpans, ...stockOuts, ...closures, ...absences];
  for (const { firstDay, lastDay } of toClusters(learned)) {
    await markDaysStale(tx, firstDay, lastDay);
  }
  await markDaysOfStationsStale(tx, movedIds);
  if (stationsAdded + pricesRaised + movedIds.length + learned.length > 0) await moveRevision(tx);
  return {
    changed,
    confirmed,
    known,
    stationsAdded,
    stockOutsWritten: stockOuts.length + closures.length,
  };
}
