/** Writes the current state of prices, stock-outs and absences; only what differs is passed here. @module */

import type { PriceFact, StockOutFact } from "../../domain/fact.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toSecondsArray, toTextArray } from "./columns.ts";
import { upsert } from "./insert_rows.ts";

/** A station and one of its fuels. */
export type StationFuel = { stationId: number; fuel: number };

/** A stock-out or an absence by its key. */
export type Begun = StationFuel & { sinceMs: number };

function toKeys(rows: readonly StationFuel[]): [string, string] {
  return [toArrayText(rows.map(({ stationId }) => stationId)), toArrayText(rows.map(({ fuel }) => fuel))];
}

// first_listed_at is written here for new rows, so that nothing has to touch all rows of a first feed again
const INSERT_PRICES = `insert into current_price (station_id, fuel, price_milli, updated_at, listed, first_listed_at)
  select station_id, fuel, price_milli, to_timestamp(at_s), true, $5::timestamptz
  from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[]) n (station_id, fuel, price_milli, at_s)`;
const RESET_PRICES = `(station_id, fuel) do update
    set price_milli = excluded.price_milli, updated_at = excluded.updated_at, listed = true,
      first_listed_at = coalesce(current_price.first_listed_at, excluded.first_listed_at)`;

/** Sets current prices, each station and fuel at most once, of a feed that lists them at `at`. */
export async function setCurrentPrices(tx: Queryable, prices: readonly PriceFact[], at: Date): Promise<void> {
  if (prices.length === 0) return;
  const milli = toArrayText(prices.map(({ priceMilli }) => priceMilli));
  const seconds = toSecondsArray(prices.map(({ atMs }) => atMs));
  const values = [...toKeys(prices), milli, seconds, at];
  await upsert(tx, { table: "current_price", insert: INSERT_PRICES, onConflict: RESET_PRICES, values });
}

const SET_LISTED = `update current_price p set listed = $3
  from unnest($1::int[], $2::smallint[]) n (station_id, fuel) where p.station_id = n.station_id and p.fuel = n.fuel`;

/** Says of current prices whether the newest feed lists them. */
export async function setListed(tx: Queryable, prices: readonly StationFuel[], listed: boolean): Promise<void> {
  if (prices.length === 0) return;
  await tx.query({ name: "prices_listed", text: SET_LISTED, values: [...toKeys(prices), listed] });
}

const INSERT_STOCK_OUTS = `insert into stock_out (station_id, fuel, since, until, kind)
  select station_id, fuel, to_timestamp(since_s), to_timestamp(until_s), kind
  from unnest($1::int[], $2::smallint[], $3::float8[], $4::float8[], $5::text[]) n (station_id, fuel, since_s, until_s, kind)`;
const RESET_STOCK_OUTS = `(station_id, fuel, since) do update set until = excluded.until, kind = excluded.kind
  where (stock_out.until, stock_out.kind) is distinct from (excluded.until, excluded.kind)`;

/** Records stock-outs; one known by station, fuel and beginning takes the new end (null: open again) and kind. */
export async function setStockOuts(tx: Queryable, stockOuts: readonly StockOutFact[]): Promise<void> {
  if (stockOuts.length === 0) return;
  const since = toSecondsArray(stockOuts.map(({ sinceMs }) => sinceMs));
  const until = toSecondsArray(stockOuts.map(({ untilMs }) => untilMs));
  const kinds = toTextArray(stockOuts.map(({ kind }) => kind));
  const values = [...toKeys(stockOuts), since, until, kinds];
  await upsert(tx, { table: "stock_out", insert: INSERT_STOCK_OUTS, onConflict: RESET_STOCK_OUTS, values });
}

function endSql(table: "stock_out" | "absence"): string {
  return `update ${table} t set until = $4 from unnest($1::int[], $2::smallint[], $3::float8[]) n (station_id, fuel, since_s)
    where t.station_id = n.station_id and t.fuel = n.fuel and t.since = to_timestamp(n.since_s) and t.until is null`;
}

/** Ends open stock-outs or absences at `at`. */
export async function endOpen(
  tx: Queryable,
  table: "stock_out" | "absence",
  { rows, at }: { rows: readonly Begun[]; at: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const since = toSecondsArray(rows.map(({ sinceMs }) => sinceMs));
  await tx.query({ name: `${table}_end`, text: endSql(table), values: [...toKeys(rows), since, at] });
}

const BEGIN_ABSENCES = `insert into absence (station_id, fuel, since)
  select station_id, fuel, $3::timestamptz from unnest($1::int[], $2::smallint[]) n (station_id, fuel)
  on conflict (station_id, fuel, since) do update set until = null`;

/** Records that stations (fuel 0) or fuels are missing from the feed since `at`. */
export async function beginAbsences(tx: Queryable, rows: readonly StationFuel[], at: Date): Promise<void> {
  if (rows.length === 0) return;
  await tx.query({ name: "absences_begin", text: BEGIN_ABSENCES, values: [...toKeys(rows), at] });
}
