/** Means of brands by day, and the brands with most stations today. @module */

import type { Tally } from "../../domain/aggregate.ts";
import { IN_FORCE_DAYS } from "../../domain/in_force.ts";
import type { Queryable } from "../db.ts";
import { STATE_COLUMNS, type StateRow } from "../current/state.ts";
import { inForceSql } from "../current/station_rows.ts";

/** A brand with today's tally. */
export type BrandTally = { brand: string; tally: Tally };

const TOP_SQL = `select ${STATE_COLUMNS}, t.* from data_state left join lateral (
  select b.brand, count(*)::int as count, sum(p.price_milli)::float8 as sum, min(p.price_milli) as min,
    max(p.price_milli) as max
  from current_price p join station s on s.id = p.station_id join station_brand b on b.station_id = s.id
  cross join (select data_state.as_of) state
  where p.fuel = $1 and b.brand is not null and ${inForceSql("$2")}
  group by b.brand order by count(*) desc, b.brand collate "C" limit $3) t on true`;

type TopRow = StateRow & { brand: string | null; count: number; sum: number; min: number; max: number };

/** The `limit` brands with most stations whose price of a fuel (1 to 6) is in force, most first, ties by name. */
export async function findTopBrands(
  db: Queryable,
  options: { fuel: number; limit: number },
): Promise<{ state: StateRow; brands: BrandTally[] }> {
  const values = [options.fuel, IN_FORCE_DAYS, options.limit];
  const rows = await db.query<TopRow>({ name: "top_brands", text: TOP_SQL, values });
  const [{ revision, as_of_ms, feed_at_ms, source }] = rows;
  const brands = rows.filter((row) => row.brand !== null).map((row) => ({
    brand: row.brand!,
    tally: { sumMilli: row.sum, count: row.count, minMilli: row.min, maxMilli: row.max },
  }));
  return { state: { revision, as_of_ms, feed_at_ms, source }, brands };
}

const SERIES_SQL = `select d.revision, m.area, m.day::text as day, m.sum_milli::float8 / m.station_count as mean
from data_state d left join daily_mean m on m.area = any($1) and m.fuel = $2 and m.day >= $3::date and m.day < $4::date
order by m.area, m.day`;

type SeriesRow = { revision: number; area: string | null; day: string; mean: number };

/** Past daily means in thousandths of areas, by area and then by day ascending; `from` included, `today` not. */
export async function findDailyMeans(
  db: Queryable,
  options: { areas: string[]; fuel: number; from: string; today: string },
): Promise<{ revision: number; series: Map<string, { day: string; meanMilli: number }[]> }> {
  const values = [options.areas, options.fuel, options.from, options.today];
  const rows = await db.query<SeriesRow>({ name: "daily_means", text: SERIES_SQL, values });
  const series = new Map<string, { day: string; meanMilli: number }[]>();
  for (const row of rows) {
    if (row.area === null) continue;
    const points = series.get(row.area) ?? [];
    points.push({ day: row.day, meanMilli: row.mean });
    series.set(row.area, points);
  }
  return { revision: rows[0].revision, series };
}
