/** What an archive told so far: for the report, and for the days that it covers. @module */

import type { PriceFact } from "../../lib/domain/fact.ts";
import { addDays, toParisDay } from "../../lib/shared/paris_time.ts";
import type { RowReason } from "../check/refused_row.ts";
import type { ArchiveEntry } from "./check_archive.ts";

/** Facts of one year: how many, and the first and last of them in ms. */
type YearTally = { facts: number; firstMs: number; lastMs: number };

/** Counts of an archive; plain data, kept with its progress. */
export type ArchiveTally = {
  stations: number;
  /** Of these, stations that the database had never seen. */
  stationsAdded: number;
  prices: number;
  stockOuts: number;
  refused: Partial<Record<RowReason, number>>;
  /** Price facts that began a run, prolonged one, were known already. */
  changed: number;
  confirmed: number;
  known: number;
  /** Stock-outs and closures that taught something. */
  stockOutsWritten: number;
  /** Pairs of station and fuel with prices, and those of them with several: a history has them, a moment has not. */
  pairs: number;
  pairsWithSeveral: number;
  years: Record<string, YearTally>;
};

/** A tally of nothing. */
export function startTally(): ArchiveTally {
  return {
    ...{ stations: 0, stationsAdded: 0, prices: 0, stockOuts: 0, refused: {}, changed: 0, confirmed: 0, known: 0 },
    ...{ stockOutsWritten: 0, pairs: 0, pairsWithSeveral: 0, years: {} },
  };
}

/** Counts one station. */
export function countEntry(tally: ArchiveTally, entry: ArchiveEntry): void {
  tally.stations++;
  tally.prices += entry.prices.length;
  tally.stockOuts += entry.stockOuts.length;
  for (const { reason } of entry.refused) tally.refused[reason] = (tally.refused[reason] ?? 0) + 1;
  const facts = [0, 0, 0, 0, 0, 0, 0];
  for (const fact of entry.prices) {
    facts[fact.fuel]++;
    countYear(tally, fact);
  }
  tally.pairs += facts.filter((count) => count > 0).length;
  tally.pairsWithSeveral += facts.filter((count) => count > 1).length;
}

function countYear({ years }: ArchiveTally, { atMs }: PriceFact): void {
  const year = new Date(atMs + 3_600_000).getUTCFullYear(); // Paris in winter, when years change
  const known = years[year];
  if (!known) years[year] = { facts: 1, firstMs: atMs, lastMs: atMs };
  else {
    known.facts++;
    if (atMs < known.firstMs) known.firstMs = atMs;
    if (atMs > known.lastMs) known.lastMs = atMs;
  }
}

/** The instant of the newest price; null when there is none. */
export function findNewestMs({ years }: ArchiveTally): number | null {
  const newest = Object.values(years).map(({ lastMs }) => lastMs);
  return newest.length > 0 ? Math.max(...newest) : null;
}

/** Share of all prices from which on a year belongs to an archive and is not a handful of old prices in it. */
const LEAST_SHARE = 0.05;

/** Share of pairs with several prices from which on an archive is a history: a day's file has next to none. */
const HISTORY_SHARE = 0.1;

/**
 * The days (Paris, ascending) of which an archive tells the prices: of a history from the first price to the last, year by
 * year; of a day's file, which lists the last price of every station however old, its newest day alone.
 */
export function toCoveredDays(tally: ArchiveTally): string[] {
  const newestMs = findNewestMs(tally);
  if (newestMs === null) return [];
  if (tally.pairsWithSeveral < HISTORY_SHARE * tally.pairs) return [toParisDay(new Date(newestMs))];
  const days: string[] = [];
  for (const { facts, firstMs, lastMs } of Object.values(tally.years)) {
    if (facts < LEAST_SHARE * tally.prices) continue;
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
