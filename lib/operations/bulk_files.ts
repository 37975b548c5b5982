/** The bulk files `/data/current.json`, `/data/current.csv` and `/data/services.json`: all stations at once, for maps and spreadsheets. @module */

import { z } from "zod";
import { readCurrentState } from "../db/current/snapshot_rows.ts";
import {
  CURRENT_FORMAT,
  type CurrentColumns,
  currentColumnsSchema,
  type FuelColumn,
  type ServiceColumns,
  serviceColumnsSchema,
} from "../domain/bulk_files.ts";
import { isInForce } from "../domain/in_force.ts";
import {
  openStockOuts,
  type PriceRecord,
  type StationRecord,
  type StockOutRecord,
  toInstantText,
} from "../domain/station_record.ts";
import { FLAGS } from "../shared/filters.ts";
import { FUELS } from "../shared/fuels.ts";
import { toPriceText } from "../shared/money.ts";
import { isOutForNow, NO_PRICE } from "../shared/unranked.ts";
import { toWeekText } from "../shared/week_writer.ts";
import { buildSnapshot, isLocated, type Snapshot, type SnapshotStation } from "../snapshot/snapshot.ts";
import { ATTRIBUTION, DATA_LICENSE } from "./answer.ts";
import { defineOperation, type Deps, noDataError } from "./operation.ts";

/** The snapshot there is, else one read for this answer. Throws SERVICE_UNAVAILABLE while no feed was ever ingested. */
export async function requireSnapshot(deps: Deps): Promise<Snapshot> {
  const snapshot = deps.snapshots.current();
  if (snapshot) return snapshot;
  const read = await deps.db.transaction(readCurrentState, { readOnly: true });
  if (!read) throw noDataError(deps);
  return buildSnapshot(read);
}

/** The first value, then the differences to the one before: short to write. */
function toSteps(values: readonly number[]): number[] {
  let before = 0;
  return values.map((value) => {
    const step = value - before;
    before = value;
    return step;
  });
}

