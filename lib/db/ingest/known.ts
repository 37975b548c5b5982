/** Reads the tables before an ingest: differences are computed in the process, which is ten times faster than by SQL. @module */

import type { StationRecord } from "../../domain/station/station_record.ts";
import type { Position, PositionFlag } from "../../domain/place/location.ts";
import { type Queryable, readOne } from "../db.ts";
import { forEachInSlices } from "../slices.ts";

/** A station as stored, with what an ingest compares. `leftAtMs` null while the newest feed lists it. */
export type KnownStation =
  & Pick<StationRecord, "address" | "city" | "postalCode" | "department" | "motorway" | "automate247">
  & Pick<StationRecord, "services" | "openingHours">
  & Record<"rawAddress" | "rawCity" | "rawLatitude" | "rawLongitude", string>
  & { id: number; position: Position | null; positionFlag: PositionFlag | null; leftAtMs: number | null };

/** The last price known of a station and fuel. */
export type KnownPrice = { stationId: number; fuel: number; priceMilli: number; atMs: number; listed: boolean };

/** An open absence; fuel 0 is the whole station. */
type KnownAbsence = { stationId: number; fuel: number; sinceMs: number };

/** An open stock-out. */
type KnownStockOut = KnownAbsence & { kind: "temporary" | "permanent" };

/** Everything an ingest compares a feed with. */
export type Known = {
  stations: KnownStation[];
  prices: KnownPrice[];
  stockOuts: KnownStockOut[];
  absences: KnownAbsence[];
};

// All rows as one text: the driver spends most of its time on single values. JSON has no line end within a row.
const STATIONS =
  `select coalesce(string_agg(json_build_object('id', id, 'postalCode', postal_code, 'department', department,
    'address', address, 'city', city, 'rawAddress', raw_address, 'rawCity', raw_city, 'rawLatitude', raw_latitude,
    'rawLongitude', raw_longitude, 'lat', st_y(position::geometry), 'lng', st_x(position::geometry),
    'positionFlag', position_flag, 'motorway', motorway, 'automate247', automate_24_7, 'openingHours', opening_hours,
    'services', services, 'leftAtMs', extract(epoch from left_at) * 1000)::text, chr(10)), '') as rows from station`;
const PRICES = `select coalesce(string_agg(concat_ws(' ', station_id, fuel, price_milli,
    (extract(epoch from updated_at) * 1000)::bigint, listed::int), ','), '') as rows from current_price`;
const STOCK_OUTS = `select coalesce(string_agg(concat_ws(' ', station_id, fuel,
    (extract(epoch from since) * 1000)::bigint, (kind = 'permanent')::int), ','), '') as rows
    from stock_out where until is null`;
const ABSENCES = `select coalesce(string_agg(concat_ws(' ', station_id, fuel,
    (extract(epoch from since) * 1000)::bigint), ','), '') as rows from absence where until is null`;

function toStation(row: string): KnownStation {
  type StationRow = Omit<KnownStation, "position"> & { lat: number | null; lng: number | null };
  const { lat, lng, ...station } = JSON.parse(row) as StationRow;
  return { ...station, position: lat === null || lng === null ? null : { lat, lng } };
}

/** The rows of a statement that gives them as one text. */
async function readTexts<T>(tx: Queryable, text: string, { separator = ",", map }: {
  separator?: string;
  map(row: string): T;
}): Promise<T[]> {
  const { rows } = await readOne<{ rows: string }>(tx, { text });
  const list: T[] = [];
  if (rows !== "") await forEachInSlices(rows.split(separator), (row) => list.push(map(row)));
  return list;
}

type Numbers = [stationId: number, fuel: number, number, number, number];

function toNumbers(row: string): Numbers {
  return row.split(" ").map(Number) as Numbers;
}

function toPrice(row: string): KnownPrice {
  const [stationId, fuel, priceMilli, atMs, listed] = toNumbers(row);
  return { stationId, fuel, priceMilli, atMs, listed: listed === 1 };
}

function toAbsence(row: string): KnownAbsence {
  const [stationId, fuel, sinceMs] = toNumbers(row);
  return { stationId, fuel, sinceMs };
}

function toStockOut(row: string): KnownStockOut {
  const [, , , permanent] = toNumbers(row);
  return { ...toAbsence(row), kind: permanent === 1 ? "permanent" : "temporary" };
}

/** All that is stored, in any order. Call it in the ingest's transaction, under the writers' lock. */
export async function readKnown(tx: Queryable): Promise<Known> {
  return {
    stations: await readTexts(tx, STATIONS, { separator: "\n", map: toStation }),
    prices: await readTexts(tx, PRICES, { map: toPrice }),
    stockOuts: await readTexts(tx, STOCK_OUTS, { map: toStockOut }),
    absences: await readTexts(tx, ABSENCES, { map: toAbsence }),
  };
}
