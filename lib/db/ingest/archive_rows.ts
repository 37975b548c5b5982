/** Writes the stations, stock-outs and absences of an archive. @module */

import type { StockOutFact } from "../../domain/station/fact.ts";
import { type Queryable, readOne } from "../db.ts";
import { toArrayText, writeRows } from "../bulk.ts";
import type { ChangedSpan } from "../history/price_changes.ts";
import {
  RETURNING_SPAN,
  setStockOuts,
  type StationFuel,
  type StationToWrite,
  upsertStations,
} from "./feed_rows.ts";

/** A station of an archive, with the instants of its first and last fact. */
export type ArchiveStation = { station: StationToWrite; firstMs: number; lastMs: number };

/** The instants of the first and newest good ingest of the feed, in ms; null before the first. */
export type FeedTimes = { firstAsOfMs: number | null; asOfMs: number | null };

/** Returns the instants of the first and newest feed. */
export async function getFeedTimes(tx: Queryable): Promise<FeedTimes> {
  return await readOne<FeedTimes>(tx, {
    name: "feed_times",
    text: `select (extract(epoch from first_as_of) * 1000)::float8 as "firstAsOfMs",
      (extract(epoch from as_of) * 1000)::float8 as "asOfMs" from data_state`,
  });
}

/** A stored station; `firstListedMs` is null if no feed ever listed it. */
type KnownRow = {
  id: number;
  department: string | null;
  lastMs: number;
  firstListedMs: number | null;
};

async function findKnown(tx: Queryable, ids: readonly number[]): Promise<Map<number, KnownRow>> {
  const rows = await tx.query<KnownRow>({
    name: "archive_stations_known",
    text: `
      select id, department,
        (extract(epoch from last_seen_at) * 1000)::float8 as "lastMs",
        (extract(epoch from first_listed_at) * 1000)::float8 as "firstListedMs"
      from station
      where id = any($1::int[])`,
    values: [toArrayText(ids)],
  });
  return new Map(rows.map((row) => [row.id, row]));
}

// For a station that a feed has listed, the feeds say when it was last seen and when it left.
const SEEN_SQL = `
  update station s
  set first_seen_at = least(s.first_seen_at, n.first_at),
    last_seen_at = case
      when s.first_listed_at is null then greatest(s.last_seen_at, n.last_at)
      else s.last_seen_at
    end,
    left_at = case
      when s.first_listed_at is null then greatest(s.left_at, n.last_at)
      else s.left_at
    end
  from (
    select id, to_timestamp(first_s) as first_at, to_timestamp(last_s) as last_at
    from unnest($1::int[], $2::float8[], $3::float8[]) t (id, first_s, last_s)
  ) n
  where s.id = n.id
    and (
      s.first_seen_at > n.first_at
      or s.first_listed_at is null and s.last_seen_at < n.last_at
    )`;

/**
 * The stations of an archive that were known before, and those that are in another department now.
 */
export type WrittenStations = { knownBefore: ReadonlyMap<number, KnownRow>; movedIds: number[] };

/**
 * Writes stations of an archive. A station that no feed ever listed gets the fields of its newest
 * archive, and left at its last fact; others keep the fields of the feed.
 */
export async function writeArchiveStations(
  tx: Queryable,
  reported: readonly ArchiveStation[],
): Promise<WrittenStations> {
  const knownBefore = await findKnown(tx, reported.map(({ station }) => station.id));
  const newest = reported.filter(({ station: { id }, lastMs }) => {
    const before = knownBefore.get(id);
    return !before || before.firstListedMs === null && before.lastMs < lastMs;
  });
  await upsertStations(tx, newest.map(({ station }) => station), null);
  const seen = reported.map(({ station: { id }, firstMs, lastMs }) => ({ id, firstMs, lastMs }));
  await writeRows(tx, seen, {
    name: "archive_stations_seen",
    text: SEEN_SQL,
    keys: ["id", "firstMs", "lastMs"],
  });
  const moved = newest.filter(({ station: { id, department } }) =>
    knownBefore.has(id) && knownBefore.get(id)!.department !== department
  );
  return { knownBefore, movedIds: moved.map(({ station }) => station.id) };
}

// A stock-out that is open in the archive ended at the newest feed, since that does not report it.
// An existing row knows more than the archive, so it stays.
const LASTING_SQL = `
  insert into stock_out (station_id, fuel, since, until, kind)
  select station_id, fuel, to_timestamp(since_s),
    case
      when to_timestamp(since_s) <= d.as_of
        and exists (select from stock_out o where o.until is null)
        then d.as_of
    end,
    kind
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::text[])
    n (station_id, fuel, since_s, kind)
  cross join data_state d
  on conflict (station_id, fuel, since) do nothing
  ${RETURNING_SPAN}`;

/** Records the stock-outs of an archive. Returns the spans of those that changed something. */
export async function writeArchiveStockOuts(
  tx: Queryable,
  facts: readonly StockOutFact[],
): Promise<ChangedSpan[]> {
  const byKey = new Map(
    facts.map((fact) => [`${fact.stationId} ${fact.fuel} ${fact.sinceMs}`, fact]),
  );
  const unique = [...byKey.values()];
  const ended = await setStockOuts(tx, unique.filter(({ untilMs }) => untilMs !== null));
  const keys = ["stationId", "fuel", "sinceMs", "kind"] as const;
  const statement = { name: "archive_stock_outs_lasting", text: LASTING_SQL, keys };
  const lasting: ChangedSpan[] = await writeRows(
    tx,
    unique.filter(({ untilMs }) => untilMs === null),
    statement,
  );
  return [...ended, ...lasting];
}

/**
 * A time during which a station (fuel 0) or one of its fuels was missing from the feed. `untilMs`
 * is null while it lasts.
 */
export type Absence = StationFuel & { sinceMs: number; untilMs: number | null };

const ABSENCES_SQL = `
  insert into absence (station_id, fuel, since, until)
  select station_id, fuel, to_timestamp(since_s), to_timestamp(until_s)
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[])
    n (station_id, fuel, since_s, until_s)
  on conflict do nothing
  ${RETURNING_SPAN}`;

/** Records absences that only the archive reveals. Returns the spans of those that are new. */
export async function addAbsences(
  tx: Queryable,
  absences: readonly Absence[],
): Promise<ChangedSpan[]> {
  const keys = ["stationId", "fuel", "sinceMs", "untilMs"] as const;
  return await writeRows(tx, absences, { name: "archive_absences", text: ABSENCES_SQL, keys });
}

/**
 * Returns the prices of stations that a feed first listed after `afterMs`, with that instant in ms.
 */
export async function findListedLater(
  tx: Queryable,
  stationIds: readonly number[],
  afterMs: number,
): Promise<(StationFuel & { firstListedMs: number })[]> {
  return await tx.query({
    name: "prices_listed_later",
    text: `
      select station_id as "stationId", fuel,
        (extract(epoch from first_listed_at) * 1000)::float8 as "firstListedMs"
      from current_price
      where station_id = any($1::int[]) and first_listed_at > to_timestamp($2::float8)`,
    values: [toArrayText(stationIds), afterMs / 1000],
  });
}
