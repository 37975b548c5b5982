/** One station by its id, listed or left. @module */

import type { KnownFuels, StationRecord } from "../../domain/station_record.ts";
import type { Queryable } from "../db.ts";
import { STATE_COLUMNS, type StateRow } from "./state.ts";
import * as rows from "./station_rows.ts";

/** A station with what is known of its fuels. */
export type KnownStation = KnownFuels & { station: StationRecord };

const STATION_SQL = `select ${STATE_COLUMNS}, f.* from data_state left join lateral (
  select ${rows.STATION_COLUMNS},
    (select coalesce(json_agg(x), '[]') from (
      select ${rows.PRICE_COLUMNS} from current_price p where p.station_id = s.id and ${rows.isKnownSql()}) x) as prices,
    (select coalesce(json_agg(x), '[]') from (
      select o.fuel, (extract(epoch from o.since) * 1000)::float8 as since_ms, o.kind from stock_out o
      where o.station_id = s.id and o.until is null and s.left_at is null) x) as stock_outs,
    (select to_json(x) from (select ${rows.CLOSURE_COLUMNS} from closure c
      where c.station_id = s.id and c.until is null order by c.since desc limit 1) x) as closure
  from station s left join station_brand b on b.station_id = s.id cross join (select data_state.as_of) state
  where s.id = $1) f on true`;

type Row = StateRow & rows.StationRow & {
  prices: rows.PriceRow[];
  stock_outs: rows.StockOutRow[];
  closure: rows.ClosureRow | null;
};

/** The station of an id (as number), or null; with the state it was read at. */
export async function getStation(
  db: Queryable,
  id: number,
): Promise<{ state: StateRow; known: KnownStation | null }> {
  const [row] = await db.query<Row>({ name: "station", text: STATION_SQL, values: [id] });
  const { revision, as_of_ms, feed_at_ms, source } = row;
  const known = row.id === null ? null : {
    station: rows.toStationRecord(row),
    prices: row.prices.map(rows.toPriceRecord),
    stockOuts: row.stock_outs.map(rows.toStockOutRecord),
    closure: row.closure && rows.toClosureRecord(row.closure),
  };
  return { state: { revision, as_of_ms, feed_at_ms, source }, known };
}
