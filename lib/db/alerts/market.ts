/** Reads what rules of alerts see of the stations, and the names for their messages. @module */

import type { FuelState } from "../../domain/alert_decision.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import type { Place } from "../../domain/place/earth.ts";
import type { StationNames } from "../../shared/words/news.ts";
import { type Queryable, readOne } from "../db.ts";
import { offeredSql, outOfStockSql } from "../current/station_rows.ts";
import { forEachInSlices } from "../slices.ts";

/** By station id: its place, its fuels by number, and its names. */
export type MarketState = Map<string, { place: Place | null; fuels: (FuelState | undefined)[]; names: StationNames }>;

/** A fuel that ran out is remembered for a year: after a month it is old as a price, but its return is news. */
const STOCK_OUT_DAYS = "365";

// One text with a line for each station: the driver spends most of its time on single values.
const MARKET_SQL = `with fuel as (
    select p.station_id, p.fuel, case when not p.suspect then p.price_milli end as price, 'sold' as sale
    from current_price p join station s on s.id = p.station_id cross join (table data_state limit 1) state
    where ${offeredSql(String(IN_FORCE_DAYS))}
    union all
    select p.station_id, p.fuel, null, 'out'
    from stock_out p join station s on s.id = p.station_id cross join (table data_state limit 1) state
    where ${outOfStockSql(STOCK_OUT_DAYS)}
  ), line as (
    select json_build_array(station_id::text, st_y(s.position::geometry), st_x(s.position::geometry),
      json_build_object('brand', b.brand, 'name', b.name, 'city', s.city),
      json_agg(json_build_array(fuel, price, sale)))::text as text
    from fuel join station s on s.id = station_id left join station_brand b using (station_id)
    group by station_id, s.position, b.brand, b.name, s.city
  )
  select coalesce(string_agg(text, chr(10)), '') as lines from line`;

type Line = [
  id: string,
  lat: number | null,
  lng: number | null,
  StationNames,
  [number, number | null, "sold" | "out"][],
];

/** All stations with a fuel, as of the state of the data. Call it in the ingest's transaction. */
export async function readMarket(tx: Queryable): Promise<MarketState> {
  const { lines } = await readOne<{ lines: string }>(tx, { name: "alert_market", text: MARKET_SQL });
  const market: MarketState = new Map();
  if (lines === "") return market;
  await forEachInSlices(lines.split("\n"), (line) => {
    const [id, lat, lng, names, states] = JSON.parse(line) as Line;
    const fuels: (FuelState | undefined)[] = [];
    for (const [fuel, priceMilli, sale] of states) fuels[fuel] = { priceMilli, sale };
    market.set(id, { place: lat === null || lng === null ? null : { lat, lng }, fuels, names });
  });
  return market;
}
