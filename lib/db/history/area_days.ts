/** Reads the days of areas: sums of the prices in force with their extremes. @module */

import type { Area } from "../../domain/place/area.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { toArrayText, toColumns } from "../bulk.ts";
import { inForceSql } from "../current/station_rows.ts";
import type { Queryable } from "../db.ts";

/** The prices in force in an area at the end of a day (today: now), in thousandths of a euro. */
export type AreaDay = {
  area: string;
  fuel: number;
  day: string;
  sumMilli: number;
  minMilli: number;
  maxMilli: number;
  count: number;
};

// the overlap of arrays is tested first, so that of a small area few prices are looked at closely
const DAYS_SQL = `with part as (select * from unnest($1::text[], $2::text[]) n (area, part)),
  state as (select as_of, (as_of at time zone 'Europe/Paris')::date as today from data_state)
select area, fuel, day, sum(sum_milli)::float8 as "sumMilli", min(min_milli) as "minMilli",
  max(max_milli) as "maxMilli", sum(station_count)::int as count
from (
  select part.area, m.fuel, m.day, m.sum_milli, m.min_milli, m.max_milli, m.station_count
  from part join daily_mean m on m.area = part.part cross join state
  where m.fuel = any($3::smallint[]) and m.day between $4::date and $5::date and m.day < state.today
  union all
  select part.area, p.fuel, state.today, p.price_milli, p.price_milli, p.price_milli, 1
  from current_price p join station s on s.id = p.station_id left join station_brand b on b.station_id = s.id
  cross join state cross join unnest(array['FR', s.department, 'brand:' || b.brand]) own (part) join part using (part)
  where p.fuel = any($3::smallint[]) and array['FR', s.department, 'brand:' || b.brand] && $2 and state.today between $4::date and $5::date and ${
  inForceSql("$6")
}
) days group by area, fuel, day order by area, fuel, day`;

/** The parts of areas as two columns, `area` and `part`. */
export function toPartColumns(areas: readonly Area[]) {
  return toColumns(areas.flatMap(({ area, parts }) => parts.map((part) => ({ area, part }))), ["area", "part"]);
}

/** The days of areas by area, fuel (1 to 6) and day, `from` and `to` included and at most until today. */
export async function findAreaDays(
  db: Queryable,
  { areas, fuels, from, to }: { areas: readonly Area[]; fuels: readonly number[]; from: string; to: string },
): Promise<AreaDay[]> {
  const values = [...toPartColumns(areas), toArrayText(fuels), from, to, IN_FORCE_DAYS];
  return await db.query<AreaDay>({ name: "area_days", text: DAYS_SQL, values });
}