/** Different values, the most frequent first (ties by text), so that most places in the list are short. */
function rank(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

/** Places of values in a list of the different ones; -1 for null. */
function toPlaces(values: readonly (string | null)[]): { list: string[]; places: number[] } {
  const list = rank(values.filter((value) => value !== null));
  const place = new Map(list.map((value, index) => [value, index]));
  return { list, places: values.map((value) => value === null ? -1 : place.get(value)!) };
}

const HOUR_MS = 3_600_000;

function toReason({ kind, sinceMs }: StockOutRecord, asOfMs: number): "out" | "unsold" {
  return isOutForNow({ kind, since: toInstantText(sinceMs) }, asOfMs) ? "out" : "unsold";
}

type ColumnOptions = { outs: readonly (readonly StockOutRecord[])[]; asOfMs: number };

/** `outs`: the open stock-outs of each station. */
function toFuelColumn(stations: readonly SnapshotStation[], fuel: number, { outs, asOfMs }: ColumnOptions): FuelColumn {
  const column: FuelColumn = { price: [], age: [] };
  for (const [row, station] of stations.entries()) {
    const offered = station.offered[fuel];
    const stockOut = offered ? undefined : outs[row]!.find((open) => open.fuel === fuel);
    const atMs = offered?.atMs ?? stockOut?.sinceMs ?? asOfMs;
    column.price.push(offered?.priceMilli ?? NO_PRICE[stockOut ? toReason(stockOut, asOfMs) : "unknown"]);
    column.age.push(Math.max(0, Math.floor((asOfMs - atMs) / HOUR_MS)));
  }
  return column;
}

function toCurrentColumns(snapshot: Snapshot): CurrentColumns {
  const stations = snapshot.stations.filter(isLocated).sort((a, b) => Number(a.record.id) - Number(b.record.id));
  const records = stations.map(({ record }) => record);
  const outs = stations.map(({ stockOuts, prices }) => openStockOuts(stockOuts, prices));
  const brands = toPlaces(records.map(({ brand }) => brand));
  const departments = toPlaces(records.map(({ department }) => department));
  const weeks = toPlaces(records.map(({ openingHours }) => openingHours === null ? null : toWeekText(openingHours)));
  const scaled = (degrees: number | null) => Math.round(degrees! * 100_000);
  return {
    format: CURRENT_FORMAT,
    revision: snapshot.revision,
    generated_at: toInstantText(snapshot.asOfMs),
    feed_at: snapshot.feedAtMs === null ? null : toInstantText(snapshot.feedAtMs),
    source: snapshot.source,
    attribution: ATTRIBUTION,
    license: DATA_LICENSE,
    count: records.length,
    fuels: [...FUELS],
    brands: brands.list,
    departments: departments.list,
    weeks: ["", ...weeks.list],
    id: toSteps(records.map(({ id }) => Number(id))),
    lat: toSteps(records.map(({ lat }) => scaled(lat))),
    lng: toSteps(records.map(({ lng }) => scaled(lng))),
    brand: brands.places,
    department: departments.places,
    flags: records.map(toFlags),
    hours: weeks.places.map((place) => place + 1),
    prices: FUELS.map((_, index) => toFuelColumn(stations, index + 1, { outs, asOfMs: snapshot.asOfMs })),
  };
}

function toFlags(record: StationRecord): number {
  const names = Object.keys(FLAGS) as (keyof typeof FLAGS)[];
  return names.reduce((flags, name) => record[name] ? flags | FLAGS[name] : flags, 0);
}

const toColumnsResult = (snapshot: Snapshot) => ({
  data: toCurrentColumns(snapshot),
  meta: {},
  state: snapshot.state,
});

/** All listed stations with a position, column by column. */
export const currentJson = defineOperation({
  kind: "file",
  id: "currentJson",
  tag: "Bulk",
  path: "/data/current.json",
  title: "All current prices, column by column",
  description:
    "Every listed station with a position, for maps: about 200 KB in Brotli. Entry i of each column belongs to the " +
    "same station. Prices may be older than 30 days: their age tells. Free of quota, made once per revision of the data.",
  example: "/data/current.json",
  tool: null,
  input: z.strictObject({}),
  output: currentColumnsSchema,
  fromSnapshot: toColumnsResult,
  fromDatabase: async (deps) => toColumnsResult(await requireSnapshot(deps)),
});

/** A station as a row of the table: one pair of columns per fuel, filled where its price is in force. */
type CurrentRow = Record<string, string | number | boolean | null>;

const CSV_COLUMNS: readonly string[] = [
  ...["id", "name", "brand", "address", "city", "postal_code", "department", "latitude", "longitude"],
  ...["motorway", "automate_24_7"],
  ...FUELS.flatMap((fuel) => [`${fuel}_price`, `${fuel}_updated_at`]),
];

function toFuelCells(prices: readonly PriceRecord[], asOfMs: number): CurrentRow {
  const cells: CurrentRow = {};
  for (const price of prices) {
    if (!isInForce(price, asOfMs)) continue;
    const fuel = FUELS[price.fuel - 1];
    cells[`${fuel}_price`] = toPriceText(price.priceMilli);
    cells[`${fuel}_updated_at`] = toInstantText(price.atMs);
  }
  return cells;
}

function toCurrentRows(snapshot: Snapshot): CurrentRow[] {
  return snapshot.stations.map(({ record, prices }) => ({
    id: record.id,
    name: record.name,
    brand: record.brand,
    address: record.address,
    city: record.city,
    postal_code: record.postalCode,
    department: record.department,
    latitude: record.lat,
    longitude: record.lng,
    motorway: record.motorway,
    automate_24_7: record.automate247,
    ...toFuelCells(prices, snapshot.asOfMs),
  }));
}

const toRowsResult = (snapshot: Snapshot) => ({
  data: toCurrentRows(snapshot),
  meta: {},
  state: snapshot.state,
});

/** All listed stations with their prices in force as a table. */
export const currentCsv = defineOperation({
  kind: "file",
  id: "currentCsv",
  tag: "Bulk",
  path: "/data/current.csv",
  title: "All current prices as a table",
  description:
    "One row per listed station, ordered by id, with price and time of each fuel whose price is in force: about " +
    "430 KB in Brotli. Free of quota, made once per revision of the data. ODbL 1.0.",
  example: "/data/current.csv",
  tool: null,
  input: z.strictObject({}),
  output: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
  formats: ["csv"],
  table: { columns: CSV_COLUMNS, toRows: (rows) => rows, fileName: "fuel-prices-current.csv" },
  fromSnapshot: toRowsResult,
  fromDatabase: async (deps) => toRowsResult(await requireSnapshot(deps)),
});

/** The same stations as in the file of prices. */
function toServiceColumns(snapshot: Snapshot): ServiceColumns {
  const records = snapshot.stations.filter(isLocated).map(({ record }) => record).sort((a, b) =>
    Number(a.id) - Number(b.id)
  );
  const services = rank(records.flatMap((record) => record.services));
  const place = new Map(services.map((label, index) => [label, index]));
  const keys = records.map((record) =>
    record.services.map((label) => place.get(label)!).sort((a, b) => a - b).join(",")
  );
  const combinations = rank(keys);
  const byKey = new Map(combinations.map((key, index) => [key, index]));
  return {
    services,
    combinations: combinations.map((key) => key === "" ? [] : key.split(",").map(Number)),
    id: toSteps(records.map(({ id }) => Number(id))),
    combination: keys.map((key) => byKey.get(key)!),
  };
}

const toServicesResult = (snapshot: Snapshot) => ({
  data: toServiceColumns(snapshot),
  meta: {},
  state: snapshot.state,
});

/** What the file of prices leaves out. */
export const servicesJson = defineOperation({
  kind: "file",
  id: "servicesJson",
  tag: "Bulk",
  path: "/data/services.json",
  title: "Services of all stations, column by column",
  description:
    "What current.json leaves out, for maps that filter by services. Free of quota, made once per revision of the data.",
  example: "/data/services.json",
  tool: null,
  input: z.strictObject({}),
  output: serviceColumnsSchema,
  fromSnapshot: toServicesResult,
  fromDatabase: async (deps) => toServicesResult(await requireSnapshot(deps)),
});
