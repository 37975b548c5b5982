/** Reads the outcomes of the runs of the feed and the covered days, for the page that shows the state of the service. @module */

import { type Queryable, readOne } from "../db.ts";
import type { RunOutcome } from "./runs.ts";

/** A finished run of the feed, in our own words and numbers. `prices`: reported by the feed; null where none was read. */
export type PublicRun = {
  outcome: RunOutcome;
  finishedAt: string;
  message: string | null;
  prices: number | null;
  pricesChanged: number | null;
};

/** The covered days of a year (`YYYY-MM-DD`), and how many are `missing` between the first covered day of all years and the last. */
type CoveredYear = { year: number; days: number; missing: number; first: string | null; last: string | null };

/** Runs and coverage, years ascending. Instants are texts of the database's. */
export type RunRecords = {
  /** The newest ones, the newest first. */
  runs: PublicRun[];
  /** How often runs ended how since an instant. */
  outcomes: Partial<Record<RunOutcome, number>>;
  /** The last feed that was read: its rows, and those refused by reason; null when there was none. */
  lastRead: { finishedAt: string; prices: number; stockOuts: number; refused: Record<string, number> } | null;
  years: CoveredYear[];
  /** The newest stretches between covered days, the newest first. */
  gaps: { from: string; to: string }[];
};

/** Runs of the feed come every ten minutes, those that another one makes busy as well: more are not looked through. */
const LOOKED_AT = 1_000;

const RECORDS_SQL = `with recent as (
    select id, outcome, finished_at, message, counts from ingest_run
    where kind = 'feed' and finished_at is not null order by id desc limit ${LOOKED_AT}
  ), year as (
    select extract(year from d)::int as year, count(c.day)::int as days, (count(*) - count(c.day))::int as missing,
      min(c.day) as first, max(c.day) as last
    from generate_series((select min(day)::timestamp from coverage), (select max(day) from coverage), '1 day') d
    left join coverage c on c.day = d::date group by 1
  ), gap as (
    select before + 1 as "from", day - 1 as "to"
    from (select day, lag(day) over (order by day) as before from coverage) c
    where day > before + 1 order by day desc limit 5
  )
  select
    (select coalesce(json_agg(json_build_object('outcome', outcome, 'finishedAt', finished_at, 'message', message,
      'prices', counts->'prices', 'pricesChanged', counts->'pricesChanged') order by id desc), '[]')
      from (select outcome, finished_at, message, counts, id from recent order by id desc limit 10) r) as runs,
    (select coalesce(json_object_agg(outcome, n), '{}') from (
      select outcome, count(*)::int as n from recent where finished_at >= $1 group by 1) o) as outcomes,
    (select json_build_object('finishedAt', finished_at, 'prices', counts->'prices', 'stockOuts', counts->'stockOuts',
      'refused', coalesce(counts->'refused', '{}')) from ingest_run
      where kind = 'feed' and outcome = 'changed' and counts ? 'prices' order by id desc limit 1) as "lastRead",
    (select coalesce(json_agg(json_build_object('year', year, 'days', days, 'missing', missing,
      'first', first, 'last', last) order by year), '[]') from year) as years,
    (select coalesce(json_agg(json_build_object('from', "from", 'to', "to")), '[]') from gap) as gaps`;

/** A visitor who looks at the state of the service does not wait longer. */
const TIMEOUT_MS = 2_000;

/** Runs and coverage at one instant; outcomes are counted from `since` on. Throws when the database is away. */
export async function getRunRecords(db: Queryable, since: Date): Promise<RunRecords> {
  return await readOne(db, { name: "run_records", text: RECORDS_SQL, values: [since], timeoutMs: TIMEOUT_MS });
}
