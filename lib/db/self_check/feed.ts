/** Keeps the last feed that changed the data, and reads it with what a feed does not say, for the self-check. @module */

import { createHash } from "node:crypto";
import type { Position } from "../../domain/location.ts";
import { type Queryable, readOne } from "../db.ts";
import { getState, type StoredState } from "../state.ts";

/** A larger feed is not kept: it is none. */
const MAX_BYTES = 16_000_000;

/** Keeps the bytes (ZIP or XML) of a feed instead of those before. `asOf`: the instant by which its rows were checked. */
export async function keepAcceptedFeed(
  tx: Queryable,
  feed: { contentHash: string; asOf: Date; storedAt: Date; bytes: Uint8Array },
): Promise<void> {
  if (feed.bytes.length > MAX_BYTES) return void await tx.query({ text: "delete from accepted_feed" });
  await tx.query({
    name: "accepted_feed_keep",
    text: `insert into accepted_feed (content_hash, as_of, stored_at, bytes) values ($1, $2, $3, $4)
      on conflict (only_row) do update set content_hash = excluded.content_hash, as_of = excluded.as_of,
        stored_at = excluded.stored_at, bytes = excluded.bytes`,
    values: [feed.contentHash, feed.asOf, feed.storedAt, feed.bytes],
  });
}

const HASH_SQL = "select content_hash from accepted_feed where octet_length(bytes) = $1 and sha256(bytes) = $2";

/** The hash of the XML in some bytes when they are those of the feed kept, else null: then nothing need be unpacked. */
export async function getAcceptedHash(db: Queryable, bytes: Uint8Array): Promise<string | null> {
  const sha = createHash("sha256").update(bytes).digest();
  const statement = { name: "accepted_hash", text: HASH_SQL, values: [bytes.length, sha] };
  const [row] = await db.query<{ content_hash: string }>(statement);
  return row?.content_hash ?? null;
}

/** A last known price as stored; `fuel` 1 to 6. */
export type StoredPrice = { stationId: number; fuel: number; priceMilli: number; atMs: number };

/** The feed, and of the tables what it does not say: brands, closures, and what was known before. */
export type CheckInput = {
  state: StoredState;
  bytes: Uint8Array;
  /** The instant by which the feed's rows were checked. */
  readAsOfMs: number;
  brands: Map<number, string>;
  /** The latest beginning of an open closure, ms, by station. */
  closures: Map<number, number>;
  /** Positions by station where the feed's may be unusable: then the last good one is kept. */
  positions: Map<number, Position>;
  /** Open stock-outs, for a feed that says nothing of them. */
  stockOuts: { stationId: number; fuel: number; sinceMs: number }[];
  /** Reports that were suspect by the market of a day that has ended, and the instant up to which days have judged, ms. */
  suspects: { stationId: number; fuel: number; atMs: number }[];
  judgedUntilMs: number;
  /** Last known prices, to find those that are later than the feed's. */
  prices: StoredPrice[];
};

// A program that does not know the table leaves an older feed in it; an archive loaded after the feed knows more than it.
const FEED_SQL = `select bytes, (extract(epoch from as_of) * 1000)::float8 as "readAsOfMs",
  coalesce(content_hash = (select content_hash from ingest_run where kind = 'feed' and outcome in ('changed', 'unchanged')
    order by id desc limit 1), false)
  and not exists (select from ingest_run where kind = 'archive' and finished_at >= stored_at)
  and not exists (select from backfill_progress where updated_at >= stored_at) as "isWhole"
  from accepted_feed`;

// One row of one text: the driver spends most of its time on single values.
const BRANDS_SQL =
  `select coalesce(json_agg(json_build_array(station_id, brand)), '[]')::text as rows from station_brand where brand <> ''`;
const CLOSURES_SQL =
  `select coalesce(json_agg(json_build_array(station_id, extract(epoch from since) * 1000)), '[]')::text
  as rows from closure where until is null`;
const POSITIONS_SQL =
  `select coalesce(json_agg(json_build_array(id, st_y(position::geometry), st_x(position::geometry))),
  '[]')::text as rows from station where position is not null and position_flag is not null`;
const STOCK_OUTS_SQL = `select coalesce(json_agg(json_build_array(station_id, fuel, extract(epoch from since) * 1000)),
  '[]')::text as rows from stock_out where until is null`;
