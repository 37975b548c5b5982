/** Reads how a price stands among all prices in force of the country. @module */

import type { Tally } from "../../domain/aggregate.ts";
import { type Queryable, readOne } from "../db.ts";
import { pickState, STATE_COLUMNS, type StoredState } from "../state.ts";
import { inForceSql } from "./station_rows.ts";

const COMPARISON_SQL = `select ${STATE_COLUMNS}, t.* from data_state left join lateral (
  select count(*)::int as count, coalesce(sum(p.price_milli), 0)::float8 as sum, coalesce(min(p.price_milli), 0) as min,
    coalesce(max(p.price_milli), 0) as max, count(*) filter (where p.price_milli < $3)::int as cheaper
  from current_price p join station s on s.id = p.station_id cross join (select data_state.as_of) state
  where p.fuel = $1 and ${inForceSql("$2")}) t on true`;

type Row = StoredState & { count: number; sum: number; min: number; max: number; cheaper: number };

/** The tally of a fuel (1 to 6) over the country, and how many of its stations are cheaper than a price. */
export async function getNationalComparison(
  db: Queryable,
  options: { fuel: number; maxAgeDays: number; priceMilli: number },
): Promise<{ state: StoredState; tally: Tally; cheaper: number }> {
  const values = [options.fuel, options.maxAgeDays, options.priceMilli];
  const row = await readOne<Row>(db, { name: "comparison", text: COMPARISON_SQL, values });
  const tally = { sumMilli: row.sum, count: row.count, minMilli: row.min, maxMilli: row.max };
  return { state: pickState(row), tally, cheaper: row.cheaper };
}
