/** Reads prices from the tables, and decides naively which of them are valid. @module */

import type { Db } from "../../lib/db/db.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { RANDOM_AS_OF } from "./random_state.ts";

const TOLERANCE_MS = 600_000;

/** A price of the tables, and the fields that decide whether it is valid. Instants in ms. */
export type TableRow = {
  station_id: number;
  fuel: number;
  price_milli: number;
  at_ms: number;
  listed: boolean;
  suspect: boolean;
  left: boolean;
  department: string | null;
  brand: string | null;
  motorway: boolean;
  lat: number | null;
  lng: number | null;
  out_ms: number[];
};

// `out_ms` holds the starts of open stock-outs of the fuel and of closures that no later price
// ended.
const TABLE_SQL = `
  select p.station_id, p.fuel, p.price_milli,
    (extract(epoch from p.updated_at) * 1000)::float8 as at_ms,
    p.listed, p.suspect, s.left_at is not null as left, s.department, s.motorway,
    (select brand from station_brand b where b.station_id = s.id) as brand,
    st_y(s.position::geometry) as lat, st_x(s.position::geometry) as lng,
    array(
      select (extract(epoch from o.since) * 1000)::float8
      from stock_out o
      where o.station_id = p.station_id
        and o.fuel = p.fuel
        and o.until is null
      union all
      select (extract(epoch from c.since) * 1000)::float8
      from closure c
      where c.station_id = p.station_id
        and c.until is null
        and c.since >= (
          select max(updated_at)
          from current_price r
          where r.station_id = c.station_id
            and r.updated_at <= d.as_of + interval '10 minutes'
        )
    ) as out_ms
  from data_state d, current_price p
  join station s on s.id = p.station_id`;

/** Returns all current prices. */
export async function readTables(db: Db): Promise<TableRow[]> {
  return await db.query<TableRow>({ text: TABLE_SQL });
}

/** Implements the rule of docs/contract.md literally, at the instant of a random state. */
export function counts(
  { at_ms, listed, suspect, left, out_ms }: TableRow,
  maxAgeDays = 30,
): boolean {
  const ageMs = RANDOM_AS_OF.getTime() - at_ms;
  if (ageMs > maxAgeDays * DAY_MS || ageMs < -TOLERANCE_MS) return false;
  return listed && !suspect && !left && out_ms.every((since) => since < at_ms);
}
