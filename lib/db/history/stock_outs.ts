/**
 * Counts the stations of each department that lately ran out of a fuel, now and on past days.
 *
 * @module
 */

import { type Queryable, readOne } from "../db.ts";
import { inForceSql, outOfStockSql } from "../current/station_rows.ts";

/**
 * A department: how many `stations` sell a fuel or lately ran out of it, and how many of these are
 * `out`.
 */
export type OutCount = { code: string; out: number; stations: number };

const NOW_SQL = `
  select code, count(*)::int as stations, (count(*) filter (where not sells))::int as out
  from (
    select s.department as code,
      exists (
        select from current_price p
        where p.station_id = s.id and p.fuel = $1 and ${inForceSql("$2")}
      ) as sells,
      exists (
        select from stock_out p
        where p.station_id = s.id and p.fuel = $1 and ${outOfStockSql("$3")}
      ) as is_out
    from station s
    cross join (select as_of from data_state) state
    where s.department is not null
  ) x
  where sells or is_out
  group by code`;

type Scope = { fuel: number; latelyDays: number };

/** Returns the departments where a station sells a fuel (1 to 6) or lately ran out of it. */
export async function countOutNow(
  db: Queryable,
  { fuel, latelyDays, maxAgeDays }: Scope & { maxAgeDays: number },
): Promise<OutCount[]> {
  return await db.query<OutCount>({
    name: "out_now",
    text: NOW_SQL,
    values: [fuel, maxAgeDays, latelyDays],
  });
}

const USUAL_SQL = `
  with day as (
    -- The past days whose stock-outs were observed, with the instants at which they ended.
    select day, (day + 1)::timestamp at time zone 'Europe/Paris' as ended
    from coverage
    where stock_outs and day >= $2::date and day < $3::date
  )
  select
    (select count(*)::int from day) as days,
    (select min(day) from day)::text as since,
    (
      select count(*)::int
      from coverage
      where stock_outs and day >= $2::date and day < $5::date
    ) as observed,
    (
      select coalesce(json_object_agg(code, out), '{}')
      from (
        select s.department as code, count(distinct (day.day, o.station_id)) as out
        from stock_out o
        join day on o.since < day.ended
          and o.since >= day.ended - make_interval(days => $4)
          and (o.until is null or o.until >= day.ended)
        join station s on s.id = o.station_id
        where o.fuel = $1
          and o.kind = 'temporary'
          and o.since >= $2::date - make_interval(days => $4) - interval '1 day'
          and s.department is not null
        group by 1
      ) x
    ) as sums`;

/**
 * Counts of past days: `sums` adds up, by department, the stations that were out at the ends of
 * `days` days from `since` on. `observed` also counts the days until today.
 */
export type PastCount = {
  days: number;
  observed: number;
  since: string | null;
  sums: Record<string, number>;
};

/**
 * Returns the counts of the days from `from` to the one before `before` whose stock-outs were
 * observed.
 */
export async function countOutBefore(
  db: Queryable,
  { fuel, latelyDays, from, before, today }: Scope & {
    from: string;
    before: string;
    today: string;
  },
): Promise<PastCount> {
  const values = [fuel, from, before, latelyDays, today];
  return await readOne<PastCount>(db, { name: "out_before", text: USUAL_SQL, values });
}
