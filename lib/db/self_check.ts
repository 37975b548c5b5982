/**
 * Stores the last feed that changed the data and the results of self-checks, and reads what a
 * self-check compares.
 *
 * @module
 */

import { replaceSql } from "./bulk.ts";
import { type Queryable, readBatches, readOne, type Row } from "./db.ts";
import { pickState, STATE_COLUMNS, type StoredState } from "./data_state.ts";

/** Larger feeds are not kept: no real feed is that large. */
const MAX_BYTES = 16_000_000;

/**
 * Stores the bytes (ZIP or XML) of a feed in place of the last one. `asOf` is the instant by which
 * its rows were checked.
 */
export async function keepAcceptedFeed(
  tx: Queryable,
  feed: { contentHash: string; asOf: Date; storedAt: Date; bytes: Uint8Array },
): Promise<void> {
  if (feed.bytes.length > MAX_BYTES) {
    return void await tx.query({ text: "delete from accepted_feed" });
  }
  await tx.query({
    name: "accepted_feed_keep",
    text: `
      insert into accepted_feed (content_hash, as_of, stored_at, bytes)
      values ($1, $2, $3, $4)
      on conflict (only_row) do update set ${replaceSql("content_hash, as_of, stored_at, bytes")}`,
    values: [feed.contentHash, feed.asOf, feed.storedAt, feed.bytes],
  });
}

/**
 * Facts of a listed station that only the database has. Fuels are 1 to 6, instants ms since 1970.
 */
export type StoredStation = {
  id: number;
  brand: string | null;
  /** The last good position, for stations whose position in the feed may be unusable. */
  position: { lat: number; lng: number } | null;
  /** The beginning of the latest closure that no price has ended. */
  closedSinceMs: number | null;
  stockOuts: { fuel: number; sinceMs: number }[];
  prices: { fuel: number; priceMilli: number; atMs: number; suspect: boolean }[];
};

type CheckInput = {
  state: StoredState;
  bytes: Uint8Array;
  readAsOfMs: number;
  stations: StoredStation[];
};

// The stored feed is older than the data if a later one was too large to keep, or if an archive was
// loaded after it. Then there is nothing to compare.
const FEED_SQL = `
  select ${STATE_COLUMNS}, feed.bytes, feed.read_as_of_ms as "readAsOfMs"
  from data_state
  cross join (
    select bytes, content_hash, stored_at,
      round(extract(epoch from as_of) * 1000)::float8 as read_as_of_ms
    from accepted_feed
  ) feed
  where as_of is not null
    and feed.content_hash = (
      select content_hash
      from ingest_run
      where kind = 'feed' and outcome in ('changed', 'unchanged')
      order by id desc
      limit 1
    )
    and not exists (select from ingest_run where kind = 'archive' and finished_at >= feed.stored_at)
    and not exists (select from backfill_progress where updated_at >= feed.stored_at)`;

const STATIONS_SQL = `
  with price as (
    -- The prices that are known: no further ahead than clocks may differ.
    select station_id, fuel, price_milli, updated_at, suspect
    from current_price, data_state
    where updated_at <= as_of + interval '10 minutes'
  )
  select s.id, b.brand,
    case when s.position_flag is not null and s.position is not null
      then json_build_object('lat', st_y(s.position::geometry), 'lng', st_x(s.position::geometry))
    end as position,
    (
      select extract(epoch from max(c.since)) * 1000
      from closure c
      where c.station_id = s.id and c.until is null
        and not exists (select from price p where p.station_id = s.id and p.updated_at > c.since)
    )::float8 as "closedSinceMs",
    (
      select coalesce(
        json_agg(
          json_build_object('fuel', o.fuel, 'sinceMs', extract(epoch from o.since) * 1000)
        ),
        '[]'
      )
      from stock_out o
      where o.station_id = s.id and o.until is null
    ) as "stockOuts",
    (
      select coalesce(
        json_agg(
          json_build_object(
            'fuel', p.fuel,
            'priceMilli', p.price_milli,
            'atMs', extract(epoch from p.updated_at) * 1000,
            'suspect', p.suspect
          )
        ),
        '[]'
      )
      from price p
      where p.station_id = s.id
    ) as prices
  from station s
  left join station_brand b on b.station_id = s.id
  where s.left_at is null`;

/**
 * Reads the input of a self-check; call it in a read-only transaction. Returns null if no stored
 * feed matches the data, as after an archive.
 */
export async function getCheckInput(tx: Queryable): Promise<CheckInput | null> {
  const [feed] = await tx.query<Row & StoredState & Omit<CheckInput, "state" | "stations">>({
    text: FEED_SQL,
  });
  if (!feed) return null;
  const stations: StoredStation[] = [];
  for await (const rows of readBatches<StoredStation>(tx, { text: STATIONS_SQL })) {
    stations.push(...rows);
  }
  return { state: pickState(feed), bytes: feed.bytes, readAsOfMs: feed.readAsOfMs, stations };
}

/**
 * A difference between a response and the feed: the operation, its parameters, and what differs.
 */
export type Difference = { operation: string; question: Record<string, unknown>; detail: string };

/**
 * The result of a self-check, with its first differences. `revision` is that of the data; `seed`
 * reproduces the questions.
 */
export type SelfCheckResult = {
  at: Date;
  revision: number;
  feedAt: Date | null;
  seed: number;
  questions: number;
  differences: number;
  examples: readonly Difference[];
  durationMs: number;
};

/** The number of results that are kept: a year of nights. */
export const KEPT_CHECKS = 400;

/** Stores a result, and deletes the oldest ones. */
export async function insertSelfCheck(db: Queryable, check: SelfCheckResult): Promise<void> {
  const { id } = await readOne<{ id: number }>(db, {
    text: `insert into self_check (
        checked_at, revision, feed_at, seed, questions, differences, examples, duration_ms
      )
      values ($1, $2, $3, $4, $5, $6, $7::jsonb, $8)
      returning id`,
    values: [
      check.at,
      check.revision,
      check.feedAt,
      check.seed,
      check.questions,
      check.differences,
      JSON.stringify(check.examples),
      check.durationMs,
    ],
  });
  await db.query({ text: "delete from self_check where id <= $1", values: [id - KEPT_CHECKS] });
}

/** Returns the newest result, or null before the first self-check. */
export async function getLastSelfCheck(db: Queryable): Promise<SelfCheckResult | null> {
  const [row] = await db.query<SelfCheckResult>({
    name: "self_check_last",
    text: `select checked_at as at, revision, feed_at as "feedAt", seed, questions, differences,
        examples, duration_ms as "durationMs"
      from self_check
      order by id desc
      limit 1`,
  });
  return row ?? null;
}
