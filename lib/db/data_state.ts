/**
 * Reads and changes the state of the data (revision, instant, covered days), and takes the writers'
 * lock.
 *
 * @module
 */

import { type Queryable, readOne } from "./db.ts";

/**
 * The state of the data that a response was read from. Equal states and equal requests give equal
 * bytes.
 */
export type DataState = {
  revision: number;
  /** Instant of the last good ingest of the feed, in ms since 1970: the "now" of every response. */
  asOfMs: number;
  /** Newest time of a price in the feed; null if unknown. */
  feedAtMs: number | null;
  source: "official" | "file" | "sample";
};

/** The stored state; `asOfMs` is null until a feed was ingested. */
export type StoredState = Omit<DataState, "asOfMs"> & { asOfMs: number | null };

/**
 * The one row of `data_state`. Without the limit the planner of a new database expects hundreds of
 * rows and compiles each query (JIT) for a tenth of a second.
 */
export const ONE_STATE = "(table data_state limit 1) data_state";

/**
 * The columns of {@link StoredState}, for statements that read data and their state at one instant.
 */
export const STATE_COLUMNS = `revision, round(date_part('epoch', as_of) * 1000) as "asOfMs",
  round(date_part('epoch', feed_at) * 1000) as "feedAtMs", source`;

/** Returns only the state of a row that has other columns, too. */
export function pickState<S extends StoredState>(
  { revision, asOfMs, feedAtMs, source }: S,
): Pick<S, keyof DataState> {
  return { revision, asOfMs, feedAtMs, source };
}

/** Returns the state of the data now. */
export async function getState(db: Queryable): Promise<StoredState> {
  return await readOne<StoredState>(db, {
    name: "state",
    text: `select ${STATE_COLUMNS} from data_state`,
  });
}

/**
 * State, station count, last run of the feed, archives in progress, last self-check and covered
 * days, all read at one instant.
 */
export type StatusRow = StoredState & {
  /** Stations that the newest feed lists. */
  stations: number;
  last_run: { outcome: string; finished_at: string; message: string | null } | null;
  backfills: { source: string; stations_done: number; updated_at: string }[];
  covered_days: number;
  /** False while the server only reads. */
  writable: boolean;
  self_check: { at: string; questions: number; differences: number } | null;
  /**
   * Covered days whose means are not computed yet, without the day of the newest feed, which has
   * none.
   */
  owed_days: number;
};

const STATUS_SQL = `select ${STATE_COLUMNS},
  (select count(*)::int from station where left_at is null) as stations,
  (
    select to_json(r)
    from (
      select outcome, finished_at, message
      from ingest_run
      where kind = 'feed' and finished_at is not null
      order by id desc
      limit 1
    ) r
  ) as last_run,
  (
    select coalesce(json_agg(b order by b.updated_at desc), '[]')
    from (
      select r.source, p.stations_done, p.updated_at
      from backfill_progress p
      join ingest_run r on r.id = p.ingest_run_id
    ) b
  ) as backfills,
  (
    select json_build_object(
      'at', checked_at, 'questions', questions, 'differences', differences
    )
    from self_check
    order by id desc
    limit 1
  ) as self_check,
  (select count(*)::int from coverage) as covered_days,
  not current_setting('transaction_read_only')::boolean as writable,
  (
    select count(*)::int
    from coverage
    where not averaged and day is distinct from (as_of at time zone 'Europe/Paris')::date
  ) as owed_days
from data_state`;

/** Load balancers do not wait longer for a health check. */
const STATUS_TIMEOUT_MS = 2_000;

/** Returns the status row. Throws if the database is unavailable. */
export async function getStatusRow(db: Queryable): Promise<StatusRow> {
  return await readOne<StatusRow>(db, {
    name: "status",
    text: STATUS_SQL,
    timeoutMs: STATUS_TIMEOUT_MS,
  });
}

/**
 * Keys of the advisory locks: one for all writers ("JAUGE" on a telephone keypad), one for ingests
 * only.
 */
const WRITER_LOCK = 52_843;
const INGEST_LOCK = 52_844;

/**
 * Takes both locks for an ingest until the transaction ends. Returns false at once if another
 * ingest, which does the same work, is running.
 */
