/** What the tables know before an ingest, read as a whole: differences are computed in the process, which is ten times faster than by SQL. @module */

import type { DayHours } from "../../domain/fact.ts";
import type { Position, PositionFlag } from "../../domain/location.ts";
import { type Queryable, readOne } from "../db.ts";
import { forEachInSlices } from "../slices.ts";

/** A station as stored, with what an ingest compares. `leftAtMs` null while the newest feed lists it. */
export type KnownStation = {
  id: number;
  postalCode: string | null;
  department: string | null;
  address: string | null;
  city: string | null;
  rawAddress: string;
  rawCity: string;
  rawLatitude: string;
  rawLongitude: string;
  position: Position | null;
  positionFlag: PositionFlag | null;
  motorway: boolean;
  automate247: boolean;
  openingHours: DayHours[] | null;
  services: string[];
  leftAtMs: number | null;
};

/** The last price known of a station and fuel. */
export type KnownPrice = { stationId: number; fuel: number; priceMilli: number; atMs: number; listed: boolean };

/** An open stock-out. */
type KnownStockOut = { stationId: number; fuel: number; sinceMs: number; kind: "temporary" | "permanent" };

/** An open absence; fuel 0 is the whole station. */
type KnownAbsence = { stationId: number; fuel: number; sinceMs: number };

/** Everything an ingest compares a feed with. */
export type Known = {
  stations: KnownStation[];
  prices: KnownPrice[];
  stockOuts: KnownStockOut[];
  absences: KnownAbsence[];
};

// All rows as one text: the driver spends most of its time on single values. JSON has no line end within a row.
const STATIONS = `select coalesce(string_agg(json_build_array(id, postal_code, department, address, city, raw_address,
    raw_city, raw_latitude, raw_longitude, st_y(position::geometry), st_x(position::geometry), position_flag, motorway,
    automate_24_7, opening_hours, services, extract(epoch from left_at) * 1000)::text, chr(10)), '') as rows
    from station`;
const PRICES = `select coalesce(string_agg(concat_ws(' ', station_id, fuel, price_milli,
    (extract(epoch from updated_at) * 1000)::bigint, listed::int), ','), '') as rows from current_price`;
const STOCK_OUTS = `select coalesce(string_agg(concat_ws(' ', station_id, fuel,
    (extract(epoch from since) * 1000)::bigint, (kind = 'permanent')::int), ','), '') as rows
    from stock_out where until is null`;
const ABSENCES = `select coalesce(string_agg(concat_ws(' ', station_id, fuel,
    (extract(epoch from since) * 1000)::bigint), ','), '') as rows from absence where until is null`;

type StationTuple = [
  id: number,
  ...texts: [string | null, string | null, string | null, string | null, string, string, string, string],
  ...position: [number | null, number | null, PositionFlag | null],
  ...rest: [boolean, boolean, DayHours[] | null, string[], number | null],
];

function toStation(row: StationTuple): KnownStation {
  const [id, postalCode, department, address, city, rawAddress, rawCity, rawLatitude, rawLongitude] = row;
  const [, , , , , , , , , lat, lng, positionFlag, motorway, automate247, openingHours, services, leftAtMs] = row;
  const position = lat === null || lng === null ? null : { lat, lng };
  const texts = { postalCode, department, address, city, rawAddress, rawCity, rawLatitude, rawLongitude };
  return { id, ...texts, position, positionFlag, motorway, automate247, openingHours, services, leftAtMs };
}

/** A statement whose rows come as one text, how they are separated, and what becomes of one. */
type Texts<T> = { text: string; separator: string; map(row: string): T };

async function readTexts<T>(tx: Queryable, { text, separator, map }: Texts<T>): Promise<T[]> {
  const { rows } = await readOne<{ rows: string }>(tx, { text });
  const list: T[] = [];
  if (rows !== "") await forEachInSlices(rows.split(separator), (row) => list.push(map(row)));
  return list;
}

type Numbers = [number, number, number, number, number];

/** Splits a row of numbers as the statements above join them. Absent numbers are NaN, which no statement gives. */
function toNumbers(row: string): Numbers {
  const [a = NaN, b = NaN, c = NaN, d = NaN, e = NaN] = row.split(" ").map(Number);
  return [a, b, c, d, e];
}

function toPrice(row: string): KnownPrice {
  const [stationId, fuel, priceMilli, atMs, listed] = toNumbers(row);
  return { stationId, fuel, priceMilli, atMs, listed: listed === 1 };
}

function toStockOut(row: string): KnownStockOut {
  const [stationId, fuel, sinceMs, permanent] = toNumbers(row);
  return { stationId, fuel, sinceMs, kind: permanent === 1 ? "permanent" : "temporary" };
}

function toAbsence(row: string): KnownAbsence {
  const [stationId, fuel, sinceMs] = toNumbers(row);
  return { stationId, fuel, sinceMs };
}

/** All that is stored, in any order. Call it in the ingest's transaction, under the writers' lock. */
export async function readKnown(tx: Queryable): Promise<Known> {
  const toKnown = (row: string) => toStation(JSON.parse(row) as StationTuple);
  return {
    stations: await readTexts(tx, { text: STATIONS, separator: "\n", map: toKnown }),
    prices: await readTexts(tx, { text: PRICES, separator: ",", map: toPrice }),
    stockOuts: await readTexts(tx, { text: STOCK_OUTS, separator: ",", map: toStockOut }),
    absences: await readTexts(tx, { text: ABSENCES, separator: ",", map: toAbsence }),
  };
}
