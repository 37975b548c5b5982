/** Writes what an archive tells beside prices: stations that no feed lists, ends of stock-outs, last known prices. @module */

import type { PriceFact, StockOutFact } from "../../domain/fact.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toSecondsArray, toTextArray } from "./columns.ts";
import type { StationFuel } from "./current_rows.ts";
import { type StationToWrite, upsertStations } from "./stations_write.ts";

/** A station of an archive, and the first and last instant at which the archive tells something of it. */
export type ArchiveStation = { station: StationToWrite; firstMs: number; lastMs: number };

/** What the database believes about time, as far as an archive's rows hang on it. */
export type FeedTimes = {
  /** Instants of the first and of the newest good ingest of the feed, ms; null before the first. */
  firstAsOfMs: number | null;
  asOfMs: number | null;
};

/** The instants of the feeds. */
export async function getFeedTimes(tx: Queryable): Promise<FeedTimes> {
  const [row] = await tx.query<{ first_ms: number | null; as_of_ms: number | null }>({
    name: "feed_times",
    text: `select (extract(epoch from first_as_of) * 1000)::float8 as first_ms,
      (extract(epoch from as_of) * 1000)::float8 as as_of_ms from data_state`,
  });
  return { firstAsOfMs: row.first_ms, asOfMs: row.as_of_ms };
}

/** What is known of a station; `first_listed_ms` null: no feed ever listed it. */
type KnownRow = { id: number; department: string | null; last_ms: number; first_listed_ms: number | null };

