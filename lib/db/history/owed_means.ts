/** Makes the means that archives owe, window by window in short transactions, so that neither readers nor ingests wait. @module */

import { REACH_MS } from "../../domain/daily_mean.ts";
import { toParisDay } from "../../shared/paris_time.ts";
import { moveRevision } from "../ingest/backfill_progress.ts";
import { oweDays, storeTallies } from "./daily_means.ts";
import { ALL_FUELS, tallyDays } from "./day_tallies.ts";
import type { Db, Queryable } from "../db.ts";
import { toArrayText } from "../ingest/columns.ts";
import { takeWriterLock } from "../ingest/lock.ts";
import { getStateRow } from "../current/state.ts";

/** How the owed means are made. */
export type OwedOptions = {
  /** Days that ended before this instant are made; the day of the newest feed never. */
  now: Date;
  /** Days made at once: more cost less in all, and memory; 31 by default. */
  windowDays?: number;
  /** Called between statements; where a background job rests. */
  pause?: () => Promise<void>;
  onProgress?: (done: { days: number; total: number }) => void;
};

const WINDOW_DAYS = 31;
/** Ingests come every ten minutes and a window takes seconds; meeting three in a row is no accident. */
const FREE_TRIES = 3;
const STATEMENT_TIMEOUT_MS = 600_000;

async function findOwed(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query<{ day: string }>({
    text: `select c.day from coverage c, data_state d
      where not c.averaged and c.day < $1::date and c.day is distinct from (d.as_of at time zone 'Europe/Paris')::date
      order by c.day desc`,
    values: [toParisDay(now)],
  });
  return rows.map(({ day }) => day);
}

/** Reads outside of a transaction and stores only if nobody wrote meanwhile; false when somebody did. */
async function tryWindow(db: Db, days: string[], pause?: () => Promise<void>): Promise<boolean> {
  const { revision } = await getStateRow(db);
  const tallies = await tallyDays(db, { days, fuels: ALL_FUELS, pause });
  return await db.transaction(async (tx) => {
    await takeWriterLock(tx);
    if ((await getStateRow(tx)).revision !== revision) return false;
    await storeTallies(tx, tallies, ALL_FUELS);
    await moveRevision(tx);
    return true;
  }, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

async function makeWindow(db: Db, days: string[], pause?: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < FREE_TRIES; tries++) if (await tryWindow(db, days, pause)) return;
  await db.transaction(async (tx) => {
    await takeWriterLock(tx);
    await storeTallies(tx, await tallyDays(tx, { days, fuels: ALL_FUELS }), ALL_FUELS);
    await moveRevision(tx);
  }, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

const EXTENT_SQL = `select (extract(epoch from min(at)) * 1000)::float8 as first_ms,
    (extract(epoch from max(greatest(at, confirmed_at[cardinality(confirmed_at)]))) * 1000)::float8 as last_ms
  from price_change where station_id = any($1::int[])`;

/**
 * Owes anew all days on which prices of some stations could be in force: means of departments go by the department that a
 * station is in today, so one that moves takes its past along.
 */
export async function oweDaysOfStations(tx: Queryable, stationIds: readonly number[]): Promise<void> {
  if (stationIds.length === 0) return;
  const [{ first_ms: firstMs, last_ms: lastMs }] = await tx.query<{ first_ms: number | null; last_ms: number }>({
    name: "stations_extent",
    text: EXTENT_SQL,
    values: [toArrayText(stationIds)],
  });
  if (firstMs === null) return;
  await oweDays(tx, toParisDay(new Date(firstMs)), toParisDay(new Date(lastMs + REACH_MS)));
}

/**
 * Makes the means of all covered days that are owed theirs, the newest first, and answers how many days that were. It may
 * be stopped at any moment: what is made is stored with its mark, and the rest is still owed.
 */
export async function makeOwedMeans(db: Db, options: OwedOptions): Promise<number> {
  const owed = await findOwed(db, options.now);
  const windowDays = options.windowDays ?? WINDOW_DAYS;
  for (let first = 0; first < owed.length; first += windowDays) {
    options.onProgress?.({ days: first, total: owed.length });
    await makeWindow(db, owed.slice(first, first + windowDays).reverse(), options.pause);
  }
  if (owed.length > 0) options.onProgress?.({ days: owed.length, total: owed.length });
  return owed.length;
}
