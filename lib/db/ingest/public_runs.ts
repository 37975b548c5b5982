/**
 * Reads the runs of the feed and the covered days, for the page that shows the state of the
 * service.
 *
 * @module
 */

import { type Queryable, readOne } from "../db.ts";
import type { RunOutcome } from "./runs.ts";

/**
 * A finished run of the feed, in our own words and numbers. `prices` counts those that the feed
 * reports; null if no feed was read.
 */
export type PublicRun = {
  outcome: RunOutcome;
  finishedAt: string;
  message: string | null;
  prices: number | null;
  pricesChanged: number | null;
};

/**
 * The covered days of a year (`YYYY-MM-DD`). `missing` counts its uncovered days between the first
 * and last covered day of all years.
 */
type CoveredYear = {
  year: number;
  days: number;
  missing: number;
  first: string | null;
  last: string | null;
};

/** Runs and coverage, years ascending. Instants are texts as the database writes them. */
export type RunRecords = {
  /** The newest runs, newest first. */
  runs: PublicRun[];
  /**
   * The last feed that was read: its rows, and its refused rows by reason; null if none was read.
   */
  lastRead: {
    finishedAt: string;
    prices: number;
    stockOuts: number;
    refused: Record<string, number>;
  } | null;
  years: CoveredYear[];
};

const RECORDS_SQL = `
  with recent as (
    -- The newest finished runs of the feed.
    select id, outcome, finished_at, message, counts
    from ingest_run
    where kind = 'feed' and finished_at is not null
    order by id desc
    limit 10
  ), year as (
    -- The covered days of each year.
    select
      extract(year from d)::int as year,
      count(c.day)::int as days,
      (count(*) - count(c.day))::int as missing,
      min(c.day) as first,
      max(c.day) as last
    from generate_series(
      (select min(day)::timestamp from coverage),
      (select max(day) from coverage),
      '1 day'
    ) d
    left join coverage c on c.day = d::date
    group by 1
  )
  select
    (
      select coalesce(
        json_agg(
          json_build_object(
            'outcome', outcome,
            'finishedAt', finished_at,
            'message', message,
            'prices', counts->'prices',
            'pricesChanged', counts->'pricesChanged'
          )
          order by id desc
        ),
        '[]'
      )
      from recent
    ) as runs,
    (
      select json_build_object(
        'finishedAt', finished_at,
        'prices', counts->'prices',
        'stockOuts', counts->'stockOuts',
        'refused', coalesce(counts->'refused', '{}')
      )
      from ingest_run
      where kind = 'feed' and outcome = 'changed' and counts ? 'prices'
      order by id desc
      limit 1
    ) as "lastRead",
    (
      select coalesce(
        json_agg(
          json_build_object(
            'year', year, 'days', days, 'missing', missing, 'first', first, 'last', last
          )
          order by year
        ),
        '[]'
      )
      from year
    ) as years`;

/** Visitors of the status page do not wait longer. */
const TIMEOUT_MS = 2_000;

/** Returns runs and coverage at one instant. Throws if the database is unavailable. */
export async function getRunRecords(db: Queryable): Promise<RunRecords> {
  return await readOne(db, { name: "run_records", text: RECORDS_SQL, timeoutMs: TIMEOUT_MS });
}
