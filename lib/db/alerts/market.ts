/** Reads what rules of alerts see of the stations, and the names for their messages. @module */

import type { FuelState } from "../../domain/alert_decision.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import type { Place } from "../../domain/place/earth.ts";
import type { StationNames } from "../../shared/words/news.ts";
import { offeredSql, outOfStockSql } from "../current/station_rows.ts";
import type { Queryable } from "../db.ts";
import { listSql, readRows } from "../ingest/known.ts";

/** A station with its place, its fuels by number, and its names. */
type MarketStation = { id: string; place: Place | null; fuels: Record<number, FuelState>; names: StationNames };

/** Stations by id. */
export type MarketState = Map<string, MarketStation>;

/** A fuel that ran out is remembered for a year: after a month it is old as a price, but its return is news. */
const STOCK_OUT_DAYS = "365";

const MARKET_SQL = listSql(
  `'id', f.station_id::text, 'fuels', f.fuels,
    'place', case when s.position is not null then
      json_build_object('lat', st_y(s.position::geometry), 'lng', st_x(s.position::geometry)) end,
    'names', json_build_object('brand', b.brand, 'name', b.name, 'city', s.city)`,
  `(
    select station_id, json_object_agg(fuel, json_build_object('priceMilli', price, 'sale', sale)) as fuels from (
      select p.station_id, p.fuel, case when not p.suspect then p.price_milli end as price, 'sold' as sale
      from current_price p join station s on s.id = p.station_id cross join (table data_state limit 1) state
      where ${offeredSql(String(IN_FORCE_DAYS))}
      union all
      select p.station_id, p.fuel, null, 'out'
      from stock_out p join station s on s.id = p.station_id cross join (table data_state limit 1) state
      where ${outOfStockSql(STOCK_OUT_DAYS)}
    ) fuel group by station_id
  ) f join station s on s.id = f.station_id left join station_brand b using (station_id)`,
);

/** All stations with a fuel, as of the state of the data. Call it in the ingest's transaction. */
export async function readMarket(tx: Queryable): Promise<MarketState> {
  const stations = await readRows<MarketStation>(tx, MARKET_SQL);
  return new Map(stations.map((station) => [station.id, station]));
}
