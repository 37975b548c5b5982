/** Makes data of any size for the growth bench: further countries, brands, and years of prices. @module */

import type { Db } from "../../../lib/db/db.ts";
import { FULL_FEED_AT as AS_OF } from "./feeds.ts";

/** Spares the tables that grow the server's log: a third of the time that the years take. Their size is the same. */
export async function prepareTables(db: Db): Promise<void> {
  for (const table of ["price_change", "daily_mean"]) await db.query({ text: `alter table ${table} set unlogged` });
}

/** Gives the stations brands by a rule. */
export async function addBrands(db: Db): Promise<void> {
  const names = "'TotalEnergies','Intermarché','Carrefour','E.Leclerc','Système U','Esso','Avia','BP'";
  await db.query({
    text: `insert into station_brand (station_id, brand, name, updated_at)
      select id, (array[${names}])[1 + id % 8], 'Station', $1 from station`,
    values: [AS_OF],
  });
}

/**
 * Puts further copies of the country beside it, each 15 degrees further east and thus as dense, under ids of their own.
 */
export async function addCountries(db: Db, copies: number): Promise<void> {
  const columns = "first_seen_at, last_seen_at, postal_code, department, address, city, motorway, automate_24_7";
  const copy = `cross join generate_series(1, ${copies}) k`;
  const id = "+ k * 100000000";
  for (
    const text of [
      `insert into station (id, position, opening_hours, services, ${columns})
        select id ${id}, st_translate(position::geometry, 15 * k, 0)::geography, opening_hours, services, ${columns}
        from station ${copy}`,
      `insert into current_price (station_id, fuel, price_milli, updated_at, listed, first_listed_at, suspect)
        select station_id ${id}, fuel, price_milli, updated_at, listed, first_listed_at, suspect from current_price ${copy}`,
      `insert into stock_out (station_id, fuel, since, until, kind)
        select station_id ${id}, fuel, since, until, kind from stock_out ${copy}`,
      `insert into station_brand (station_id, brand, name, updated_at)
        select station_id ${id}, brand, name, updated_at from station_brand ${copy}`,
      "update data_state set revision = revision + 1",
    ]
  ) await db.query({ text });
}

/**
 * In a real year a station's fuel has 90 periods of one value, of which a quarter is confirmed three times on average: 2.99
 * million rows for 33 000 fuels (docs/decisions/price_history.md). In which order a year is written hardly matters for the size
 * once there are several: each splits the full pages of the one before. The half second keeps clear of prices of feeds.
 */
const PERIODS_SQL = `insert into price_change (station_id, fuel, price_milli, at, confirmed_at)
  select station_id, fuel, 1500 + (station_id % 97 * 7 + fuel * 31 + n * 13) % 600, at,
    case when (station_id + fuel + n) % 100 < 23
      then array[at + interval '20 hours', at + interval '40 hours', at + interval '60 hours'] end
  from current_price cross join generate_series($2::int * 90, $1::int * 90 + 1, -1) n
  cross join lateral (select $3::timestamptz - n * interval '97 hours 20 minutes'
    + (station_id::bigint * 37 + fuel * 101 + n * 53) % 3600 * interval '20 seconds' + interval '0.5 seconds' as at) a`;

const MEANS_SQL = `insert into daily_mean (area, fuel, day, sum_milli, min_milli, max_milli, station_count)
  select area, fuel, day::date, 1700000 + extract(doy from day)::int, 1500, 2100, 1000
  from (select 'FR' as area union all select distinct department from station where department is not null
    union all select distinct 'brand:' || brand from station_brand) areas
  cross join generate_series(1, 6) fuel cross join generate_series($1::timestamp, $2::timestamp, interval '1 day') day
  on conflict do nothing`;

/** Adds the prices of the years from `from` to `to` before the feed, with their daily means. */
export async function addYears(db: Db, { from, to }: { from: number; to: number }): Promise<void> {
  const toDay = (years: number) =>
    new Date(AS_OF.getTime() - (years * 365 + 1) * 86_400_000).toISOString().slice(0, 10);
  await db.query({ text: PERIODS_SQL, values: [from, to, AS_OF] });
  await db.query({ text: MEANS_SQL, values: [toDay(to), toDay(from)] });
  await db.query({
    text: `insert into coverage (day, source, averaged)
      select day::date, 'archive', true from generate_series($1::timestamp, $2::timestamp, interval '1 day') day
      on conflict (day) do update set averaged = true`,
    values: [toDay(to), toDay(from)],
  });
  await db.query({ text: "vacuum analyze" });
}
