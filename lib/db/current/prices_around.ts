/** Reads the prices in force around stations. @module */

import type { Queryable } from "../db.ts";
import { inForceSql } from "./station_rows.ts";

/** A price in force, in thousandths, with its position. */
export type LocatedPrice = { lat: number; lng: number; priceMilli: number };

const AROUND_SQL = `
  select
    st_y(s.position::geometry) as lat,
    st_x(s.position::geometry) as lng,
    p.price_milli as "priceMilli"
  from station s
  join current_price p on p.station_id = s.id and p.fuel = $1
  cross join (table data_state limit 1) state
  where ${inForceSql("$2")}
    and s.id in (
      select other.id
      from station own
      join station other on st_dwithin(own.position, other.position, $4::float8)
      where own.id = any($3::int[])
    )`;

/**
 * Returns the prices in force of a fuel (1 to 6) within `radiusM` metres (geodesic) of any of the
 * stations, their own included, in any order.
 */
export async function findPricesAround(
  db: Queryable,
  { fuel, maxAgeDays, ids, radiusM }: {
    fuel: number;
    maxAgeDays: number;
    ids: readonly number[];
    radiusM: number;
  },
): Promise<LocatedPrice[]> {
  return await db.query({
    name: "prices_around",
    text: AROUND_SQL,
    values: [fuel, maxAgeDays, ids, radiusM],
  });
}
