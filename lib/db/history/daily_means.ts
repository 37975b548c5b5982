/**
 * Keeps the daily means up to date: computes those of days that ended, and again those of days that
 * late facts change.
 *
 * @module
 */

import { REACH_MS } from "../../domain/price/daily_mean.ts";
import { DEPARTMENTS } from "../../places/departments.ts";
import { startOfParisDay, toParisDay } from "../../shared/time/paris_time.ts";
import {
  ALL_FUELS,
  type DayTallies,
  FEED_DAY_SQL,
  NO_DEPARTMENT,
  tallyDays,
} from "./day_tallies.ts";
import { type Db, type Queryable, readOne } from "../db.ts";
import { toArrayText, toColumns } from "../bulk.ts";
import type { ChangedSpan } from "./price_changes.ts";
import { replaceSuspects, storeConfirmations } from "./suspect_reports.ts";
import { getState, moveRevision, takeWriterLock } from "../data_state.ts";

const NATION = "FR";
const PARTS_OF_NATION = [...DEPARTMENTS.map(({ code }) => code), NO_DEPARTMENT];

// Areas and days come as numbers from 1 on, counted in the lists $1 and $2.
const INSERT_SQL = `
  insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
  select a.area, n.fuel, d.day, n.sum_milli, n.min_milli, n.max_milli, n.station_count
  from unnest($3::int[], $4::smallint[], $5::int[], $6::bigint[], $7::smallint[], $8::smallint[],
    $9::int[]) n (area_number, fuel, day_number, sum_milli, min_milli, max_milli, station_count)
  join unnest($1::text[]) with ordinality a (area, number) on a.number = n.area_number
  join unnest($2::date[]) with ordinality d (day, number) on d.number = n.day_number`;

// The bounds of the day let the index of pages (BRIN) be used.
const DELETE_SQL = `
  delete from daily_mean
  where day >= $1::date and day <= $2::date
    and day = any($3::date[])
    and fuel = any($4::smallint[])`;

const NATION_SQL = `
  insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
  select '${NATION}', fuel, day, sum(sum_milli), min(min_milli), max(max_milli), sum(station_count)
  from daily_mean
  where area = any($1::text[]) and fuel = any($2::smallint[]) and day = any($3::date[])
  group by fuel, day`;

/** Computes the means of some days and fuels again, in all areas. */
async function makeMeans(
  tx: Queryable,
  days: readonly string[],
  fuels: readonly number[],
): Promise<void> {
  if (days.length > 0) await storeTallies(tx, await tallyDays(tx, { days, fuels }), fuels);
}

/** Replaces the means and suspect reports of the tallied days and fuels, in all areas. */
async function storeTallies(
  tx: Queryable,
  tallied: DayTallies,
  fuels: readonly number[],
): Promise<void> {
  const { days, areas, suspects, confirmations } = tallied;
  const dayTexts = toArrayText(days);
  const fuelTexts = toArrayText(fuels);
  await replaceSuspects(tx, suspects, { days, fuels });
  await storeConfirmations(tx, confirmations);
  await tx.query({ text: DELETE_SQL, values: [days.at(0), days.at(-1), dayTexts, fuelTexts] });
  const rows = tallied.tallies.map(({ area, day, ...tally }) => ({
    ...tally,
    area: area + 1,
    day: day + 1,
  }));
  const columns = toColumns(rows, [
    "area",
    "fuel",
    "day",
    "sumMilli",
    "minMilli",
    "maxMilli",
    "count",
  ]);
  await tx.query({ name: "means_insert", text: INSERT_SQL, values: [areas, dayTexts, ...columns] });
  await tx.query({ text: NATION_SQL, values: [PARTS_OF_NATION, fuelTexts, dayTexts] });
  const averaged =
    "update coverage set averaged = true where not averaged and day = any($1::date[])";
  await tx.query({ text: averaged, values: [dayTexts] });
}

/**
 * Brings the means up to the instant of an ingest, after its facts are stored: those of days that
 * ended, and of days that late facts change.
 */
export async function refreshDailyMeans(
  tx: Queryable,
  { asOf, previousAsOf, changedSpans }: {
    asOf: Date;
    previousAsOf: Date | null;
    changedSpans: readonly ChangedSpan[];
  },
): Promise<void> {
  const today = toParisDay(asOf);
  await recordFirstListing(tx, asOf, previousAsOf === null);
  await repairDays(tx, changedSpans, today);
  const ended = "not averaged and day >= $1::date and day < $2::date";
  const days = previousAsOf ? await findDays(tx, ended, [toParisDay(previousAsOf), today]) : [];
  await makeMeans(tx, days, ALL_FUELS);
}

/**
 * Stores the instant of the very first feed, and when each price was first listed. Archives that
 * are loaded later need both.
 */
async function recordFirstListing(tx: Queryable, asOf: Date, isFirstFeed: boolean): Promise<void> {
  if (isFirstFeed) {
    await tx.query({ text: "update data_state set first_as_of = $1", values: [asOf] });
  }
  const text =
    "update current_price set first_listed_at = $1 where listed and first_listed_at is null";
  await tx.query({ name: "first_listing", text, values: [asOf] });
}

async function findDays(
  db: Queryable,
  condition: string,
  values: readonly string[],
): Promise<string[]> {
  const text = `select day from coverage where ${condition} order by day`;
  return (await db.query<{ day: string }>({ text, values })).map(({ day }) => day);
}

