/** Reads the content of the files of past prices: periods, prices and stations. @module */

import type { HistoryPeriod, HistoryRow } from "../../domain/history_files.ts";
import { getDepartment } from "../../places/departments.ts";
import { FUELS } from "../../shared/fuels.ts";
import { type Queryable, readOne } from "../db.ts";
import { msSql } from "../current/station_rows.ts";

/**
 * A month (`2026-03`), a closed year (`2025`), or the time before the first covered month
 * (`earlier`).
 */
export type ExportPeriod = HistoryPeriod & {
  name: string;
  to: string;
  /** How many facts of its months have ever been added or removed. */
  changes: number;
};

/** Everything that the files have to cover. */
export type HistoryExtent = {
  /** The day of the data. */
  today: string;
  /** Each price belongs to one month, or to the period `earlier`. */
  periods: ExportPeriod[];
  /** All stations, ascending. */
  stationIds: number[];
  /** Areas of brands with daily means, such as `brand:Avia`, sorted. */
  brandAreas: string[];
};

/** A period closes this many days after its end, when most of its late prices have arrived. */
const OPEN_DAYS = 10;

const PERIODS_SQL = `
  select
    name,
    "from"::date,
    (next - interval '1 day')::date as "to",
    next <= open_from as closed,
    (
      select count(*)::int
      from coverage
      where day >= "from" and day < next
    ) as covered_days,
    (
      select coalesce(sum(changes), 0)::bigint
      from price_month_changes
      where month >= coalesce("from", '-infinity') and month < next
    ) as changes
  from (
    select date_trunc('month', coalesce(min(day), today)::timestamp) as first from coverage
  ) c
  cross join lateral (
    -- The time before the first covered month.
    select 'earlier' as name, null::timestamp as "from", first as next
    union all
    -- Months.
    select to_char(t, 'YYYY-MM'), t, t + interval '1 month'
    from generate_series(first, today, interval '1 month') t
    union all
    -- Closed years.
    select to_char(t, 'YYYY'), t, t + interval '1 year'
    from generate_series(
      date_trunc('year', first), open_from - interval '1 year', interval '1 year'
    ) t
  ) p`;

const EXTENT_SQL = `
  select
    today::date,
    (select json_agg(p) from (${PERIODS_SQL}) p) as periods,
    (select coalesce(json_agg(id order by id), '[]') from station) as "stationIds",
    (
      select coalesce(json_agg(distinct area), '[]')
      from daily_mean
      where area like 'brand:%'
    ) as "brandAreas"
  from data_state
  cross join lateral (
    select date_trunc('day', as_of at time zone 'Europe/Paris') as today
  ) d
  cross join lateral (select today - interval '${OPEN_DAYS} days' as open_from) o`;

/**
 * Returns what the files have to cover now. Read it before the prices: facts stored in between then
 * count as later changes.
 */
export async function getHistoryExtent(db: Queryable): Promise<HistoryExtent> {
  return await readOne(db, { text: EXTENT_SQL });
}

const FUEL_NAME = `(array['${FUELS.join("', '")}'])[f.fuel]`;
// Each station and fuel takes one search of the index, however many years the table holds.
const PRICES_SQL = `
  select
    s.id as station_id,
    ${FUEL_NAME} as fuel,
    c.price_milli as price,
    ${msSql("c.at")} as since,
    ${msSql("c.until")} as until,
    ${msSql("c.confirmed")} as confirmed,
    exists (
      select from suspect_price x
      where x.station_id = s.id and x.fuel = f.fuel and x.at = c.at
    ) as suspect
  from unnest($1::int[]) s (id)
  cross join generate_series(1, ${FUELS.length}) f (fuel)
  cross join (
    select
      coalesce($2::date::timestamp at time zone 'Europe/Paris', '-infinity') as first,
      ($3::date + 1)::timestamp at time zone 'Europe/Paris' as next
  ) period
  cross join lateral (
    select p.at, p.price_milli, lead(p.at) over (order by p.at) as until,
      (select max(t) from unnest(p.confirmed_at) t where t < next) as confirmed
    from price_change p
    where p.station_id = s.id and p.fuel = f.fuel and p.at >= first and p.at < next
  ) c
  order by s.id, fuel, c.at`;

/**
 * Returns the prices of some stations that began in a period as rows of `changes`, by station, fuel
 * and instant.
 */
export async function findPeriodPrices(
  db: Queryable,
  { from, to }: Pick<ExportPeriod, "from" | "to">,
  stationIds: readonly number[],
): Promise<HistoryRow[]> {
  return await db.query({
    name: "history_periods",
    text: PRICES_SQL,
    values: [stationIds, from, to],
  });
}

const STATIONS_SQL = `
  select s.id, b.name, b.brand, s.address, s.city, s.postal_code, s.department,
    st_y(s.position::geometry) as latitude,
    st_x(s.position::geometry) as longitude,
    s.motorway,
    ${msSql("s.first_seen_at")} as first_seen,
    ${msSql("s.last_seen_at")} as last_seen
  from station s
  left join station_brand b on b.station_id = s.id
  order by s.id`;

/** Returns all stations that were ever listed as rows of `stations`, by ID. */
export async function findAllStations(db: Queryable): Promise<HistoryRow[]> {
  const rows = await db.query<HistoryRow>({ text: STATIONS_SQL });
  return rows.map((row) => ({
    ...row,
    region: getDepartment(String(row.department))?.regionName ?? null,
  }));
}
