/** Tallies of prices in force, with the stations of the lowest and the highest: their SQL, and that of the whole country. @module */

import type { Tally } from "../../domain/price/aggregate.ts";
import { type Queryable, readOne } from "../db.ts";
import { ONE_STATE, pickState, STATE_COLUMNS, type StoredState } from "../state.ts";
import { inForceSql, msSql } from "./station_rows.ts";

/** Prices `p` with their stations `s` and brands `b`. */
export const PRICES =
  "current_price p join station s on s.id = p.station_id left join station_brand b on b.station_id = s.id";

/** SQL of the `NamedPrice` of a row of {@link PRICES}. */
export const NAMED_JSON = `json_build_object('station', json_build_object('id', s.id::text, 'name', b.name,
    'brand', b.brand, 'address', s.address, 'city', s.city, 'department', s.department),
  'price', json_build_object('priceMilli', p.price_milli, 'atMs', ${msSql("p.updated_at")}))`;

function extremeSql(order: string): string {
  return `(array_agg(s.id order by p.price_milli ${order}, p.updated_at desc, s.id::text collate "C"))[1]`;
}

/**
 * SQL of tallies of the prices of fuel `$1` in force, which are at most `$2` days old; `data_state` must be in scope. `where`
 * narrows the prices `p` of stations `s` with brands `b`, `columns` adds columns, `group` says how they are grouped.
 */
export function tallySql(options: { where?: string; columns?: string; group?: string }): string {
  const { where = "true", columns = "", group = "" } = options;
  const named = (id: string) => `(select ${NAMED_JSON} from ${PRICES} where p.fuel = $1 and s.id = ${id})`;
  return `select t.*, ${named("min_id")} as min, ${named("max_id")} as max from (
    select ${columns} count(*)::int as count, coalesce(sum(p.price_milli), 0)::float8 as "sumMilli",
      ${extremeSql("asc")} as min_id, ${extremeSql("desc")} as max_id
    from ${PRICES} cross join (select data_state.as_of) state
    where p.fuel = $1 and ${where} and ${inForceSql("$2")} ${group}) t`;
}

/** The tally of a row of {@link tallySql}. */
export function pickTally({ sumMilli, count, min, max }: Tally): Tally {
  return { sumMilli, count, min, max };
}

const COMPARISON_SQL = `select ${STATE_COLUMNS}, t.* from ${ONE_STATE} left join lateral (${
  tallySql({ columns: "count(*) filter (where p.price_milli < $3)::int as cheaper," })
}) t on true`;

/** The tally of a fuel (1 to 6) over the country, and how many of its stations are cheaper than a price. */
export async function getNationalComparison(
  db: Queryable,
  options: { fuel: number; maxAgeDays: number; priceMilli: number },
): Promise<{ state: StoredState; tally: Tally; cheaper: number }> {
  const values = [options.fuel, options.maxAgeDays, options.priceMilli];
  const row = await readOne<StoredState & Tally & { cheaper: number }>(db, {
    name: "comparison",
    text: COMPARISON_SQL,
    values,
  });
  return { state: pickState(row), tally: pickTally(row), cheaper: row.cheaper };
}
