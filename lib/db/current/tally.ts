/** SQL of tallies of prices in force, with the stations of the lowest and the highest. @module */

import type { Tally } from "../../domain/aggregate.ts";
import type { NamedPrice, StationNames } from "../../domain/station_record.ts";
import { inForceSql } from "./station_rows.ts";

const PRICES = "current_price p join station s on s.id = p.station_id left join station_brand b on b.station_id = s.id";

/** Selects prices `p` with what names their stations `s`. */
export const NAMED_PRICES = `select s.id::text as id, b.name, b.brand, s.address, s.city, s.department, p.price_milli,
  (extract(epoch from p.updated_at) * 1000)::float8 as at_ms from ${PRICES}`;

/** A row of {@link NAMED_PRICES}. */
export type NamedRow = StationNames & { price_milli: number; at_ms: number };

/** A price from its row. */
export function toNamedPrice({ price_milli: priceMilli, at_ms, ...station }: NamedRow): NamedPrice {
  return { station, price: { priceMilli, atMs: Math.round(at_ms) } };
}

function extremeSql(order: string): string {
  return `(array_agg(s.id order by p.price_milli ${order}, p.updated_at desc, s.id::text collate "C"))[1]`;
}

/**
 * SQL of tallies of the prices of fuel `$1` in force, which are at most `$2` days old; `data_state` must be in scope. `where`
 * narrows the prices `p` of stations `s` with brands `b`, `columns` adds columns, `group` says how they are grouped.
 */
export function tallySql(options: { where?: string; columns?: string; group?: string }): string {
  const { where = "true", columns = "", group = "" } = options;
  const named = (id: string) => `(select to_json(x) from (${NAMED_PRICES} where p.fuel = $1 and s.id = ${id}) x)`;
  return `select t.*, ${named("min_id")} as min, ${named("max_id")} as max from (
    select ${columns} count(*)::int as count, coalesce(sum(p.price_milli), 0)::float8 as sum,
      ${extremeSql("asc")} as min_id, ${extremeSql("desc")} as max_id
    from ${PRICES} cross join (select data_state.as_of) state
    where p.fuel = $1 and ${where} and ${inForceSql("$2")} ${group}) t`;
}

/** A row of {@link tallySql}. */
export type TallyRow = { count: number; sum: number; min: NamedRow | null; max: NamedRow | null };

/** A tally from its row. */
export function toTally({ sum, count, min, max }: TallyRow): Tally {
  return { sumMilli: sum, count, min: min && toNamedPrice(min), max: max && toNamedPrice(max) };
}
