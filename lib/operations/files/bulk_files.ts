/**
 * The bulk files `/data/current.json`, `.csv`, `.geojson` and `/data/services.json`: all stations
 * at once, for maps and spreadsheets.
 *
 * @module
 */

import { z } from "zod";
import { readCurrentState } from "../../db/current/snapshot_rows.ts";
import {
  CURRENT_FORMAT,
  type CurrentColumns,
  currentColumnsSchema,
  type FuelColumn,
  type ServiceColumns,
  serviceColumnsSchema,
} from "../../domain/bulk_files.ts";
import { isInForce } from "../../domain/price/in_force.ts";
import {
  openStockOuts,
  type PriceRecord,
  toInstantText,
  toListedFields,
} from "../../domain/station/station_record.ts";
import { FLAGS } from "../../site/explorer/filters.ts";
import { FUEL_LABELS, FUELS } from "../../shared/fuels.ts";
import { toPriceText } from "../../shared/price/money.ts";
import { isOutForNow, NO_PRICE } from "../../shared/price/unranked.ts";
import { toWeekText } from "../../shared/time/week_writer.ts";
import { HOUR_MS } from "../../shared/units.ts";
import {
  buildSnapshot,
  isLocated,
  type Snapshot,
  type SnapshotStation,
} from "../../snapshot/snapshot.ts";
import { toServiceCode } from "../../words/services.ts";
import { ATTRIBUTION, DATA_LICENSE } from "../../domain/license.ts";
import {
  type Backend,
  defineOperation,
  type Formats,
  noDataError,
  type Operation,
} from "../operation.ts";
import { STATION_COLUMNS } from "../stations/list_fields.ts";

/**
 * Returns the current snapshot, or reads one for this request. Throws SERVICE_UNAVAILABLE before
 * the first ingest.
 */
export async function requireSnapshot(backend: Backend): Promise<Snapshot> {
  const snapshot = backend.snapshots.current();
  if (snapshot) return snapshot;
  const read = await backend.db.transaction(readCurrentState, { readOnly: true });
  if (!read) throw noDataError(backend);
  return buildSnapshot(read);
}

/**
 * Defines a file of all stations: without an envelope, free of quota, built once per state of the
 * data.
 */
export function defineFile<O>(
  { toData, ...file }: Pick<Operation, "id" | "path" | "title" | "description"> & {
    output: z.ZodType<O>;
    toData(snapshot: Snapshot): O;
    formats?: Formats;
    table?: Operation<object, O>["table"];
  },
) {
  const toResult = (snapshot: Snapshot) => ({
    data: toData(snapshot),
    meta: {},
    state: snapshot.state,
  });
  return defineOperation({
    ...file,
    kind: "file",
    tag: "Bulk",
    example: file.path,
    input: z.strictObject({}),
    fromSnapshot: toResult,
    fromDatabase: async (backend) => toResult(await requireSnapshot(backend)),
  });
}

/** Returns the stations with a position, ordered by ID as a number. */
export function findLocated({ stations }: Snapshot): SnapshotStation[] {
  return stations.filter(isLocated).sort((a, b) => Number(a.record.id) - Number(b.record.id));
}

/**
 * Returns the first value, then the differences to the previous value, which are shorter to write.
 */
