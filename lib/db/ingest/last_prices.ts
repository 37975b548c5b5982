/** Raises last known prices to later ones, holds prices ahead of the feeds as pending, and marks suspect ones. @module */

import type { PriceFact } from "../../domain/fact.ts";
import { type Queryable, readOne } from "../db.ts";
import { toColumns } from "../bulk.ts";
import { isInTimeSql, isKnownSql, offeredSql } from "../current/station_rows.ts";
import type { StationFuel } from "./feed_rows.ts";
import { IN_FORCE_DAYS } from "../../domain/in_force.ts";
import { isOutside, PriceReference } from "../../domain/plausibility.ts";

/** A last known price gives way to a later one, and to another of the same instant. */
const RAISE_ON_CONFLICT = `on conflict (station_id, fuel)
  do update set price_milli = excluded.price_milli, updated_at = excluded.updated_at
  where excluded.updated_at > current_price.updated_at or
    (excluded.updated_at = current_price.updated_at and excluded.price_milli <> current_price.price_milli)`;

const RAISE_LATER_SQL = `insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select station_id, fuel, price_milli, to_timestamp(at_s), false
  from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[]) n (station_id, fuel, price_milli, at_s)
  ${RAISE_ON_CONFLICT}
  returning station_id as "stationId", fuel, xmax = 0 as "isNew"`;

const COLUMNS = ["stationId", "fuel", "priceMilli", "atMs"] as const;

/**
 * Raises last known prices to later ones, each station and fuel at most once; whether the feed lists them stays as it is,
 * and a price never known before is not listed. Answers the number of prices that moved and those that are new.
 */
export async function raiseCurrentPrices(
  tx: Queryable,
  prices: readonly PriceFact[],
): Promise<{ moved: number; added: StationFuel[] }> {
  const rows = await tx.query<StationFuel & { isNew: boolean }>({
    name: "prices_raise",
    text: RAISE_LATER_SQL,
    values: toColumns(prices, COLUMNS),
  });
  return { moved: rows.length, added: rows.filter(({ isNew }) => isNew) };
}

const NOTE_SQL = `with noted as (
    insert into pending_price (station_id, fuel, price_milli, at)
    select station_id, fuel, price_milli, to_timestamp(at_s)
    from unnest($1::int[], $2::smallint[], $3::smallint[], $4::float8[]) n (station_id, fuel, price_milli, at_s)
    on conflict (station_id, fuel, at) do update set price_milli = excluded.price_milli
    returning station_id, fuel
  )
  select distinct station_id as "stationId", fuel from noted n
  where not exists (select from current_price c where c.station_id = n.station_id and c.fuel = n.fuel)`;

/**
 * Stores prices later than the newest feed as pending, each station, fuel and instant at most once; their stations are
 * known. Answers the fuels of which their stations had no last known price before.
 */
export async function notePending(tx: Queryable, facts: readonly PriceFact[]): Promise<StationFuel[]> {
  if (facts.length === 0) return [];
  return await tx.query({ name: "pending_note", text: NOTE_SQL, values: toColumns(facts, COLUMNS) });
}

const RAISE_SQL = `with reached as (delete from pending_price where ${
  isKnownSql("at", "$1::timestamptz")
} returning station_id, fuel, price_milli, at)
  insert into current_price (station_id, fuel, price_milli, updated_at, listed)
  select distinct on (station_id, fuel) station_id, fuel, price_milli, at, false
  from reached order by station_id, fuel, at desc
  ${RAISE_ON_CONFLICT} returning station_id`;

/**
 * Makes the pending prices that are known as of a feed's instant the last known ones. Call it before that feed is compared
 * with them, so that one which does not list them sees that they are missing. Answers how many prices moved.
 */
export async function raisePending(tx: Queryable, asOf: Date): Promise<number> {
  return (await tx.query({ name: "pending_raise", text: RAISE_SQL, values: [asOf] })).length;
}

