/**
 * Defines SQL for stations and prices as JSON in the form of the domain's records, and the
 * conditions under which a price is in force.
 *
 * @module
 */

import { CLOCK_TOLERANCE_MS } from "../../domain/price/in_force.ts";
import type {
  KnownFuels,
  PriceRecord,
  StationRecord,
} from "../../domain/station/station_record.ts";

/** A station with its fuels. */
export type KnownStation = KnownFuels & { station: StationRecord };

/** Returns SQL for an instant in ms since 1970. */
export function msSql(instant: string): string {
  return `round(date_part('epoch', ${instant}) * 1000)`;
}

/** SQL for a station `s` with its brand `b` as a `StationRecord`. */
export const STATION_JSON = `json_build_object(
    'id', s.id::text,
    'name', b.name,
    'brand', b.brand,
    'address', s.address,
    'city', s.city,
    'postalCode', s.postal_code,
    'department', s.department,
    'lat', st_y(s.position::geometry),
    'lng', st_x(s.position::geometry),
    'motorway', s.motorway,
    'automate247', s.automate_24_7,
    'services', s.services,
    'openingHours', s.opening_hours,
    'lastSeenAtMs', case when s.left_at is not null then ${msSql("s.last_seen_at")} end
  )`;

/** SQL for the price `p` that a search found. */
export const PRICE_JSON = `json_build_object(
    'fuel', p.fuel, 'priceMilli', p.price_milli, 'atMs', ${msSql("p.updated_at")}
  )`;

/**
 * Returns the SQL condition that a price of `instant` is known at `asOf`, which it may exceed by as
 * much as clocks differ.
 */
export function isKnownSql(instant = "p.updated_at", asOf = "state.as_of"): string {
  return `${instant} <= ${asOf} + interval '${CLOCK_TOLERANCE_MS / 1000} seconds'`;
}

/**
 * The SQL condition that closure `c` lasts at `state`: it has no end, and its station has reported
 * no price after it began.
 */
const IS_CLOSED = `c.until is null
    and not exists (
      select from current_price reported
      where reported.station_id = c.station_id
        and reported.updated_at > c.since
        and ${isKnownSql("reported.updated_at")}
    )`;

/** A row of {@link KNOWN_STATIONS}. */
export type KnownRow = Omit<KnownStation, "prices"> & {
  prices: Omit<PriceRecord, "interruptedSinceMs">[];
};

/**
 * SQL that selects all {@link KnownRow} `s`, with the instant of the data as `state`. Conditions
 * may be appended.
 */
export const KNOWN_STATIONS = `select
    ${STATION_JSON} as station,
    (
      select coalesce(
        json_agg(
          json_build_object(
            'fuel', p.fuel,
            'priceMilli', p.price_milli,
            'atMs', ${msSql("p.updated_at")},
            'listed', p.listed and s.left_at is null,
            'suspect', p.suspect
          )
        ),
        '[]'
      )
      from current_price p
      where p.station_id = s.id and ${isKnownSql()}
    ) as prices,
    (
      select coalesce(
        json_agg(
          json_build_object('fuel', o.fuel, 'sinceMs', ${msSql("o.since")}, 'kind', o.kind)
        ),
        '[]'
      )
      from stock_out o
      where o.station_id = s.id and o.until is null and s.left_at is null
    ) as "stockOuts",
    (
      select json_build_object('sinceMs', ${msSql("c.since")}, 'kind', c.kind)
      from closure c
      where c.station_id = s.id and ${IS_CLOSED}
      order by c.since desc
      limit 1
    ) as closure
  from station s
  left join station_brand b on b.station_id = s.id
  cross join (table data_state limit 1) state`;

/** Adds to each price the beginning of the latest stock-out or closure that may interrupt it. */
export function toKnownStation({ station, stockOuts, closure, ...row }: KnownRow): KnownStation {
  const prices = row.prices.map((price) => {
    const ofFuel = stockOuts.filter(({ fuel }) => fuel === price.fuel);
    const instants = ofFuel.map(({ sinceMs }) => sinceMs);
    if (closure) instants.push(closure.sinceMs);
    return { ...price, interruptedSinceMs: instants.length === 0 ? null : Math.max(...instants) };
  });
  return { station, prices, stockOuts, closure };
}

/**
 * Returns the SQL condition that price `p` of station `s` is offered: in force, but perhaps
 * suspect. `maxAgeDays` is SQL, too.
 */
export function offeredSql(maxAgeDays: string): string {
  return `s.left_at is null
    and p.listed
    and ${isKnownSql()}
    and p.updated_at >= state.as_of - make_interval(hours => 24 * ${maxAgeDays})
    and not exists (
      select from stock_out o
      where o.station_id = p.station_id
        and o.fuel = p.fuel
        and o.until is null
        and o.since >= p.updated_at
    )
    and not exists (
      select from closure c
      where c.station_id = p.station_id and ${IS_CLOSED}
    )`;
}

/**
 * Returns the SQL condition that stock-out `p` of station `s` is the latest one of its fuel,
 * temporary and open. `maxAgeDays` is SQL, too.
 */
export function outOfStockSql(maxAgeDays: string): string {
  return `s.left_at is null
    and p.until is null
    and p.kind = 'temporary'
    and ${isKnownSql("p.since")}
    and p.since >= state.as_of - make_interval(hours => 24 * ${maxAgeDays})
    and not exists (
      select from stock_out o
      where o.station_id = p.station_id
        and o.fuel = p.fuel
        and o.until is null
        and o.since > p.since
    )
    and not exists (
      select from current_price c
      where c.station_id = p.station_id
        and c.fuel = p.fuel
        and c.listed
        and c.updated_at > p.since
        and ${isKnownSql("c.updated_at")}
    )`;
}

/**
 * Returns the SQL condition that price `p` of station `s` is in force. `maxAgeParam` is the
 * parameter (`$n`) with the maximum age in days.
 */
export function inForceSql(maxAgeParam: string): string {
  return `not p.suspect and ${offeredSql(maxAgeParam)}`;
}
