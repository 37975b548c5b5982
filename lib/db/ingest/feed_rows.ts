/**
 * Writes what a feed changed: stations, current prices, stock-outs, closures and absences.
 *
 * @module
 */

import type { Queryable } from "../db.ts";
import { replaceSql, writeRows } from "../bulk.ts";
import type { OpenPeriod, StoredStation } from "./stored_rows.ts";
import type { ClosureFact, PriceFact, StockOutFact } from "../../domain/station/fact.ts";
import type { ChangedSpan } from "../history/price_changes.ts";

/** A station to write. */
export type StationToWrite = Omit<StoredStation, "leftAtMs">;

/** Separates services: a control character that no label contains and that needs no escape. */
const SEPARATOR = "\u007f";

const STATION_COLUMNS =
  `postal_code, department, address, city, raw_address, raw_city, raw_latitude, raw_longitude,
  position, position_flag, motorway, automate_24_7, opening_hours, services, last_seen_at`;
const UPSERT_STATIONS = `
  insert into station (id, ${STATION_COLUMNS}, first_seen_at, first_listed_at)
  select n.id, n.postal_code, n.department, n.address, n.city,
    n.raw_address, n.raw_city, n.raw_latitude, n.raw_longitude,
    st_setsrid(st_makepoint(n.lng, n.lat), 4326)::geography,
    n.position_flag, n.motorway, n.automate, n.hours::jsonb,
    case when n.services = '' then '{}' else string_to_array(n.services, chr(127)) end,
    $17::timestamptz, $18::timestamptz, $19::timestamptz
  from unnest(
      $1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::float8[], $11::float8[], $12::text[], $13::boolean[], $14::boolean[],
      $15::text[], $16::text[]
    ) n (
      id, postal_code, department, address, city, raw_address, raw_city, raw_latitude,
      raw_longitude, lat, lng, position_flag, motorway, automate, hours, services
    )
  on conflict (id) do update set
    ${replaceSql(STATION_COLUMNS)},
    first_listed_at = coalesce(station.first_listed_at, excluded.first_listed_at)`;

/**
 * Inserts or replaces stations that a feed lists at `listedAt`, or that an archive reports if it is
 * null. Does not change `left_at`.
 */
export async function upsertStations(
  tx: Queryable,
  stations: readonly StationToWrite[],
  listedAt: Date | null,
): Promise<void> {
  const rows = stations.map((station) => ({
    ...station,
    lat: station.position?.lat ?? null,
    lng: station.position?.lng ?? null,
    hours: station.openingHours && JSON.stringify(station.openingHours),
    labels: station.services.join(SEPARATOR),
  }));
  const keys = [
    "id",
    "postalCode",
    "department",
    "address",
    "city",
    "rawAddress",
    "rawCity",
    "rawLatitude",
    "rawLongitude",
    "lat",
    "lng",
    "positionFlag",
    "motorway",
    "automate247",
    "hours",
    "labels",
  ] as const;
  const more = [listedAt ?? "-infinity", listedAt ?? "infinity", listedAt];
  await writeRows(tx, rows, { name: "stations_upsert", text: UPSERT_STATIONS, keys, more });
}

/**
 * Marks stations as missing from the feed since `at`. The last feed that listed them was that of
 * `lastSeenAt`.
 */
export async function markLeft(
  tx: Queryable,
  ids: readonly number[],
  { at, lastSeenAt }: { at: Date; lastSeenAt: Date },
): Promise<void> {
  const text = "update station set left_at = $2, last_seen_at = $3 where id = any($1::int[])";
  const rows = ids.map((id) => ({ id }));
  await writeRows(tx, rows, { name: "stations_left", text, keys: ["id"], more: [at, lastSeenAt] });
}

/** Marks stations as listed again at `at`. */
export async function markReturned(tx: Queryable, ids: readonly number[], at: Date): Promise<void> {
  const text = `update station
    set left_at = null, last_seen_at = $2, first_listed_at = coalesce(first_listed_at, $2)
    where id = any($1::int[])`;
  await writeRows(tx, ids.map((id) => ({ id })), {
    name: "stations_returned",
    text,
    keys: ["id"],
    more: [at],
  });
}

/** A station and one of its fuels. */
export type StationFuel = { stationId: number; fuel: number };

// Sets first_listed_at of new rows, so that all rows of a first feed need not be updated later.
const UPSERT_PRICES = `
  insert into current_price (station_id, fuel, price_milli, updated_at, listed, first_listed_at)
  select station_id, fuel, price_milli, to_timestamp(at_s), true, $5::timestamptz
  from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[])
    n (station_id, fuel, price_milli, at_s)
  on conflict (station_id, fuel) do update set
    price_milli = excluded.price_milli,
    updated_at = excluded.updated_at,
    listed = true,
    first_listed_at = coalesce(current_price.first_listed_at, excluded.first_listed_at)`;