/** Days that new facts can change. */
type Cluster = { firstDay: string; lastDay: string };

async function repairDays(
  tx: Queryable,
  changedSpans: readonly ChangedSpan[],
  today: string,
): Promise<void> {
  const text = "select max(day) as day from coverage where averaged";
  const newest = await readOne<{ day: string | null }>(tx, { name: "newest_averaged", text });
  if (newest.day === null) return;
  // No day in Paris is longer than 25 hours.
  const firstFreeMs = startOfParisDay(newest.day).getTime() + 25 * 3_600_000;
  const late = changedSpans.filter(({ fromMs }) => fromMs < firstFreeMs);
  if (late.length === 0) return;
  for (const cluster of toClusters(late)) {
    if (cluster.lastDay >= today) {
      await markDaysStale(tx, cluster.firstDay > today ? cluster.firstDay : today, cluster.lastDay);
    }
    const averaged = "averaged and day >= $1::date and day <= $2::date and day < $3::date";
    const days = await findDays(tx, averaged, [cluster.firstDay, cluster.lastDay, today]);
    // All fuels, since a price may be suspect because another fuel of the station has it.
    await makeMeans(tx, days, ALL_FUELS);
  }
}

/** Groups spans whose days overlap, so that a single old fact does not cause months to be read. */
export function toClusters(late: readonly ChangedSpan[]): Cluster[] {
  const clusters: Cluster[] = [];
  for (const span of [...late].sort((a, b) => a.fromMs - b.fromMs)) {
    const firstDay = toParisDay(new Date(span.fromMs));
    const lastDay = toParisDay(new Date((span.toMs ?? span.fromMs) + REACH_MS));
    const cluster = clusters.at(-1);
    if (cluster && firstDay <= cluster.lastDay) {
      if (lastDay > cluster.lastDay) cluster.lastDay = lastDay;
    } else clusters.push({ firstDay, lastDay });
  }
  return clusters;
}

/** Marks the means of the days from `firstDay` to `lastDay` (both included) as stale. */
export async function markDaysStale(
  tx: Queryable,
  firstDay: string,
  lastDay: string,
): Promise<void> {
  const text =
    "update coverage set averaged = false where averaged and day >= $1::date and day <= $2::date";
  await tx.query({ name: "mark_stale_days", text, values: [firstDay, lastDay] });
}

type StaleMeansOptions = {
  /** Only days that ended before this instant get means; the day of the newest feed never does. */
  now: Date;
  /** Days computed together; 31 by default. More days take less time in all, and more memory. */
  windowDays?: number;
  /** Called between statements; a background job pauses there. */
  pause?: () => Promise<void>;
  onProgress?: (done: { days: number; total: number }) => void;
};

const WINDOW_DAYS = 31;
const STATEMENT_TIMEOUT_MS = 600_000;

const STALE = `not averaged and day < $1::date and day is distinct from ${FEED_DAY_SQL}`;

/** Reads outside of a transaction, and once more inside it if the data changed in the meantime. */
async function makeWindow(db: Db, days: string[], pause?: () => Promise<void>): Promise<void> {
  const { revision } = await getState(db);
  const tallies = await tallyDays(db, { days, fuels: ALL_FUELS, pause });
  await db.transaction(async (tx) => {
    await takeWriterLock(tx);
    const isCurrent = (await getState(tx)).revision === revision;
    await storeTallies(
      tx,
      isCurrent ? tallies : await tallyDays(tx, { days, fuels: ALL_FUELS }),
      ALL_FUELS,
    );
    await moveRevision(tx);
  }, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

const EXTENT_SQL = `
  select
    (extract(epoch from min(at)) * 1000)::float8 as "firstMs",
    (extract(epoch from max(
      greatest(at, confirmed_at[cardinality(confirmed_at)])
    )) * 1000)::float8 as "lastMs"
  from price_change
  where station_id = any($1::int[])`;

/**
 * Marks all days with prices of some stations as stale. Means follow a station's current
 * department, so a station that moves takes its past along.
 */
export async function markDaysOfStationsStale(
  tx: Queryable,
  stationIds: readonly number[],
): Promise<void> {
  if (stationIds.length === 0) return;
  const statement = {
    name: "stations_extent",
    text: EXTENT_SQL,
    values: [toArrayText(stationIds)],
  };
  const { firstMs, lastMs } = await readOne<{ firstMs: number | null; lastMs: number }>(
    tx,
    statement,
  );
  if (firstMs === null) return;
  await markDaysStale(tx, toParisDay(new Date(firstMs)), toParisDay(new Date(lastMs + REACH_MS)));
}

/**
 * Computes the means of all stale days, oldest first, since later verdicts depend on them. Returns
 * the number of days. May be stopped at any moment.
 */
export async function makeStaleMeans(db: Db, options: StaleMeansOptions): Promise<number> {
  let days = 0;
  for (;;) {
    const stale = await findDays(db, STALE, [toParisDay(options.now)]);
    if (days + stale.length > 0) options.onProgress?.({ days, total: days + stale.length });
    if (stale.length === 0) return days;
    const window = stale.slice(0, options.windowDays ?? WINDOW_DAYS);
    await makeWindow(db, window, options.pause);
    days += window.length;
  }
}
