/**
 * Reads the tables before an ingest. The process itself computes the differences, which is ten
 * times faster than SQL.
 *
 * @module
 */

import type { StationRecord } from "../../domain/station/station_record.ts";
import type { Place } from "../../domain/place/earth.ts";
import type { PositionFlag } from "../../domain/place/location.ts";
import { type Queryable, readOne } from "../db.ts";
import { forEachInSlices } from "../../shared/slices.ts";

/**
 * A stored station with all that an ingest compares. `leftAtMs` is null while the newest feed lists
 * it.
 */
export type StoredStation =
  & Pick<
    StationRecord,
    "address" | "city" | "postalCode" | "department" | "motorway" | "automate247"
  >
  & Pick<StationRecord, "services" | "openingHours">
  & Record<"rawAddress" | "rawCity" | "rawLatitude" | "rawLongitude", string>
  & {
    id: number;
    position: Place | null;
    positionFlag: PositionFlag | null;
    leftAtMs: number | null;
  };

/** The last known price of a station and fuel. */
export type StoredPrice = {
  stationId: number;
  fuel: number;
  priceMilli: number;
  atMs: number;
  listed: boolean;
};

/** The key of a stock-out or absence; fuel 0 is the whole station. */
export type OpenPeriod = { stationId: number; fuel: number; sinceMs: number };

/** Everything that an ingest compares a feed with. */
export type StoredRows = {
  stations: StoredStation[];
  prices: StoredPrice[];
  stockOuts: (OpenPeriod & { kind: "temporary" | "permanent" })[];
  absences: OpenPeriod[];
};

/**
 * Returns SQL that selects all rows as one text, since the driver spends most of its time on single
 * values. JSON rows contain no line feed.
 */
export function listSql(columns: string, from: string): string {
  return `
    select coalesce(string_agg(json_build_object(${columns})::text, chr(10)), '') as rows
    from ${from}`;
}

const FUEL_COLUMNS = "'stationId', station_id, 'fuel', fuel";
const SINCE_MS = "'sinceMs', (extract(epoch from since) * 1000)::bigint";

const STATIONS = listSql(
  `'id', id, 'postalCode', postal_code, 'department', department, 'address', address,
      'city', city, 'rawAddress', raw_address, 'rawCity', raw_city, 'rawLatitude', raw_latitude,
      'rawLongitude', raw_longitude,
      'position', case when position is not null then json_build_object(
        'lat', st_y(position::geometry), 'lng', st_x(position::geometry)
      ) end,
      'positionFlag', position_flag, 'motorway', motorway, 'automate247', automate_24_7,
      'openingHours', opening_hours, 'services', services,
      'leftAtMs', extract(epoch from left_at) * 1000`,
  "station",
);
const PRICES = listSql(
  `${FUEL_COLUMNS}, 'priceMilli', price_milli,
      'atMs', (extract(epoch from updated_at) * 1000)::bigint, 'listed', listed`,
  "current_price",
);
const STOCK_OUTS = listSql(
  `${FUEL_COLUMNS}, ${SINCE_MS}, 'kind', kind`,
  "stock_out where until is null",
);
const ABSENCES = listSql(`${FUEL_COLUMNS}, ${SINCE_MS}`, "absence where until is null");

/** Returns the rows of a statement of {@link listSql}. */
export async function readRows<T>(tx: Queryable, text: string): Promise<T[]> {
  return await parseRows((await readOne<{ rows: string }>(tx, { text })).rows);
}

/** Parses the text of {@link listSql}, in slices. */
export async function parseRows<T>(rows: string): Promise<T[]> {
  const list: T[] = [];
  if (rows !== "") await forEachInSlices(rows.split("\n"), (row) => list.push(JSON.parse(row)));
  return list;
}

/**
 * Returns all stored rows, in any order. Call it in the transaction of the ingest, under the
 * writers' lock.
 */
export async function readStoredRows(tx: Queryable): Promise<StoredRows> {
  return {
    stations: await readRows(tx, STATIONS),
    prices: await readRows(tx, PRICES),
    stockOuts: await readRows(tx, STOCK_OUTS),
    absences: await readRows(tx, ABSENCES),
  };
}
