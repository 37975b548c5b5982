/** Counts what an archive reported, and which days it covers. @module */

import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { addDays, toParisDay } from "../../lib/shared/time/paris_time.ts";
import type { Checked } from "../check.ts";
import type { RowReason } from "../refusals.ts";

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
    changed: 0,
    confirmed: 0,
    known: 0,
    /** Stock-outs and closures that changed something. */
    stockOutsWritten: 0,
    /**
     * Pairs of station and fuel with prices, and those with several: a history has them, a moment
     * has not.
     */
    pairs: 0,
    pairsWithSeveral: 0,
    /** How many facts a year has, with the first and the last. */
    years: {} as Record<string, { facts: number; firstMs: number; lastMs: number }>,
  };
}

/** Counts of an archive. */
export type ArchiveTally = ReturnType<typeof startTally>;

/** Counts one station. */
export function countStation(tally: ArchiveTally, { entry, refused }: Checked): void {
  tally.stations++;
  for (const { reason } of refused) tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
  if (entry === null) return;
  tally.prices += entry.prices.length;
  tally.stockOuts += entry.stockOuts.length;
  for (const fact of entry.prices) countYear(tally, fact);
  const byFuel = Map.groupBy(entry.prices, ({ fuel }) => fuel);
  tally.pairs += byFuel.size;
  for (const { length } of byFuel.values()) if (length > 1) tally.pairsWithSeveral++;
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

/**
 * Share of all prices from which on a year belongs to an archive and is not a handful of old prices
 * in it.
 */
const MIN_SHARE = 0.05;

/**
 * Share of pairs with several prices from which on an archive is a history: a day's file has next
 * to none.
 */
const HISTORY_SHARE = 0.1;

/**
 * The days (Paris, ascending) that an archive covers: of a history all, year by year; of a day's
 * file, which lists last prices, only its newest.
 */
export function toCoveredDays(tally: ArchiveTally): string[] {
  const newestMs = findNewestMs(tally);
  if (newestMs === null) return [];
  if (tally.pairsWithSeveral < HISTORY_SHARE * tally.pairs) return [toParisDay(new Date(newestMs))];
  const days: string[] = [];
  for (const { facts, firstMs, lastMs } of Object.values(tally.years)) {
    if (facts < MIN_SHARE * tally.prices) continue;
    const last = toParisDay(new Date(lastMs));
    for (let day = toParisDay(new Date(firstMs)); day <= last; day = addDays(day, 1)) {
      days.push(day);
    }
  }
  return days;
}

/** The year that most prices are of; null when there is none. */
export function findMainYear({ years }: ArchiveTally): number | null {
  const [first] = Object.entries(years).sort(([, a], [, b]) => b.facts - a.facts);
  return first ? Number(first[0]) : null;
}
