/** Reads how the prices of a fuel move over the country: against a week ago, and how many rise in a day. @module */

import { inForceSql } from "../current/station_rows.ts";
import { type Queryable, readOne } from "../db.ts";

/** How many stations with a price now and a week ago ask less or more, and how many raised it: within 24 hours, and on each stored day. */
export type MarketMoves = { stations: number; fell: number; rose: number; risesNow: number; risesByDay: number[] };

/** Days before today that the last 24 hours are compared with. */
export const MOVE_DAYS = 90;

const WEEK_SQL = `select count(*)::int as stations,
    (count(*) filter (where p.price_milli < b.price_milli))::int as fell,
    (count(*) filter (where p.price_milli > b.price_milli))::int as rose
  from current_price p join station s on s.id = p.station_id cross join (select as_of from data_state) state
  cross join lateral (select c.price_milli from price_change c where c.station_id = p.station_id and c.fuel = p.fuel
    and c.at <= state.as_of - interval '7 days' order by c.at desc limit 1) b
  where p.fuel = $1 and ${inForceSql("$2")}`;

// A month more is read, so that the first days know the prices before them.
const RISES_SQL = `with state as (select as_of, (as_of at time zone 'Europe/Paris')::date as today from data_state),
  changes as (
    select station_id, at, price_milli, lag(price_milli) over (partition by station_id order by at) as before
    from price_change, state where fuel = $1 and at > as_of - make_interval(days => $2 + 30) and at <= as_of),
  rises as (select station_id, at, (at at time zone 'Europe/Paris')::date as day from changes where price_milli > before),
  days as (select day, count(distinct station_id)::int as n from rises group by day)
  select (select count(distinct station_id)::int from rises where at > as_of - interval '24 hours') as "risesNow",
    array(select coalesce(n, 0) from coverage left join days using (day)
      where day >= today - $2::int and day < today order by day) as "risesByDay"
  from state`;

/** The moves of a fuel (1 to 6) at the instant of the data; prices older than `maxAgeDays` do not count. */
export async function readMarketMoves(
  db: Queryable,
  { fuel, maxAgeDays }: { fuel: number; maxAgeDays: number },
): Promise<MarketMoves> {
  type Week = Pick<MarketMoves, "stations" | "fell" | "rose">;
  const week = await readOne<Week>(db, { name: "market_week", text: WEEK_SQL, values: [fuel, maxAgeDays] });
  const rises = { name: "market_rises", text: RISES_SQL, values: [fuel, MOVE_DAYS] };
  return { ...week, ...await readOne<Omit<MarketMoves, keyof Week>>(db, rises) };
}