const FROM_OFFERED = `from current_price p join station s on s.id = p.station_id
  cross join (select $1::timestamptz as as_of) state where ${offeredSql(String(IN_FORCE_DAYS))}`;

// Prices of one fuel and department as one text: the driver spends most of its time on single values.
const OFFERED_SQL =
  `select p.fuel, s.department, array_agg(p.price_milli)::text as prices ${FROM_OFFERED} group by 1, 2`;

// A price is unconfirmed when its period begins at the instant at which it was last reported.
const MARK_SQL = `with suspect as materialized (
    select p.station_id, p.fuel ${FROM_OFFERED}
      and (p.fuel, p.price_milli, coalesce(s.department, '')) in (
        select fuel, price_milli, department from unnest($2::smallint[], $3::smallint[], $4::text[])
          n (fuel, price_milli, department))
      and exists (select from price_change c
        where c.station_id = p.station_id and c.fuel = p.fuel and c.at = p.updated_at)
  ), mark as (
    select station_id, fuel, true as suspect from suspect
    union all
    select station_id, fuel, false from current_price p where p.suspect and (station_id, fuel) not in (table suspect)
  )
  update current_price p set suspect = mark.suspect from mark
  where p.station_id = mark.station_id and p.fuel = mark.fuel and p.suspect <> mark.suspect
  returning p.station_id`;

/** A price of some stations of a department; `department` is empty where it is unknown. */
type OutsidePrice = { fuel: number; priceMilli: number; department: string };

/** The prices in force at an instant that are far from everybody else's, confirmed or not. */
async function findOutside(tx: Queryable, asOf: Date): Promise<OutsidePrice[]> {
  const rows = await tx.query<{ fuel: number; department: string | null; prices: string }>({
    name: "prices_offered",
    text: OFFERED_SQL,
    values: [asOf],
  });
  const groups = rows.map(({ prices, ...group }) => ({ ...group, prices: prices.slice(1, -1).split(",").map(Number) }));
  return [...Map.groupBy(groups, ({ fuel }) => fuel).values()].flatMap((ofFuel) => {
    const reference = new PriceReference<string>();
    for (const { prices, department } of ofFuel) for (const price of prices) reference.add(price, department);
    return ofFuel.flatMap(({ fuel, department, prices }) => {
      const bounds = reference.boundsOf(department);
      const outside = new Set(prices.filter((priceMilli) => isOutside(priceMilli, bounds)));
      return Array.from(outside, (priceMilli) => ({ fuel, priceMilli, department: department ?? "" }));
    });
  });
}

/**
 * Brings the marks of all current prices up to an instant: call it at the end of every transaction that moves prices or
 * time. It is a function of the facts alone, so a second call changes nothing. Answers how many marks changed.
 */
export async function markSuspectPrices(tx: Queryable, asOf: Date): Promise<number> {
  const outside = await findOutside(tx, asOf);
  const values = [asOf, ...toColumns(outside, ["fuel", "priceMilli", "department"])];
  return (await tx.query({ name: "suspect_mark", text: MARK_SQL, values })).length;
}

// A price begins or ceases to count by time alone; an archive under way has moved prices and marks them at its end.
const OUTDATED_SQL = `select exists (select from current_price p where p.listed
    and (${isInTimeSql(String(IN_FORCE_DAYS), "$1::timestamptz")})
      <> (${isInTimeSql(String(IN_FORCE_DAYS), "$2::timestamptz")}))
  or exists (select from backfill_progress) as outdated`;

/** Brings the marks up to an instant when nothing moved but time, which hardly ever changes one. */
export async function markSuspectPricesLater(
  tx: Queryable,
  { asOf, previousAsOf }: { asOf: Date; previousAsOf: Date },
): Promise<void> {
  const statement = { name: "marks_outdated", text: OUTDATED_SQL, values: [previousAsOf, asOf] };
  if ((await readOne<{ outdated: boolean }>(tx, statement)).outdated) await markSuspectPrices(tx, asOf);
}
