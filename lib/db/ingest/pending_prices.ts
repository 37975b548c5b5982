/** Prices that archives tell of instants ahead of the feeds: pending until a feed has come that far. @module */

import type { PriceFact } from "../../domain/fact.ts";
import { RAISE_ON_CONFLICT } from "./archive_rows.ts";
import type { Queryable } from "../db.ts";
import { toArrayText, toSecondsArray } from "./columns.ts";
import { isKnownSql } from "../current/station_rows.ts";
import type { StationFuel } from "./current_rows.ts";

const NOTE_SQL = `with noted as (
    insert into pending_price (station_id, fuel, price_milli, at)
    select station_id, fuel, price_milli, to_timestamp(at_s)
    from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[]) n (station_id, fuel, price_milli, at_s)
    on conflict (station_id, fuel, at) do update set price_milli = excluded.price_milli
    returning station_id, fuel
  )
  select distinct station_id, fuel from noted n
  where not exists (select from current_price c where c.station_id = n.station_id and c.fuel = n.fuel)`;

/**
 * Stores prices later than the newest feed as pending, each station, fuel and instant at most once; their stations are
 * known. Answers the fuels of which their stations had no last known price before.
 */
export async function notePending(tx: Queryable, facts: readonly PriceFact[]): Promise<StationFuel[]> {
  if (facts.length === 0) return [];
  const rows = await tx.query<{ station_id: number; fuel: number }>({
    name: "pending_note",
    text: NOTE_SQL,
    values: [
      toArrayText(facts.map(({ stationId }) => stationId)),
      toArrayText(facts.map(({ fuel }) => fuel)),
      toArrayText(facts.map(({ priceMilli }) => priceMilli)),
      toSecondsArray(facts.map(({ atMs }) => atMs)),
    ],
  });
  return rows.map(({ station_id, fuel }) => ({ stationId: station_id, fuel }));
}

const RAISE_SQL = `with reached as (delete from pending_price where ${
  isKnownSql("at", "$1::timestamptz")
} returning station_id, fuel, price_milli, at)
  insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select distinct on (station_id, fuel) station_id, fuel, price_milli, at, false
  from reached order by station_id, fuel, at desc
  ${RAISE_ON_CONFLICT}`;

/**
 * Makes the pending prices that are known as of a feed's instant the last known ones. Call it before that feed is compared
 * with them, so that one which does not list them can tell that they are missing.
 */
export async function raisePending(tx: Queryable, asOf: Date): Promise<void> {
  await tx.query({ name: "pending_raise", text: RAISE_SQL, values: [asOf] });
}
