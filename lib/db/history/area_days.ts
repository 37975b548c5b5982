/** Reads the days of areas: past sums of prices with their extremes, and today's tallies by department. @module */

import type { Area } from "../../domain/place/area.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { toColumns } from "../bulk.ts";
import { inForceSql } from "../current/station_rows.ts";
import { firstOf, type Queryable } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../state.ts";

/** Prices in force at one moment, in thousandths of a euro. */
export type AreaSum = { sumMilli: number; minMilli: number; maxMilli: number; count: number };

/** The end of one past day of an area. */
export type AreaDay = AreaSum & { area: string; day: string };

const DAYS_SQL = `select n.area, m.day, sum(m.sum_milli)::float8 as "sumMilli", min(m.min_milli) as "minMilli",
    max(m.max_milli) as "maxMilli", sum(m.station_count)::int as count
  from unnest($1::text[], $2::text[]) n (area, part) join daily_mean m on m.area = n.part
  where m.fuel = $3 and m.day >= $4::date and m.day < $5::date group by n.area, m.day order by n.area, m.day`;

/** Past days of areas for a fuel (1 to 6) by area, then day; `before` not included. */
export async function findAreaDays(
  db: Queryable,
  options: { areas: readonly Area[]; fuel: number; from: string; before: string },
): Promise<AreaDay[]> {
  const parts = options.areas.flatMap(({ area, parts }) => parts.map((part) => ({ area, part })));
  const values = [...toColumns(parts, ["area", "part"]), options.fuel, options.from, options.before];
  return await db.query<AreaDay>({ name: "area_days", text: DAYS_SQL, values });
}

const TODAY_SQL = `select ${STATE_COLUMNS}, t.* from ${ONE_STATE} left join lateral (
  select s.department, count(*)::int as count, sum(p.price_milli)::float8 as "sumMilli",
    min(p.price_milli) as "minMilli", max(p.price_milli) as "maxMilli"
  from current_price p join station s on s.id = p.station_id left join station_brand b on b.station_id = s.id
  cross join (select data_state.as_of) state
  where p.fuel = $1 and ($3::text[] is null or b.brand = any($3)) and ${
  inForceSql("$2")
} group by s.department) t on true`;

/** Today's tallies of a fuel (1 to 6) by department, null for stations of none; of the stations of some brands where these are given. */
export async function findDepartmentSums(
  db: Queryable,
  { fuel, brands = null }: { fuel: number; brands?: readonly string[] | null },
): Promise<{ state: StoredState; sums: Map<string | null, AreaSum> }> {
  type SumRow = StoredState & { department: string | null } & AreaSum & { count: number | null };
  const values = [fuel, IN_FORCE_DAYS, brands];
  const rows = await db.query<SumRow>({ name: "department_sums", text: TODAY_SQL, values });
  const sums = rows.filter(({ count }) => count !== null)
    .map(({ department, sumMilli, minMilli, maxMilli, count }) => (
      [department, { sumMilli, minMilli, maxMilli, count }] as const
    ));
  return { state: pickState(firstOf(rows)), sums: new Map(sums) };
}
