/** What search and box have in common: filters for both readers, the list entry in each form, the frame of the answer. @module */

import { z } from "zod";
import { findBrands, type Found } from "../db/current/stations.ts";
import { toBrandKey, toCanonicalBrand } from "../domain/brand.ts";
import { isOpenAt } from "../domain/opening_hours.ts";
import type { Filters } from "../domain/params.ts";
import { type StationRecord, toEntry } from "../domain/station_record.ts";
import { fuelField, type StationEntry } from "../domain/wire.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import type { SnapshotFilter } from "../snapshot/search.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DataState } from "../db/state.ts";
import { type Deps, type Formats, LazyResult, type Result } from "./operation.ts";

type ListInput = Filters & { fuel: Fuel; limit: number };

/** What was found, how many there are before the limit, and the state it was read from. */
export type FoundList = { found: Found[]; total: number; state: DataState };

/** The forms of a list of stations. */
export const LIST_FORMATS: Formats = ["json", "geojson", "csv"];

/** Columns of a list as CSV. */
export const ENTRY_COLUMNS: readonly (keyof StationEntry)[] = [
  ...["id", "name", "brand", "address", "city", "postal_code", "department", "latitude", "longitude"] as const,
  ...["motorway", "automate_24_7", "fuel", "price", "updated_at"] as const,
];

/** `meta` of a list beside the common fields. */
export const LIST_META = {
  count: z.int().min(0).describe("Entries in data"),
  total: z.int().min(0).describe("Stations that match, before the limit"),
  fuel: fuelField,
};

/** The same filters with the brand in one spelling, known or not. */
export function toCanonicalFilters<I extends Filters>(input: I): I {
  return input.brand === undefined ? input : { ...input, brand: toCanonicalBrand(toBrandKey(input.brand)) };
}

/** Whether a station may be answered to somebody who wants to refuel at `instant`: unknown hours are kept. */
export function isMaybeOpen(station: StationRecord, instant: Date): boolean {
  return isOpenAt(station.openingHours, station.automate247, instant) !== false;
}

const NO_BRAND: ReadonlySet<string> = new Set();

/** The filters as the snapshot takes them. */
export function toSnapshotFilter(input: ListInput, options: { snapshot: Snapshot; now: Date }): SnapshotFilter {
  const brands = input.brand === undefined ? null : options.snapshot.brands.get(toBrandKey(input.brand)) ?? NO_BRAND;
  const accepts = ({ record }: { record: StationRecord }) =>
    (brands === null || (record.brand !== null && brands.has(record.brand))) &&
    (input.motorway === "include" || !record.motorway) &&
    (!input.open_now || isMaybeOpen(record, options.now));
  return { fuel: fuelNumber(input.fuel), maxAgeDays: input.max_age_days, accepts };
}

/** The filters as SQL takes them; with open_now the hours are judged by {@link keepOpen} and so is the limit. */
export async function toSqlFilter(deps: Deps, input: ListInput) {
  const key = input.brand === undefined ? null : toBrandKey(input.brand);
  const brands = key === null ? null : (await findBrands(deps.db)).filter((name) => toBrandKey(name) === key);
  return {
    fuel: fuelNumber(input.fuel),
    maxAgeDays: input.max_age_days,
    brands,
    motorway: input.motorway === "include",
    limit: input.open_now ? null : input.limit,
  };
}

/** Applies open_now and the limit to what SQL found. */
export function keepOpen(input: ListInput, list: { found: Found[]; total: number }, now: Date) {
  if (!input.open_now) return list;
  const open = list.found.filter(({ station }) => isMaybeOpen(station, now));
  return { found: open.slice(0, input.limit), total: open.length };
}

// A property and not a WeakMap, which costs a look-up for each entry. One text of some 400 bytes for
// each price of the snapshot at most; it goes with the snapshot.
const OPEN_JSON = Symbol("open JSON");

/** The JSON of a list entry without its closing brace: a thousand answers write the same station only once. */
export function toOpenEntryJson({ station, price }: { station: StationRecord; price: WithJson }): string {
  return price[OPEN_JSON] ??= JSON.stringify(toEntry(station, price)).slice(0, -1);
}

type WithJson = Found["price"] & { [OPEN_JSON]?: string };

type ListForms<T> = {
  toEntry(found: Found): T; /** The JSON of an entry without its closing brace. */
  toOpenJson(found: Found): string;
};

/** The answer of a list: its entries as objects for code, and as JSON joined from the stations' texts for the wire. */
export function toListResult<T>(
  input: ListInput,
  { found, total, state }: FoundList,
  forms: ListForms<T>,
): Result<T[]> {
  return new LazyResult({
    toData: () => found.map(forms.toEntry),
    toJson: () => found.length === 0 ? "[]" : `[${found.map(forms.toOpenJson).join("},")}}]`,
    meta: { count: found.length, total, fuel: input.fuel },
    state,
  });
}