function toSteps(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

/**
 * Returns the distinct values, the most frequent first (ties by text), so that most indexes are
 * short.
 */
function rank(values: readonly string[]): string[] {
  return [...Map.groupBy(values, (value) => value)]
    .sort((a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
}

/** Returns the distinct values and, for each value, its index in that list; -1 for null. */
function toPlaces(values: readonly (string | null)[]): { list: string[]; places: number[] } {
  const list = rank(values.filter((value) => value !== null));
  const place = new Map(list.map((value, index) => [value, index]));
  return { list, places: values.map((value) => value === null ? -1 : place.get(value)!) };
}

function toFuelCell(
  { offered: prices, stockOuts, prices: records }: SnapshotStation,
  fuel: number,
  asOfMs: number,
) {
  const offered = prices[fuel];
  if (offered) return { price: offered.priceMilli, atMs: offered.atMs };
  const open = openStockOuts(stockOuts, records).find((stockOut) => stockOut.fuel === fuel);
  if (!open) return { price: NO_PRICE.unknown, atMs: asOfMs };
  const isForNow = isOutForNow({ kind: open.kind, since: toInstantText(open.sinceMs) }, asOfMs);
  return { price: NO_PRICE[isForNow ? "out" : "unsold"], atMs: open.sinceMs };
}

function toFuelColumn(
  stations: readonly SnapshotStation[],
  fuel: number,
  asOfMs: number,
): FuelColumn {
  const cells = stations.map((station) => toFuelCell(station, fuel, asOfMs));
  return {
    price: cells.map(({ price }) => price),
    age: cells.map(({ atMs }) => Math.max(0, Math.floor((asOfMs - atMs) / HOUR_MS))),
  };
}

function toCurrentColumns(snapshot: Snapshot): CurrentColumns {
  const stations = findLocated(snapshot);
  const records = stations.map(({ record }) => record);
  const brands = toPlaces(records.map(({ brand }) => brand));
  const departments = toPlaces(records.map(({ department }) => department));
  const weeks = toPlaces(
    records.map(({ openingHours }) => openingHours === null ? null : toWeekText(openingHours)),
  );
  const flags = Object.keys(FLAGS) as (keyof typeof FLAGS)[];
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
    fuel_labels: FUELS.map((fuel) => FUEL_LABELS[fuel]),
    brands: brands.list,
    departments: departments.list,
    weeks: ["", ...weeks.list],
    id: toSteps(records.map(({ id }) => Number(id))),
    lat: toSteps(records.map(({ lat }) => scaled(lat))),
    lng: toSteps(records.map(({ lng }) => scaled(lng))),
    brand: brands.places,
    department: departments.places,
    flags: records.map((record) =>
      flags.reduce((sum, name) => record[name] ? sum | FLAGS[name] : sum, 0)
    ),
    hours: weeks.places.map((place) => place + 1),
    prices: FUELS.map((_, index) => toFuelColumn(stations, index + 1, snapshot.asOfMs)),
  };
}

/** All listed stations with a position, column by column. */
export const currentJson = defineFile({
  id: "currentJson",
  path: "/data/current.json",
  title: "All current prices, column by column",
  description:
    "Every listed station with a position, for maps; about 200 KB with Brotli. Entry i of each " +
    "column belongs to the same station. Prices may be older than 30 days: check their age. Free " +
    "of quota, built once per revision of the data.",
  output: currentColumnsSchema,
  toData: toCurrentColumns,
});

/** Stations as rows, with one pair of columns per fuel, filled if its price is in force. */
const rowsSchema = z.array(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
);
type CurrentRow = z.infer<typeof rowsSchema>[number];

const CSV_COLUMNS: readonly string[] = [
  ...STATION_COLUMNS,
  ...FUELS.flatMap((fuel) => [`${fuel}_price`, `${fuel}_updated_at`]),
  "membersOnly",
];

function toFuelCells(prices: readonly PriceRecord[], asOfMs: number): CurrentRow {
  const inForce = prices.filter((price) => isInForce(price, asOfMs));
  return Object.fromEntries(inForce.flatMap(({ fuel, priceMilli, atMs }) => [
    [`${FUELS[fuel - 1]}_price`, toPriceText(priceMilli)],
    [`${FUELS[fuel - 1]}_updated_at`, toInstantText(atMs)],
  ]));
}

const toRow = ({ record, prices }: SnapshotStation, asOfMs: number): CurrentRow => ({
  ...toListedFields(record),
  ...toFuelCells(prices, asOfMs),
});

/** All listed stations with their prices in force as a table. */
export const currentCsv = defineFile({
  id: "currentCsv",
  path: "/data/current.csv",
  title: "All current prices as a table",
  description:
    "One row per listed station, ordered by ID, with price and time of each fuel whose price is " +
    "in force; about 430 KB with Brotli. Free of quota, built once per revision of the data. " +
    "ODbL 1.0.",
  output: rowsSchema,
  formats: ["csv"],
  table: { columns: CSV_COLUMNS, toRows: (rows) => rows, fileName: "fuel-prices-current.csv" },
  toData: ({ stations, asOfMs }): CurrentRow[] => stations.map((station) => toRow(station, asOfMs)),
});

/** The listed stations with a position and their prices in force as points. */
export const currentGeojson = defineFile({
  id: "currentGeojson",
  path: "/data/current.geojson",
  title: "All current prices as points",
  description:
    "The listed stations with a position, ordered by ID as a number, with price and time of each " +
    "fuel whose price is in force. Each price is also given as a number, such as " +
    "gazole_price_eur. Free of quota, built once per revision of the data.",
  output: rowsSchema,
  formats: ["geojson"],
  toData: (snapshot) => findLocated(snapshot).map((station) => toRow(station, snapshot.asOfMs)),
});

function toServiceColumns(snapshot: Snapshot): ServiceColumns {
  const records = findLocated(snapshot).map(({ record }) => record);
  const services = rank(records.flatMap((record) => record.services));
  const place = new Map(services.map((label, index) => [label, index]));
  const keys = records.map((record) =>
    record.services.map((label) => place.get(label)!).sort((a, b) => a - b).join(",")
  );
  const combinations = toPlaces(keys);
  return {
    services,
    service_codes: services.map(toServiceCode),
    combinations: combinations.list.map((key) => key === "" ? [] : key.split(",").map(Number)),
    id: toSteps(records.map(({ id }) => Number(id))),
    combination: combinations.places,
  };
}

/** The services, which the price files leave out. */
export const servicesJson = defineFile({
  id: "servicesJson",
  path: "/data/services.json",
  title: "Services of all stations, column by column",
  description:
    "The services of the stations in current.json, for maps that filter by them. Free of quota, " +
    "built once per revision of the data.",
  output: serviceColumnsSchema,
  toData: toServiceColumns,
});