const SUSPECTS_SQL = `select coalesce(json_agg(json_build_array(station_id, fuel, extract(epoch from at) * 1000)),
  '[]')::text as rows from suspect_price, data_state where day < (as_of at time zone 'Europe/Paris')::date`;
const JUDGED_SQL =
  `select json_build_array(coalesce(extract(epoch from (max(day) + 1)::timestamp at time zone 'Europe/Paris')
  * 1000, 0))::text as rows from coverage, data_state where day < (as_of at time zone 'Europe/Paris')::date`;
const PRICES_SQL = `select coalesce(json_agg(json_build_array(station_id, fuel, price_milli,
  extract(epoch from updated_at) * 1000)), '[]')::text as rows from current_price`;

async function readTuples<T>(tx: Queryable, text: string): Promise<T[]> {
  return JSON.parse((await readOne<{ rows: string }>(tx, { text })).rows);
}

type FeedRow = { bytes: Uint8Array; readAsOfMs: number; isWhole: boolean };

/**
 * Reads everything at one instant: call it in a transaction that only reads. Null while there is no feed, or none that says
 * what the data say: an archive was loaded after it, or it was stored by a program that keeps none.
 */
export async function getCheckInput(tx: Queryable): Promise<CheckInput | null> {
  const state = await getState(tx);
  const [feed] = await tx.query<FeedRow>({ text: FEED_SQL });
  if (!feed?.isWhole || state.asOfMs === null) return null;
  const closures = new Map<number, number>();
  for (const [id, sinceMs] of await readTuples<[number, number]>(tx, CLOSURES_SQL)) {
    closures.set(id, Math.max(closures.get(id) ?? -Infinity, sinceMs));
  }
  const positions = await readTuples<[number, number, number]>(tx, POSITIONS_SQL);
  const stockOuts = await readTuples<[number, number, number]>(tx, STOCK_OUTS_SQL);
  const suspects = await readTuples<[number, number, number]>(tx, SUSPECTS_SQL);
  const [judgedUntilMs = 0] = await readTuples<number>(tx, JUDGED_SQL);
  const prices = await readTuples<[number, number, number, number]>(tx, PRICES_SQL);
  return {
    state,
    bytes: feed.bytes,
    readAsOfMs: Math.round(feed.readAsOfMs),
    brands: new Map(await readTuples<[number, string]>(tx, BRANDS_SQL)),
    closures,
    positions: new Map(positions.map(([id, lat, lng]) => [id, { lat, lng }])),
    stockOuts: stockOuts.map(([stationId, fuel, sinceMs]) => ({ stationId, fuel, sinceMs })),
    ...{ suspects: suspects.map(([stationId, fuel, atMs]) => ({ stationId, fuel, atMs })), judgedUntilMs },
    prices: prices.map(([stationId, fuel, priceMilli, atMs]) => ({ stationId, fuel, priceMilli, atMs })),
  };
}

const REPORTED_SQL = `select c.station_id as "stationId", c.fuel, c.price_milli as "priceMilli",
    array_to_string(array(select round(extract(epoch from t) * 1000) from unnest(array_prepend(c.at, c.confirmed_at)) t), ',')
      as instants
  from price_change c join (select distinct * from unnest($1::int[], $2::smallint[]) n (station_id, fuel)) p
    on c.station_id = p.station_id and c.fuel = p.fuel`;

/** A stretch of one value in the history: the instants at which it was reported, ms, ascending. */
export type ReportedPeriod = { stationId: number; fuel: number; priceMilli: number; instantsMs: number[] };

/** The history of some stations' fuels. */
export async function findReported(
  db: Queryable,
  pairs: readonly { stationId: number; fuel: number }[],
): Promise<ReportedPeriod[]> {
  if (pairs.length === 0) return [];
  const rows = await db.query<Omit<ReportedPeriod, "instantsMs"> & { instants: string }>({
    text: REPORTED_SQL,
    values: [pairs.map(({ stationId }) => stationId), pairs.map(({ fuel }) => fuel)],
  });
  return rows.map(({ instants, ...period }) => ({ ...period, instantsMs: instants.split(",").map(Number) }));
}
