/** All current prices at once: what a map of the country and a spreadsheet start from. @module */

import { readCurrentState } from "../db/snapshot_rows.ts";
import type { DayHours } from "../domain/fact.ts";
import { isInForce } from "../domain/in_force.ts";
import { type PriceRecord, type StationRecord, toInstantText } from "../domain/station_record.ts";
import { FUELS } from "../shared/fuels.ts";
import { toPriceText } from "../shared/money.ts";
import { toParisDay } from "../shared/paris_time.ts";
import { buildSnapshot, type PicturedStation, type Snapshot } from "../snapshot/snapshot.ts";
import { ATTRIBUTION, DATA_LICENSE } from "./answer.ts";
import type { Deps } from "./operation.ts";
import { noDataError } from "./state.ts";

/** The picture at hand, else one read for this question. Throws SERVICE_UNAVAILABLE while no feed was ever ingested. */
export async function requirePicture(deps: Deps): Promise<Snapshot> {
  const snapshot = deps.snapshots.current();
  if (snapshot) return snapshot;
  const toDay = (asOfMs: number) => toParisDay(new Date(asOfMs));
  const read = await deps.db.transaction((tx) => readCurrentState(tx, toDay), { readOnly: true });
  if (!read) throw noDataError(deps);
  return buildSnapshot(read);
}

/** Motorway and round-the-clock, as bits of {@link CurrentColumns.flags}. */
export const FLAGS = { motorway: 1, automate247: 2 } as const;

/** Prices of one fuel, one number per station. */
export type FuelColumn = {
  /** Thousandths of a euro per litre; 0: not sold here or not known, -1: out of stock. */
  price: number[];
  /** Whole hours from the price (or from the beginning of the stock-out) to `generated_at`; 0 where there is none. */
  age: number[];
};

/** All listed stations with a position, column by column: entry i of each list belongs to the same station. */
export type CurrentColumns = {
  /** Raised when a column changes its meaning. */
  format: 1;
  revision: number;
  generated_at: string;
  feed_at: string | null;
  source: Snapshot["source"];
  attribution: string;
  license: string;
  count: number;
  fuels: readonly string[];
  brands: string[];
  departments: string[];
  /** Different weeks of opening hours, see {@link toHoursText}; the first, empty one: unknown. */
  weeks: string[];
  /** Ids as numbers, ascending, each as the step from the one before. */
  id: number[];
  /** Hundred-thousandths of a degree, each as the step from the one before. */
  lat: number[];
  lng: number[];
  /** Place in `brands`, -1: unknown. */
  brand: number[];
  /** Place in `departments`, -1: unknown. */
  department: number[];
  flags: number[];
  /** Place in `weeks`. */
  hours: number[];
  /** In the order of `fuels`. */
  prices: FuelColumn[];
};

/**
 * A week in short: per day `-` closed, `?` open at unknown hours, else `0700-1230+1400-2100`; days joined by `;` from
 * Monday on, and a day like the one before left empty. Empty: unknown.
 */
export function toHoursText(hours: readonly DayHours[] | null): string {
  if (hours === null) return "";
  const days = [1, 2, 3, 4, 5, 6, 7].map((number) => {
    const day = hours.find((one) => one.day === number);
    if (!day) return "?";
    if (day.closed) return "-";
    const slots = day.slots.map(({ open, close }) => `${open}-${close}`.replaceAll(":", ""));
    return slots.join("+") || "?";
  });
  return days.map((day, index) => index > 0 && day === days[index - 1] ? "" : day).join(";");
}

function toSteps(values: readonly number[]): number[] {
  return values.map((value, index) => index === 0 ? value : value - values[index - 1]);
}

/** Places of values in a list of the different ones, the most frequent first, so that most places are short. */
function toPlaces(values: readonly (string | null)[]): { list: string[]; places: number[] } {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  const list = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value);
  const place = new Map(list.map((value, index) => [value, index]));
  return { list, places: values.map((value) => value === null ? -1 : place.get(value)!) };
}

const HOUR_MS = 3_600_000;

function toFuelColumn(stations: readonly PicturedStation[], fuel: number, asOfMs: number): FuelColumn {
  const column: FuelColumn = { price: [], age: [] };
  for (const station of stations) {
    const offered = station.offered[fuel];
    const since = station.stockOuts.filter((stockOut) => stockOut.fuel === fuel).map(({ sinceMs }) => sinceMs);
    const isOut = !offered && since.length > 0;
    const atMs = offered ? offered.atMs : isOut ? Math.max(...since) : null;
    column.price.push(offered ? offered.priceMilli : isOut ? -1 : 0);
    column.age.push(atMs === null ? 0 : Math.max(0, Math.floor((asOfMs - atMs) / HOUR_MS)));
  }
  return column;
}

/** The columns of a picture. */
export function toCurrentColumns(snapshot: Snapshot): CurrentColumns {
  const stations = [...snapshot.located].sort((a, b) => Number(a.record.id) - Number(b.record.id));
  const records = stations.map(({ record }) => record);
  const brands = toPlaces(records.map(({ brand }) => brand));
  const departments = toPlaces(records.map(({ department }) => department));
  const weeks = toPlaces(records.map(({ openingHours }) => openingHours === null ? null : toHoursText(openingHours)));
  const scaled = (degrees: number | null) => Math.round(degrees! * 100_000);
  const flagsOf = ({ motorway, automate247 }: StationRecord) =>
    (motorway ? FLAGS.motorway : 0) + (automate247 ? FLAGS.automate247 : 0);
  return {
    format: 1,
    revision: snapshot.revision,
    generated_at: toInstantText(snapshot.asOfMs),
    feed_at: snapshot.feedAtMs === null ? null : toInstantText(snapshot.feedAtMs),
    source: snapshot.source,
    attribution: ATTRIBUTION,
    license: DATA_LICENSE,
    count: records.length,
    fuels: FUELS,
    brands: brands.list,
    departments: departments.list,
    weeks: ["", ...weeks.list],
    id: toSteps(records.map(({ id }) => Number(id))),
    lat: toSteps(records.map(({ lat }) => scaled(lat))),
    lng: toSteps(records.map(({ lng }) => scaled(lng))),
    brand: brands.places,
    department: departments.places,
    flags: records.map(flagsOf),
    hours: weeks.places.map((place) => place + 1),
    prices: FUELS.map((_, index) => toFuelColumn(stations, index + 1, snapshot.asOfMs)),
  };
}

/** A station as a row of the table: one pair of columns per fuel, filled where its price is in force. */
export type CurrentRow = Record<string, string | number | boolean | null>;

/** Columns of {@link toCurrentRows}, in order. */
export const CURRENT_COLUMNS: readonly string[] = [
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

/** All listed stations with their prices in force, in the order of ids. */
export function toCurrentRows(snapshot: Snapshot): CurrentRow[] {
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
