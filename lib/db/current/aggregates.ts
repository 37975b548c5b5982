/** Today's tally and the means of past days of one area. @module */

import type { Tally } from "../../domain/aggregate.ts";
import type { Queryable } from "../db.ts";
import { STATE_COLUMNS, type StateRow } from "./state.ts";
import { inForceSql } from "./station_rows.ts";

/** What an aggregate is made of: past means in thousandths by day (of the 7 days before `today`). */
export type AreaTally = { state: StateRow; tally: Tally; past: Map<string, number> };

const AREA_SQL = `select ${STATE_COLUMNS}, t.*,
  (select coalesce(json_object_agg(m.day, m.sum_milli::float8 / m.station_count), '{}') from daily_mean m
    where m.area = $3 and m.fuel = $1 and m.day < $4::date and m.day >= $4::date - 7) as past
from data_state left join lateral (
  select count(*)::int as count, coalesce(sum(p.price_milli), 0)::float8 as sum, coalesce(min(p.price_milli), 0) as min,
    coalesce(max(p.price_milli), 0) as max
  from current_price p join station s on s.id = p.station_id cross join (select data_state.as_of) state
  where p.fuel = $1 and ($3 = 'FR' or s.department = $3) and ${inForceSql("$2")}) t on true`;

type Row = StateRow & { count: number; sum: number; min: number; max: number; past: Record<string, number> };

/** The tally of an area ('FR' or a department's code) for a fuel (1 to 6), and the means of the 7 days before `today`. */
export async function getAreaTally(
  db: Queryable,
  options: { area: string; fuel: number; today: string; maxAgeDays: number },
): Promise<AreaTally> {
  const values = [options.fuel, options.maxAgeDays, options.area, options.today];
  const [row] = await db.query<Row>({ name: "area", text: AREA_SQL, values });
  const { revision, as_of_ms, feed_at_ms, source } = row;
  return {
    state: { revision, as_of_ms, feed_at_ms, source },
    tally: { sumMilli: row.sum, count: row.count, minMilli: row.min, maxMilli: row.max },
    past: new Map(Object.entries(row.past)),
  };
}