/**
 * Sets the current prices of a feed that lists them at `at`; each station and fuel occurs at most
 * once.
 */
export async function setCurrentPrices(
  tx: Queryable,
  prices: readonly PriceFact[],
  at: Date,
): Promise<void> {
  const keys = ["stationId", "fuel", "priceMilli", "atMs"] as const;
  await writeRows(tx, prices, { name: "prices_upsert", text: UPSERT_PRICES, keys, more: [at] });
}

/** SQL that returns the {@link ChangedSpan} of a row that began at `since`. */
export const RETURNING_SPAN = `returning station_id as "stationId", fuel,
    (extract(epoch from since) * 1000)::float8 as "fromMs"`;

const SET_LISTED = `
  update current_price p
  set listed = $3
  from unnest($1::int[], $2::smallint[]) n (station_id, fuel)
  where p.station_id = n.station_id and p.fuel = n.fuel`;

/** Records whether the newest feed lists current prices. */
export async function setListed(
  tx: Queryable,
  prices: readonly StationFuel[],
  listed: boolean,
): Promise<void> {
  await writeRows(tx, prices, {
    name: "prices_listed",
    text: SET_LISTED,
    keys: ["stationId", "fuel"],
    more: [listed],
  });
}

const UPSERT_STOCK_OUTS = `
  insert into stock_out (station_id, fuel, since, until, kind)
  select station_id, fuel, to_timestamp(since_s), to_timestamp(until_s), kind
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[], $5::text[])
    n (station_id, fuel, since_s, until_s, kind)
  on conflict (station_id, fuel, since) do update
    set until = excluded.until, kind = excluded.kind
    where (stock_out.until, stock_out.kind) is distinct from (excluded.until, excluded.kind)
  ${RETURNING_SPAN}`;

/**
 * Records stock-outs. An existing one gets the new kind and the new end; null opens it again.
 * Returns the spans of those that changed something.
 */
export async function setStockOuts(
  tx: Queryable,
  stockOuts: readonly StockOutFact[],
): Promise<ChangedSpan[]> {
  const keys = ["stationId", "fuel", "sinceMs", "untilMs", "kind"] as const;
  return await writeRows(tx, stockOuts, {
    name: "stock_outs_upsert",
    text: UPSERT_STOCK_OUTS,
    keys,
  });
}

/** Ends open stock-outs or absences at `at`. */
export async function endOpen(
  tx: Queryable,
  table: "stock_out" | "absence",
  { rows, at }: { rows: readonly OpenPeriod[]; at: Date },
): Promise<void> {
  const text = `
    update ${table} t
    set until = $4
    from unnest($1::int[], $2::smallint[], $3::float8[]) n (station_id, fuel, since_s)
    where t.station_id = n.station_id
      and t.fuel = n.fuel
      and t.since = to_timestamp(n.since_s)
      and t.until is null`;
  await writeRows(tx, rows, {
    name: `${table}_end`,
    text,
    keys: ["stationId", "fuel", "sinceMs"],
    more: [at],
  });
}

const BEGIN_ABSENCES = `
  insert into absence (station_id, fuel, since)
  select station_id, fuel, $3::timestamptz
  from unnest($1::int[], $2::smallint[]) n (station_id, fuel)
  on conflict (station_id, fuel, since) do update set until = null`;

/** Records that stations (fuel 0) or fuels are missing from the feed since `at`. */
export async function beginAbsences(
  tx: Queryable,
  rows: readonly StationFuel[],
  at: Date,
): Promise<void> {
  await writeRows(tx, rows, {
    name: "absences_begin",
    text: BEGIN_ABSENCES,
    keys: ["stationId", "fuel"],
    more: [at],
  });
}

// The latest end wins, and any end wins over null, since day files write their own time into open
// closures. `permanent` wins over `temporary`.
const WRITE_SQL = `
  insert into closure (station_id, since, until, kind)
  select station_id, to_timestamp(since_s), to_timestamp(max(until_s)), min(kind)
  from unnest($1::int[], $2::float8[], $3::float8[], $4::text[])
    n (station_id, since_s, until_s, kind)
  group by station_id, since_s
  on conflict (station_id, since) do update
    set until = greatest(closure.until, excluded.until), kind = least(closure.kind, excluded.kind)
    where (closure.until, closure.kind) is distinct from
      (greatest(closure.until, excluded.until), least(closure.kind, excluded.kind))
  returning station_id as "stationId", 0 as fuel,
    (extract(epoch from since) * 1000)::float8 as "fromMs"`;

/**
 * Records closures, in any order and any number of times. Returns the spans of those that changed
 * something (fuel 0: all fuels).
 */
export async function writeClosures(
  tx: Queryable,
  facts: readonly ClosureFact[],
): Promise<ChangedSpan[]> {
  const keys = ["stationId", "sinceMs", "untilMs", "kind"] as const;
  return await writeRows(tx, facts, { name: "closures_write", text: WRITE_SQL, keys });
}
