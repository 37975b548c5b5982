/** Counts the facts of an archive, and finds the days that it covers. @module */

import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { addDays, toParisDay } from "../../lib/shared/time/paris_time.ts";
import type { Checked } from "../check.ts";
import type { RowReason } from "../refusals.ts";

/**
 * Returns the counts of an archive before its first station: plain data, stored with its progress.
 */
export function startTally() {
  return {
    stations: 0,
    /** Stations that the database had never seen. */
    stationsAdded: 0,
    prices: 0,
    stockOuts: 0,
    refused: {} as Partial<Record<RowReason, number>>,
    /** Price facts that began a period, extended one, or were stored already. */
    changed: 0,
    confirmed: 0,
    known: 0,
    /** Stock-outs and closures that changed something. */
    stockOutsWritten: 0,
    /**
     * Pairs of station and fuel with prices, and with several prices. A history has pairs with
     * several prices; the state of a moment does not.
     */
    pairs: 0,
    pairsWithSeveral: 0,
    /** Number of facts of each year, with the instants of the first and last. */
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
  // Years change in winter, when Paris is an hour ahead of UTC.
  const year = new Date(atMs + 3_600_000).getUTCFullYear();
  const counted = years[year] ??= { facts: 0, firstMs: atMs, lastMs: atMs };
  counted.facts++;
  counted.firstMs = Math.min(counted.firstMs, atMs);
  counted.lastMs = Math.max(counted.lastMs, atMs);
}

/** Returns the instant of the newest price; null without prices. */
export function findNewestMs({ years }: ArchiveTally): number | null {
  const newest = Object.values(years).map(({ lastMs }) => lastMs);
  return newest.length > 0 ? Math.max(...newest) : null;
}

/**
 * A year belongs to an archive if it has at least this share of all prices. A few old prices are
 * not enough.
 */
const MIN_SHARE = 0.05;

/**
 * An archive is a history if this share of pairs has several prices; the file of a day has nearly
 * none.
 */
const HISTORY_SHARE = 0.1;

/**
 * Returns the days (Paris, ascending) that an archive covers: for a history all days, year by year;
 * for the file of a day, which lists last prices, only the newest day.
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

/** Returns the year of most prices; null without prices. */
export function findMainYear({ years }: ArchiveTally): number | null {
  const [first] = Object.entries(years).sort(([, a], [, b]) => b.facts - a.facts);
  return first ? Number(first[0]) : null;
}