async function findKnown(tx: Queryable, ids: readonly number[]): Promise<Map<number, KnownRow>> {
  const rows = await tx.query<KnownRow>({
    name: "archive_stations_known",
    text: `select id, department, (extract(epoch from last_seen_at) * 1000)::float8 as last_ms,
      (extract(epoch from first_listed_at) * 1000)::float8 as first_listed_ms
      from station where id = any($1::int[])`,
    values: [toArrayText(ids)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

// A station that a feed has listed was last seen, and left, when the feeds say so.
const SEEN_SQL = `update station s set first_seen_at = least(s.first_seen_at, n.first_at),
    last_seen_at = case when s.first_listed_at is null then greatest(s.last_seen_at, n.last_at) else s.last_seen_at end,
    left_at = case when s.first_listed_at is null then greatest(s.left_at, n.last_at) else s.left_at end
  from (select id, to_timestamp(first_s) as first_at, to_timestamp(last_s) as last_at
    from unnest($1::int[], $2::float8[], $3::float8[]) t (id, first_s, last_s)) n
  where s.id = n.id and (s.first_seen_at > n.first_at or s.first_listed_at is null and s.last_seen_at < n.last_at)`;

async function setSeen(tx: Queryable, told: readonly ArchiveStation[]): Promise<void> {
  await tx.query({
    name: "archive_stations_seen",
    text: SEEN_SQL,
    values: [
      toArrayText(told.map(({ station }) => station.id)),
      toSecondsArray(told.map(({ firstMs }) => firstMs)),
      toSecondsArray(told.map(({ lastMs }) => lastMs)),
    ],
  });
}

/** What writing an archive's stations found. */
export type WrittenStations = {
  /** Stations known before; `firstListedMs` null: no feed ever listed it. */
  knownBefore: ReadonlyMap<number, { firstListedMs: number | null }>;
  /** Stations that are in another department now. */
  movedIds: number[];
};

/**
 * Makes rows of stations that were never seen, as having left at their last fact, and brings the fields of those that no
 * feed ever listed up to a newer archive's. A station that a feed has listed keeps the feed's fields, also after it left.
 */
export async function writeArchiveStations(
  tx: Queryable,
  told: readonly ArchiveStation[],
): Promise<WrittenStations> {
  const known = await findKnown(tx, told.map(({ station }) => station.id));
  const newest = told.filter(({ station: { id }, lastMs }) => {
    const before = known.get(id);
    return !before || before.first_listed_ms === null && before.last_ms < lastMs;
  });
  await upsertStations(tx, newest.map(({ station }) => station), null);
  if (told.length > 0) await setSeen(tx, told);
  const isMoved = ({ id, department }: StationToWrite) => known.has(id) && known.get(id)!.department !== department;
  return {
    knownBefore: new Map([...known.values()].map((row) => [row.id, { firstListedMs: row.first_listed_ms }])),
    movedIds: newest.filter(({ station }) => isMoved(station)).map(({ station }) => station.id),
  };
}

const STOCK_OUT_ROWS = `from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[], $5::text[])
  n (station_id, fuel, since_s, until_s, kind)`;
const RETURNING = "returning station_id, fuel, (extract(epoch from since) * 1000)::float8 as since_ms";

const ENDED_SQL = `insert into stock_out (station_id, fuel, since, until, kind)
  select station_id, fuel, to_timestamp(since_s), to_timestamp(until_s), kind ${STOCK_OUT_ROWS}
  on conflict (station_id, fuel, since) do update set until = excluded.until, kind = excluded.kind
  where (stock_out.until, stock_out.kind) is distinct from (excluded.until, excluded.kind) ${RETURNING}`;

// One that lasts in the archive is over when the newest feed tells stock-outs and not this one: the instant of the feed that
// noticed is the best end there is. What is known of it already is worth more than "no end".
const LASTING_SQL = `insert into stock_out (station_id, fuel, since, until, kind)
  select station_id, fuel, to_timestamp(since_s), case when to_timestamp(since_s) <= d.as_of
    and exists (select from stock_out o where o.until is null) then d.as_of end, kind
  ${STOCK_OUT_ROWS} cross join data_state d
  on conflict (station_id, fuel, since) do nothing ${RETURNING}`;

/** Something learned about a station and fuel (0: all of the station's), and from when on it matters. */
export type Learned = StationFuel & { fromMs: number };

type BegunRow = { station_id: number; fuel: number; since_ms: number };

function toLearned({ station_id, fuel, since_ms }: BegunRow): Learned {
  return { stationId: station_id, fuel, fromMs: since_ms };
}

/** Records an archive's stock-outs; answers those that taught something, with the instant they began at in ms. */
export async function writeArchiveStockOuts(
  tx: Queryable,
  facts: readonly StockOutFact[],
): Promise<Learned[]> {
  const unique = [...new Map(facts.map((fact) => [`${fact.stationId} ${fact.fuel} ${fact.sinceMs}`, fact])).values()];
  const ended = await insertStockOuts(tx, unique.filter(({ untilMs }) => untilMs !== null), ENDED_SQL);
  const lasting = await insertStockOuts(tx, unique.filter(({ untilMs }) => untilMs === null), LASTING_SQL);
  return [...ended, ...lasting];
}

async function insertStockOuts(tx: Queryable, facts: readonly StockOutFact[], text: string) {
  if (facts.length === 0) return [];
  const rows = await tx.query<BegunRow>({
    name: text === ENDED_SQL ? "archive_stock_outs_ended" : "archive_stock_outs_lasting",
    text,
    values: [
      toArrayText(facts.map(({ stationId }) => stationId)),
      toArrayText(facts.map(({ fuel }) => fuel)),
      toSecondsArray(facts.map(({ sinceMs }) => sinceMs)),
      toSecondsArray(facts.map(({ untilMs }) => untilMs)),
      toTextArray(facts.map(({ kind }) => kind)),
    ],
  });
  return rows.map(toLearned);
}

/** A last known price gives way to a later one, and to another of the same instant. */
export const RAISE_ON_CONFLICT = `on conflict (station_id, fuel)
  do update set price_milli = excluded.price_milli, updated_at = excluded.updated_at
  where excluded.updated_at > current_price.updated_at or
    (excluded.updated_at = current_price.updated_at and excluded.price_milli <> current_price.price_milli)`;

const RAISE_SQL = `insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select station_id, fuel, price_milli, to_timestamp(at_s), false
  from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[]) n (station_id, fuel, price_milli, at_s)
  ${RAISE_ON_CONFLICT}
  returning station_id, fuel, xmax = 0 as is_new`;

/**
 * Raises last known prices to later ones, each station and fuel at most once; whether the feed lists them stays as it is,
 * and a price never known before is not listed. Answers the number of prices that moved and those that are new.
 */
export async function raiseCurrentPrices(
  tx: Queryable,
  prices: readonly PriceFact[],
): Promise<{ moved: number; added: StationFuel[] }> {
  const rows = await tx.query<{ station_id: number; fuel: number; is_new: boolean }>({
    name: "prices_raise",
    text: RAISE_SQL,
    values: [
      toArrayText(prices.map(({ stationId }) => stationId)),
      toArrayText(prices.map(({ fuel }) => fuel)),
      toArrayText(prices.map(({ priceMilli }) => priceMilli)),
      toSecondsArray(prices.map(({ atMs }) => atMs)),
    ],
  });
  const added = rows.filter(({ is_new }) => is_new).map(({ station_id, fuel }) => ({ stationId: station_id, fuel }));
  return { moved: rows.length, added };
}

/** A time during which a station (fuel 0) or one of its fuels was missing from the feed; `untilMs` null while it is. */
export type Absence = StationFuel & { sinceMs: number; untilMs: number | null };

const ABSENCES_SQL = `insert into absence (station_id, fuel, since, until)
  select station_id, fuel, to_timestamp(since_s), to_timestamp(until_s)
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[]) n (station_id, fuel, since_s, until_s)
  on conflict do nothing ${RETURNING}`;

/**
 * Records absences that nobody could notice before the archive told what was missing; known ones stay as they are. Answers
 * those that are new, with the instant they began at in ms.
 */
export async function addAbsences(tx: Queryable, absences: readonly Absence[]): Promise<Learned[]> {
  if (absences.length === 0) return [];
  const rows = await tx.query<BegunRow>({
    name: "archive_absences",
    text: ABSENCES_SQL,
    values: [
      toArrayText(absences.map(({ stationId }) => stationId)),
      toArrayText(absences.map(({ fuel }) => fuel)),
      toSecondsArray(absences.map(({ sinceMs }) => sinceMs)),
      toSecondsArray(absences.map(({ untilMs }) => untilMs)),
    ],
  });
  return rows.map(toLearned);
}

/** Prices of stations that a feed first listed after `afterMs`, with that instant in ms. */
export async function findListedLater(
  tx: Queryable,
  stationIds: readonly number[],
  afterMs: number,
): Promise<(StationFuel & { firstListedMs: number })[]> {
  const rows = await tx.query<{ station_id: number; fuel: number; listed_ms: number }>({
    name: "prices_listed_later",
    text: `select station_id, fuel, (extract(epoch from first_listed_at) * 1000)::float8 as listed_ms from current_price
      where station_id = any($1::int[]) and first_listed_at > to_timestamp($2::float8)`,
    values: [toArrayText(stationIds), afterMs / 1000],
  });
  return rows.map(({ station_id, fuel, listed_ms }) => ({ stationId: station_id, fuel, firstListedMs: listed_ms }));
}
