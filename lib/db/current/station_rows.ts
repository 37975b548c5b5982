/** How station columns are read: one list of columns and one mapping for every query that answers with stations. @module */

import type { DayHours } from "../../domain/fact.ts";
import { CLOCK_TOLERANCE_MS } from "../../domain/in_force.ts";
import type { ClosureRecord, PriceRecord, StationRecord, StockOutRecord } from "../../domain/station_record.ts";

/** Columns of a station `s` with its brand `b`. */
export const STATION_COLUMNS = `s.id, b.name, b.brand, s.address, s.city, s.postal_code, s.department,
  st_y(s.position::geometry) as lat, st_x(s.position::geometry) as lng, s.motorway, s.automate_24_7, s.services,
  s.opening_hours,
  (extract(epoch from case when s.left_at is not null then s.last_seen_at end) * 1000)::float8 as last_seen_ms`;

/** A row of {@link STATION_COLUMNS}. */
export type StationRow = {
  id: number;
  name: string | null;
  brand: string | null;
  address: string | null;
  city: string | null;
  postal_code: string | null;
  department: string | null;
  lat: number | null;
  lng: number | null;
  motorway: boolean;
  automate_24_7: boolean;
  services: string[];
  opening_hours: DayHours[] | null;
  last_seen_ms: number | null;
};

/** A station from its row. */
export function toStationRecord(row: StationRow): StationRecord {
  return {
    id: String(row.id),
    name: row.name,
    brand: row.brand,
    address: row.address,
    city: row.city,
    postalCode: row.postal_code,
    department: row.department,
    lat: row.lat,
    lng: row.lng,
    motorway: row.motorway,
    automate247: row.automate_24_7,
    services: row.services,
    openingHours: row.opening_hours,
    lastSeenAtMs: row.last_seen_ms === null ? null : Math.round(row.last_seen_ms),
  };
}

/** The SQL condition under which a price dated `instant` is known at `asOf`: no further ahead than clocks may differ. */
export function isKnownSql(instant = "p.updated_at", asOf = "state.as_of"): string {
  return `${instant} <= ${asOf} + interval '${CLOCK_TOLERANCE_MS / 1000} seconds'`;
}

/**
 * The SQL condition under which closure `c` lasts at `state`: no end of it is known, and its station has reported no price of any
 * fuel since it began.
 */
export const IS_CLOSED = `c.until is null and not exists (select from current_price reported
    where reported.station_id = c.station_id and reported.updated_at > c.since and ${
  isKnownSql("reported.updated_at")
})`;

/** Columns of a current price `p` of station `s`; `state` must be in scope. */
export const PRICE_COLUMNS = `p.fuel, p.price_milli, (extract(epoch from p.updated_at) * 1000)::float8 as at_ms,
  p.listed and s.left_at is null as listed, p.suspect,
  (extract(epoch from greatest(
    (select max(o.since) from stock_out o where o.station_id = p.station_id and o.fuel = p.fuel and o.until is null),
    (select max(c.since) from closure c where c.station_id = p.station_id and ${IS_CLOSED}))) * 1000)::float8
    as interrupted_ms`;

/** A row of {@link PRICE_COLUMNS}. */
export type PriceRow = {
  fuel: number;
  price_milli: number;
  at_ms: number;
  listed: boolean;
  suspect: boolean;
  interrupted_ms: number | null;
};

/** A price from its row. */
export function toPriceRecord(row: PriceRow): PriceRecord {
  return {
    fuel: row.fuel,
    priceMilli: row.price_milli,
    atMs: Math.round(row.at_ms),
    listed: row.listed,
    suspect: row.suspect,
    interruptedSinceMs: row.interrupted_ms === null ? null : Math.round(row.interrupted_ms),
  };
}

/** A row of an open stock-out. */
export type StockOutRow = { fuel: number; since_ms: number; kind: "temporary" | "permanent" };

/** A stock-out from its row. */
export function toStockOutRecord(row: StockOutRow): StockOutRecord {
  return { fuel: row.fuel, sinceMs: Math.round(row.since_ms), kind: row.kind };
}

/** Columns of a closure `c`. */
export const CLOSURE_COLUMNS = "(extract(epoch from c.since) * 1000)::float8 as since_ms, c.kind";

/** A row of {@link CLOSURE_COLUMNS}. */
export type ClosureRow = { since_ms: number; kind: "temporary" | "permanent" };

/** A closure from its row. */
export function toClosureRecord(row: ClosureRow): ClosureRecord {
  return { sinceMs: Math.round(row.since_ms), kind: row.kind };
}

/** The SQL condition under which price `p` is known at `asOf` and at most `maxAgeDays`, which is SQL too, old. */
export function isInTimeSql(maxAgeDays: string, asOf = "state.as_of"): string {
  return `${isKnownSql("p.updated_at", asOf)} and p.updated_at >= ${asOf} - make_interval(hours => 24 * ${maxAgeDays})`;
}

/**
 * The SQL condition under which price `p` of station `s` is offered: all of the rule but suspicion, which is found among
 * the prices offered. `maxAgeDays` is SQL too.
 */
export function offeredSql(maxAgeDays: string): string {
  return `s.left_at is null and p.listed and ${isInTimeSql(maxAgeDays)}
  and not exists (select from stock_out o where o.station_id = p.station_id and o.fuel = p.fuel and o.until is null
    and o.since >= p.updated_at)
  and not exists (select from closure c where c.station_id = p.station_id and ${IS_CLOSED})`;
}

/** The SQL condition under which price `p` of station `s` is in force; parameter `$n` is the maximal age in days. */
export function inForceSql(maxAgeParam: string): string {
  return `not p.suspect and ${offeredSql(maxAgeParam)}`;
}