export async function tryIngestLocks(tx: Queryable): Promise<boolean> {
  const statement = {
    name: "ingest_lock",
    text: `select pg_try_advisory_xact_lock(${INGEST_LOCK}) as locked`,
  };
  const { locked } = await readOne<{ locked: boolean }>(tx, statement);
  if (locked) await takeWriterLock(tx);
  return locked;
}

// The first bound ends a transaction whose process hangs (stopped, swapped out, gone), since its
// locks would stop all other ingests. The administrator's own limit wins. The other bounds end
// connections to a machine that is gone or does not read.
const BOUNDS_SQL = `
  select set_config(name, value, true)
  from (values
    ('idle_in_transaction_session_timeout', '60s'),
    ('tcp_keepalives_idle', '15'),
    ('tcp_keepalives_interval', '5'),
    ('tcp_keepalives_count', '4'),
    ('tcp_user_timeout', '60s')
  ) bound (name, value)
  where name <> 'idle_in_transaction_session_timeout' or current_setting(name) in ('0', '0ms')`;

/** Has the server end the transaction if its process hangs or its machine is gone. */
export async function limitIdleTime(tx: Queryable): Promise<void> {
  await tx.query({ name: "writer_bounds", text: BOUNDS_SQL });
}

/**
 * Waits for the writers' lock and holds it until the transaction ends. Long work takes it in many
 * short transactions.
 */
export async function takeWriterLock(tx: Queryable): Promise<void> {
  await limitIdleTime(tx);
  await tx.query({
    name: "take_writer_lock",
    text: `select pg_advisory_xact_lock(${WRITER_LOCK})`,
  });
}

/**
 * Advances the revision and the instant of the data after an ingest. Keeps the feed's time if
 * `feedAt` is null.
 */
export async function advanceState(
  tx: Queryable,
  { asOf, feedAt, source }: { asOf: Date; feedAt: Date | null; source: DataState["source"] },
): Promise<void> {
  const text = `
    update data_state
    set revision = revision + 1, as_of = $1, feed_at = coalesce($2, feed_at), source = $3`;
  await tx.query({ name: "state_advance", text, values: [asOf, feedAt, source] });
}

/** Advances the revision alone, when something that responses depend on has changed. */
export async function moveRevision(tx: Queryable): Promise<void> {
  await tx.query({ name: "revision_move", text: "update data_state set revision = revision + 1" });
}

// A covered day judges the reports since the previous covered day. So a new day changes the
// verdicts of the next covered day.
const COVER_SQL = `
  with added as (
    insert into coverage (day, source)
    select day, $2 from unnest($1::date[]) day
    on conflict do nothing
    returning day
  )
  update coverage c
  set averaged = false
  where averaged
    and day in (select (select min(n.day) from coverage n where n.day > a.day) from added a)`;

/**
 * Records days (`YYYY-MM-DD`, Paris) as covered, and marks the covered days after them as stale.
 * Days that are covered already stay as they are.
 */
export async function coverDays(
  tx: Queryable,
  days: readonly string[],
  source: "feed" | "archive",
): Promise<void> {
  await tx.query({ name: "cover_days", text: COVER_SQL, values: [`{${days.join(",")}}`, source] });
}

/** Records that the stock-outs of covered days were observed. */
export async function markStockOutsObserved(tx: Queryable, days: readonly string[]): Promise<void> {
  const text =
    "update coverage set stock_outs = true where not stock_outs and day = any($1::date[])";
  await tx.query({ name: "mark_observed", text, values: [`{${days.join(",")}}`] });
}

/** Tables that hold what feeds, archives and lists of brands reported. */
const REPORTED =
  `price_change current_price stock_out closure absence coverage daily_mean suspect_price
  station_brand quarantine pending_price station backfill_progress`.split(/\s+/);

/**
 * Deletes all reported data, so that real data can replace a sample. Keeps the runs and the
 * revision.
 */
export async function deleteReported(tx: Queryable): Promise<void> {
  for (const table of REPORTED) await tx.query({ text: `delete from ${table}` });
  await tx.query({ text: "update data_state set as_of = null, feed_at = null" });
}
