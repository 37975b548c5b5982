/**
 * Updates last known prices to later ones, and keeps prices ahead of the feeds as pending.
 *
 * @module
 */

import type { PriceFact } from "../../domain/station/fact.ts";
import type { Queryable } from "../db.ts";
import { writeRows } from "../bulk.ts";
import { isKnownSql } from "../current/station_rows.ts";
import type { StationFuel } from "./feed_rows.ts";

/** A later price replaces the last known one; so does another price of the same instant. */
const RAISE_ON_CONFLICT = `on conflict (station_id, fuel) do update
  set price_milli = excluded.price_milli, updated_at = excluded.updated_at
  where excluded.updated_at > current_price.updated_at
    or (
      excluded.updated_at = current_price.updated_at
      and excluded.price_milli <> current_price.price_milli
    )`;

// A row that was inserted, and not updated, has no xmax.
const RAISE_LATER_SQL = `
  insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select station_id, fuel, price_milli, to_timestamp(at_s), false
  from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[])
    n (station_id, fuel, price_milli, at_s)
  ${RAISE_ON_CONFLICT}
  returning station_id as "stationId", fuel, xmax = 0 as "isNew"`;

const COLUMNS = ["stationId", "fuel", "priceMilli", "atMs"] as const;

/**
 * Updates last known prices to later ones. New prices are not listed. Returns how many prices
 * changed, and which are new.
 */
export async function raiseCurrentPrices(
  tx: Queryable,
  prices: readonly PriceFact[],
): Promise<{ moved: number; added: StationFuel[] }> {
  const statement = { name: "prices_raise", text: RAISE_LATER_SQL, keys: COLUMNS };
  const rows = await writeRows<StationFuel & { isNew: boolean }, typeof COLUMNS[number]>(
    tx,
    prices,
    statement,
  );
  return { moved: rows.length, added: rows.filter(({ isNew }) => isNew) };
}

const PENDING_SQL = `
  with pending as (
    insert into pending_price (station_id, fuel, price_milli, at)
    select station_id, fuel, price_milli, to_timestamp(at_s)
    from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[])
      n (station_id, fuel, price_milli, at_s)
    on conflict (station_id, fuel, at) do update set price_milli = excluded.price_milli
    returning station_id, fuel
  )
  select distinct station_id as "stationId", fuel
  from pending n
  where not exists (
    select from current_price c
    where c.station_id = n.station_id and c.fuel = n.fuel
  )`;

/**
 * Stores prices that are later than the newest feed as pending. Returns the stations and fuels
 * without a last known price.
 */
export async function storePending(
  tx: Queryable,
  facts: readonly PriceFact[],
): Promise<StationFuel[]> {
  return await writeRows(tx, facts, { name: "pending_store", text: PENDING_SQL, keys: COLUMNS });
}

const RAISE_SQL = `
  with reached as (
    -- The pending prices that are no longer ahead of the feed.
    delete from pending_price
    where ${isKnownSql("at", "$1::timestamptz")}
    returning station_id, fuel, price_milli, at
  )
  insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select distinct on (station_id, fuel) station_id, fuel, price_milli, at, false
  from reached
  order by station_id, fuel, at desc
  ${RAISE_ON_CONFLICT}`;

/** Turns the pending prices that the instant of a feed has reached into last known prices. */
export async function raisePending(tx: Queryable, asOf: Date): Promise<void> {
  await tx.query({ name: "pending_raise", text: RAISE_SQL, values: [asOf] });
}
