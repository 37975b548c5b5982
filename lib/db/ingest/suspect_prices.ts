/** Marks the current prices that are suspect, by the rule of lib/domain/suspect.ts. @module */

import { IN_FORCE_DAYS } from "../../domain/in_force.ts";
import { isOutside, PriceReference } from "../../domain/suspect.ts";
import type { Queryable } from "../db.ts";
import { toArrayText } from "./columns.ts";
import type { StationFuel } from "./current_rows.ts";
import { offeredSql } from "../current/station_rows.ts";

// Prices of one fuel and department as one text: the driver spends most of its time on single values.
const OFFERED_SQL = `select p.fuel, s.department, string_agg(p.price_milli || ' ' || p.station_id, ',') as prices
  from current_price p join station s on s.id = p.station_id cross join (select $1::timestamptz as as_of) state
  where ${offeredSql(String(IN_FORCE_DAYS))} group by 1, 2`;

// A price is unconfirmed when its run begins at the instant at which it was last told.
const MARK_SQL = `with suspect as materialized (
    select p.station_id, p.fuel from unnest($1::int[], $2::smallint[]) n (station_id, fuel)
    join current_price p using (station_id, fuel)
    where exists (select from price_change c
      where c.station_id = p.station_id and c.fuel = p.fuel and c.at = p.updated_at)
  ), mark as (
    select station_id, fuel, true as suspect from suspect
    union all
    select station_id, fuel, false from current_price p where p.suspect and (station_id, fuel) not in (table suspect)
  )
  update current_price p set suspect = mark.suspect from mark
  where p.station_id = mark.station_id and p.fuel = mark.fuel and p.suspect <> mark.suspect
  returning p.station_id`;

/** The prices in force at an instant that are far from everybody else's, confirmed or not. */
async function findOutside(tx: Queryable, asOf: Date): Promise<StationFuel[]> {
  const rows = await tx.query<{ fuel: number; department: string | null; prices: string }>({
    name: "prices_offered",
    text: OFFERED_SQL,
    values: [asOf],
  });
  const groups = rows.map(({ prices, ...group }) => (
    { ...group, prices: prices.split(",").map((price) => price.split(" ").map(Number)) }
  ));
  const references = new Map(rows.map(({ fuel }) => [fuel, new PriceReference<string>()]));
  for (const { fuel, department, prices } of groups) {
    for (const [priceMilli] of prices) references.get(fuel)!.add(priceMilli, department);
  }
  return groups.flatMap(({ fuel, department, prices }) => {
    const bounds = references.get(fuel)!.boundsOf(department);
    return prices.filter(([priceMilli]) => isOutside(priceMilli, bounds)).map(([, stationId]) => ({ stationId, fuel }));
  });
}

/**
 * Brings the marks of all current prices up to an instant: call it at the end of every transaction that moves prices or
 * time. It is a function of the facts alone, so a second call changes nothing. Answers how many marks changed.
 */
export async function markSuspectPrices(tx: Queryable, asOf: Date): Promise<number> {
  const outside = await findOutside(tx, asOf);
  const stationIds = toArrayText(outside.map(({ stationId }) => stationId));
  const fuels = toArrayText(outside.map(({ fuel }) => fuel));
  return (await tx.query({ name: "suspect_mark", text: MARK_SQL, values: [stationIds, fuels] })).length;
}
