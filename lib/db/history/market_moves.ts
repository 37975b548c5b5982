/**
 * Reads how the prices of a fuel move in the whole country: compared with a week ago, and how many
 * rise in a day.
 *
 * @module
 */

import { inForceSql } from "../current/station_rows.ts";
import { type Queryable, readOne } from "../db.ts";

/**
 * Counts of stations: `stations` have a price now and had one a week ago; `fell` and `rose` have a
 * lower or a higher one now; `rises` raised theirs within 24 hours.
 */
export type MarketMoves = { stations: number; fell: number; rose: number; rises: number };

/** How many days before today the last 24 hours are compared with. */
export const MOVE_DAYS = 90;

const WEEK_SQL = `
  select
    count(*)::int as stations,
    (count(*) filter (where p.price_milli < b.price_milli))::int as fell,
    (count(*) filter (where p.price_milli > b.price_milli))::int as rose
  from current_price p
  join station s on s.id = p.station_id
  cross join (select as_of from data_state) state
  -- The price a week ago.
  cross join lateral (
    select c.price_milli
    from price_change c
    where c.station_id = p.station_id and c.fuel = p.fuel
      and c.at <= state.as_of - interval '7 days'
    order by c.at desc
    limit 1
  ) b
  where p.fuel = $1 and ${inForceSql("$2")}`;

/** Returns SQL for the rises of fuel $1 in the last `days`. */
const toRisesSql = (days: string, condition: string) =>
  `with state as (
    select as_of, (as_of at time zone 'Europe/Paris')::date as today from data_state
  ), rises as (
    select p.station_id, c.at, (c.at at time zone 'Europe/Paris')::date as day
    from current_price p, state
    -- Reads 30 days more, for the prices before the rises.
    cross join lateral (
      select at, price_milli, lag(price_milli) over (order by at) as before
      from price_change
      where station_id = p.station_id
        and fuel = $1
        and at > as_of - make_interval(days => ${days} + 30)
        and at <= as_of
    ) c
    where p.fuel = $1 and c.price_milli > c.before and ${condition}
  )`;

const LAST_DAY = `p.updated_at > as_of - interval '24 hours'
      and c.at > as_of - interval '24 hours'`;

const NOW_SQL = `${toRisesSql("1", LAST_DAY)}
  select count(distinct station_id)::int as rises
  from rises`;

const PAST_SQL = `${toRisesSql("$2", "true")}, days as (
    select day, count(distinct station_id)::int as n
    from rises
    group by day
  )
  select coalesce(n, 0) as rises
  from coverage
  left join days using (day), state
  where day >= today - $2::int and day < today
  order by day`;

/**
 * Returns the moves of a fuel (1 to 6) at the instant of the data. Prices older than `maxAgeDays`
 * do not count.
 */
export async function readMarketMoves(
  db: Queryable,
  { fuel, maxAgeDays }: { fuel: number; maxAgeDays: number },
): Promise<MarketMoves> {
  type Week = Omit<MarketMoves, "rises">;
  const week = await readOne<Week>(db, {
    name: "market_week",
    text: WEEK_SQL,
    values: [fuel, maxAgeDays],
  });
  const now = { name: "market_rises", text: NOW_SQL, values: [fuel] };
  return { ...week, ...await readOne<Pick<MarketMoves, "rises">>(db, now) };
}

/**
 * Returns how many stations raised their price of a fuel (1 to 6) on each covered day of the last
 * {@link MOVE_DAYS}. Takes a second.
 */
export async function readPastRises(db: Queryable, fuel: number): Promise<number[]> {
  const statement = { name: "market_past", text: PAST_SQL, values: [fuel, MOVE_DAYS] };
  return (await db.query<{ rises: number }>(statement)).map(({ rises }) => rises);
}
