/**
 * Undoes what an ingest wrote while its clock was ahead: everything dated after now. Otherwise
 * every later ingest is refused (`tests/faults/clock_test.ts`).
 *
 * @module
 */

import { CLOCK_TOLERANCE_MS } from "../../domain/price/in_force.ts";
import { toParisDay } from "../../shared/time/paris_time.ts";
import type { Queryable } from "../db.ts";

// Deletes prices that the right clock would have refused, and makes the ones before them the last
// known prices again.
const PRICES_SQL = [
  "delete from price_change where at > $1",
  `update price_change
  set confirmed_at = (select array_agg(c order by c) from unnest(confirmed_at) c where c <= $1)
  where confirmed_at[cardinality(confirmed_at)] > $1`,
  `update current_price p
  set price_milli = l.price_milli, updated_at = l.at
  from (
    select distinct on (station_id, fuel) station_id, fuel, c.price_milli,
      coalesce(c.confirmed_at[cardinality(c.confirmed_at)], c.at) as at
    from price_change c
    join current_price n using (station_id, fuel)
    where n.updated_at > $1
    order by station_id, fuel, c.at desc
  ) l
  where p.station_id = l.station_id and p.fuel = l.fuel`,
  "delete from current_price where updated_at > $1",
];

const NOTICED = `
  station.first_seen_at station.last_seen_at station.left_at station.first_listed_at
  current_price.first_listed_at station_brand.updated_at quarantine.last_seen_at
  ingest_run.started_at ingest_run.finished_at ingest_run.feed_at backfill_progress.updated_at
  stock_out.until absence.until closure.until`;

// Deletes rows that begin in the future; the next feed writes them again.
const NOTICED_SQL = [
  "delete from stock_out where since > $1",
  "delete from absence where since > $1",
  "delete from closure where since > $1",
  ...NOTICED.trim().split(/\s+/).map((name) => name.split("."))
    .map(([table, column]) => `update ${table} set ${column} = $1 where ${column} > $1`),
];

const DAYS_SQL = [
  "delete from daily_mean where day >= $1::date",
  "delete from coverage where day > $1::date",
  "update coverage set averaged = false where averaged and day >= $1::date",
  "delete from price_month_changes where month > $1::date",
];

// A future `as_of` becomes noon of the last day that a feed covers. The next feed then covers the
// days since.
const STATE_SQL = `
  update data_state
  set revision = revision + 1,
    as_of = case when as_of > $1 then least($1, coalesce(
      (select max(day) from coverage where source = 'feed')
        + time '12:00' at time zone 'Europe/Paris',
      $1
    )) else as_of end,
    first_as_of = case when first_as_of > $1 then $1 else first_as_of end,
    feed_at = case when feed_at > $2
      then (select max(updated_at) from current_price)
      else feed_at
    end`;

/**
 * Repairs everything dated after `now`, in the transaction of an ingest whose clock is right, under
 * the writers' lock.
 */
export async function repairFuture(tx: Queryable, now: Date): Promise<void> {
  const limit = new Date(now.getTime() + CLOCK_TOLERANCE_MS);
  const steps = [[PRICES_SQL, limit], [NOTICED_SQL, now], [DAYS_SQL, toParisDay(now)]] as const;
  for (const [texts, value] of steps) {
    for (const text of texts) await tx.query({ text, values: [value] });
  }
  await tx.query({ text: STATE_SQL, values: [now, limit] });
}
