/** Reads the market that alerts watch, now and at the last decision. @module */

import type { AlertStation, StationNames } from "../../domain/alert_decision.ts";
import { IN_FORCE_DAYS } from "../../domain/price/in_force.ts";
import { offeredSql, outOfStockSql } from "../current/station_rows.ts";
import { type Queryable, readOne } from "../db.ts";
import { listSql, parseRows } from "../ingest/stored_rows.ts";
import { STATE_COLUMNS, type StoredState } from "../data_state.ts";

/** A station with its names. */
export type MarketStation = AlertStation & { names: StationNames };

/**
 * A fuel that ran out is remembered for a year. Prices are old after a month, but the return of a
 * fuel is news.
 */
const STOCK_OUT_DAYS = "365";

const FUEL_STATES = (side: "before" | "after") =>
  `coalesce(
      json_object_agg(fuel, json_build_object(
        'priceMilli', ${side}.price_milli,
        'sale', case when ${side}.in_stock then 'sold' else 'out' end
      )) filter (where ${side}.in_stock is not null),
      '{}'
    ) as ${side}`;

// One statement, so that market, revision and time belong together: an ingest may commit at any
// moment.
const MOVE_SQL = `with after as materialized (
    -- Fuels in stock. A suspect price is left out.
    select p.station_id, p.fuel,
      case when not p.suspect then p.price_milli end as price_milli,
      true as in_stock
    from current_price p
    join station s on s.id = p.station_id
    cross join (table data_state limit 1) state
    where ${offeredSql(String(IN_FORCE_DAYS))}
    union all
    -- Fuels that ran out.
    select p.station_id, p.fuel, null, false
    from stock_out p
    join station s on s.id = p.station_id
    cross join (table data_state limit 1) state
    where ${outOfStockSql(STOCK_OUT_DAYS)}
  ), market as (
    -- One row per station, with its fuels at the last decision and now.
    select station_id, ${FUEL_STATES("before")}, ${FUEL_STATES("after")}
    from alert_market before
    full join after using (station_id, fuel)
    group by station_id
  ), forgotten as (
    -- Fuels that are no longer known.
    delete from alert_market old
    where not exists (
      select from after
      where after.station_id = old.station_id and after.fuel = old.fuel
    )
  ), stored as (
    -- Fuels that have changed.
    insert into alert_market (station_id, fuel, price_milli, in_stock)
    table after
    except
    table alert_market
    on conflict (station_id, fuel) do update set
      price_milli = excluded.price_milli,
      in_stock = excluded.in_stock
  ), decided as (
    -- Before the first feed there is no market.
    update alert_decision
    set revision = state.revision, source = case when as_of is not null then state.source end
    from data_state state
  )
  select ${STATE_COLUMNS}, (${
  listSql(
    `'id', station_id::text, 'before', before, 'after', after,
      'place', case when position is not null then
        json_build_object('lat', st_y(position::geometry), 'lng', st_x(position::geometry)) end,
      'names', json_build_object('brand', brand, 'name', name, 'city', city)`,
    "market left join station on id = station_id left join station_brand using (station_id)",
  )
}) as stations from data_state`;

/**
 * Returns all stations that have a fuel now or had one at the last decision, and the state of the
 * data now. Stores the current market as that of the last decision.
 */
export async function moveMarket(
  tx: Queryable,
): Promise<{ state: StoredState; stations: MarketStation[] }> {
  const { stations, ...state } = await readOne<StoredState & { stations: string }>(tx, {
    text: MOVE_SQL,
  });
  return { state, stations: await parseRows(stations) };
}
