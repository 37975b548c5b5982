/** All prices in force of one department: what its page ranks and draws. @module */

import type { PriceRecord, StationRecord } from "../../domain/station_record.ts";
import type { Queryable } from "../db.ts";
import { STATE_COLUMNS, type StateRow } from "./state.ts";
import { inForceSql, STATION_COLUMNS, type StationRow, toStationRecord } from "./station_rows.ts";

/** A station with its price of the fuel asked for. */
export type DepartmentPrice = {
  station: StationRecord;
  price: Pick<PriceRecord, "fuel" | "priceMilli" | "atMs">;
};

const DEPARTMENT_SQL = `select ${STATE_COLUMNS}, f.* from data_state left join lateral (
  select ${STATION_COLUMNS}, p.fuel, p.price_milli, (extract(epoch from p.updated_at) * 1000)::float8 as at_ms
  from station s
  join current_price p on p.station_id = s.id and p.fuel = $1
  left join station_brand b on b.station_id = s.id
  cross join (select data_state.as_of) state
  where s.department = $3 and ${inForceSql("$2")}
  order by p.price_milli, s.id::text collate "C") f on true`;

type Row = StateRow & StationRow & { fuel: number; price_milli: number; at_ms: number };

/** Prices in force of a fuel (1 to 6) in a department, by price, then id; stations without a position included. */
export async function findInDepartment(
  db: Queryable,
  options: { department: string; fuel: number; maxAgeDays: number },
): Promise<{ state: StateRow; found: DepartmentPrice[] }> {
  const values = [options.fuel, options.maxAgeDays, options.department];
  const rows = await db.query<Row>({ name: "page_department", text: DEPARTMENT_SQL, values });
  const [{ revision, as_of_ms, feed_at_ms, source }] = rows;
  const found = rows.filter((row) => row.id !== null).map((row) => ({
    station: toStationRecord(row),
    price: { fuel: row.fuel, priceMilli: row.price_milli, atMs: Math.round(row.at_ms) },
  }));
  return { state: { revision, as_of_ms, feed_at_ms, source }, found };
}
