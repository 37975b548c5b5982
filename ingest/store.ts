/** Writes the differences between a checked feed and the tables. @module */

import {
  advanceState,
  coverDays,
  type DataState,
  deleteReported,
  markStockOutsObserved,
  type StoredState,
} from "../lib/db/data_state.ts";
import {
  beginAbsences,
  endOpen,
  markLeft,
  markReturned,
  setCurrentPrices,
  setListed,
  setStockOuts,
  upsertStations,
  writeClosures,
} from "../lib/db/ingest/feed_rows.ts";
import { readStoredRows } from "../lib/db/ingest/stored_rows.ts";
import { markDaysOfStationsStale, refreshDailyMeans } from "../lib/db/history/daily_means.ts";
import { type ChangedSpan, recordPriceFacts } from "../lib/db/history/price_changes.ts";
import { raisePending } from "../lib/db/ingest/last_prices.ts";
import { markSuspectPrices } from "../lib/db/ingest/suspect_marks.ts";
import type { Queryable } from "../lib/db/db.ts";
import { addDays, toParisDay } from "../lib/shared/time/paris_time.ts";
import type { CheckedFeed } from "./check.ts";
import { validateAgainst } from "./validate_feed.ts";
import { type Differences, findDifferences } from "./differences.ts";

/**
 * The next feed covers up to this many days without a feed, since prices carry the time at which
 * they were set.
 */
const MAX_GAP_DAYS = 7;

/**
 * The run to store, and the `state` before it. With `force`, the comparisons with that state cannot
 * refuse the feed.
 */
export type StoreContext = {
  asOf: Date;
  source: DataState["source"];
  state: StoredState;
  force: boolean;
};

/**
 * Returns the days that a run covers, ascending: today, and the days since the last run if they are
 * few.
 */
function toCoveredDays(asOf: Date, previousAsOf: Date | null): string[] {
  const today = toParisDay(asOf);
  const before = previousAsOf ? toParisDay(previousAsOf) : today;
  if (addDays(today, -MAX_GAP_DAYS) > before) return [today];
  const days = [today];
  for (let day = today; day > before;) {
    day = addDays(day, -1);
    days.unshift(day);
  }
  return days;
}

function toPreviousAsOf(state: StoredState): Date | null {
  return state.asOfMs === null ? null : new Date(state.asOfMs);
}

/**
 * Tables get new statistics if at least this many prices change, as with the first feed and after a
 * long outage.
 */
const ANALYZE_FROM_PRICES = 5_000;

async function writeDifferences(
  tx: Queryable,
  differences: Differences,
  { asOf: at, previousAsOf }: { asOf: Date; previousAsOf: Date | null },
): Promise<ChangedSpan[]> {
  await upsertStations(tx, differences.stations, at);
  await markLeft(tx, differences.leftIds, { at, lastSeenAt: previousAsOf ?? at });
  await markReturned(tx, differences.returnedIds, at);
  await setCurrentPrices(tx, differences.currentPrices, at);
  await setListed(tx, differences.relisted, true);
  await setListed(tx, differences.unlisted, false);
  const stockOuts = await setStockOuts(tx, differences.stockOuts);
  await endOpen(tx, "stock_out", { rows: differences.endedStockOuts, at });
  await beginAbsences(tx, differences.begunAbsences, at);
  await endOpen(tx, "absence", { rows: differences.endedAbsences, at });
  const closures = await writeClosures(tx, differences.closures);
  const recorded = await recordPriceFacts(tx, differences.facts);
  // Periods that end or begin now do not change past days.
  const now = [
    ...differences.endedStockOuts,
    ...differences.endedAbsences,
    ...differences.begunAbsences,
  ];
  return [
    ...recorded.changedSpans,
    ...closures,
    ...stockOuts,
    ...now.map(({ stationId, fuel }) => ({ stationId, fuel, fromMs: at.getTime() })),
  ];
}

function toCounts(differences: Differences) {
  return {
    stationsAdded: differences.added,
    stationsUpdated: differences.stations.length - differences.added,
    stationsLeft: differences.leftIds.length,
    stationsReturned: differences.returnedIds.length,
    /** Current prices with a new value, first prices included. */
    pricesChanged: differences.changedPrices,
    /** Current prices with a new time and the same value. */
    pricesConfirmed: differences.currentPrices.length - differences.changedPrices,
    pricesWithdrawn: differences.unlisted.length,
    stockOutsSet: differences.stockOuts.length,
    stockOutsEnded: differences.endedStockOuts.length,
  };
}

/** Counts of the rows written. */
export type StoredCounts = ReturnType<typeof toCounts>;

/**
 * Stores a checked feed, in a transaction under the writers' lock. Throws `FeedRefused` if it
 * cannot follow the state.
 */
export async function storeFeed(
  tx: Queryable,
  feed: CheckedFeed,
  context: StoreContext,
): Promise<StoredCounts> {
  const { asOf, state, force } = context;
  // Real data replace the sample.
  const wiped = state.source === "sample" && context.source !== "sample" && state.asOfMs !== null;
  if (wiped) await deleteReported(tx);
  await raisePending(tx, asOf);
  const stored = await readStoredRows(tx);
  const previousAsOf = wiped ? null : toPreviousAsOf(state);
  if (!force) validateAgainst(feed, stored, wiped ? null : state.feedAtMs);
  const differences = await findDifferences(stored, feed, asOf.getTime());
  const changedSpans = await writeDifferences(tx, differences, { asOf, previousAsOf });
  // Readers plan by these statistics from the commit on. Without them the first snapshot once took
  // 37 s.
  if (differences.currentPrices.length >= ANALYZE_FROM_PRICES) {
    // The tables of a first feed are small: a tenth of the usual sample is as good, and takes a
    // third of the time.
    if (previousAsOf === null) await tx.query({ text: "set local default_statistics_target = 10" });
    await tx.query({ text: "select analyze_tables()" });
  }
  await markDaysOfStationsStale(tx, differences.movedIds);
  const feedAt = feed.newestPriceMs === null ? null : new Date(feed.newestPriceMs);
  await moveTime(tx, context, { previousAsOf, changedSpans, feedAt });
  if (feed.reported.stockOuts > 0) await markStockOutsObserved(tx, [toParisDay(asOf)]);
  return toCounts(differences);
}

/**
 * Stores that the feed is unchanged: advances the time, and turns the pending prices that it has
 * reached into last known ones.
 */
export async function storeUnchanged(tx: Queryable, context: StoreContext): Promise<void> {
  await raisePending(tx, context.asOf);
  await moveTime(tx, context, {
    previousAsOf: toPreviousAsOf(context.state),
    changedSpans: [],
    feedAt: null,
  });
}

/** Updates covered days, means, verdicts on prices and the state to the instant of the run. */
async function moveTime(
  tx: Queryable,
  { asOf, source }: StoreContext,
  { feedAt, ...before }: {
    previousAsOf: Date | null;
    changedSpans: readonly ChangedSpan[];
    feedAt: Date | null;
  },
): Promise<void> {
  await coverDays(tx, toCoveredDays(asOf, before.previousAsOf), "feed");
  await refreshDailyMeans(tx, { asOf, ...before });
  await markSuspectPrices(tx, asOf);
  await advanceState(tx, { asOf, feedAt, source });
}
