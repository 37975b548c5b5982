/** What search and box have in common: the optional filters, for both paths to an answer, and its frame. @module */

import { findBrands, type Found } from "../db/search.ts";
import { toBrandKey, toCanonicalBrand } from "../domain/brand.ts";
import type { Filters } from "../domain/params.ts";
import { isOpenAt } from "../domain/opening_hours.ts";
import type { StationRecord } from "../domain/station_record.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import type { PictureFilter } from "../snapshot/search.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import type { DataState, Deps, Result } from "./operation.ts";

type Asked = Filters & { fuel: Fuel; limit: number };

/** What was found, how many there are before the limit, and the state it was read from. */
export type FoundAnswer = { found: Found[]; total: number; state: DataState };

/** Whether a station may be answered to somebody who wants to fuel at `instant`: unknown hours are kept. */
function isMaybeOpen(station: StationRecord, instant: Date): boolean {
  return isOpenAt(station.openingHours, station.automate247, instant) !== false;
}

/** The same filters with the brand in one spelling, known or not. */
export function toCanonicalFilters<I extends Filters>(asked: I): I {
  return asked.brand === undefined ? asked : { ...asked, brand: toCanonicalBrand(toBrandKey(asked.brand)) };
}

const NO_BRAND: ReadonlySet<string> = new Set();

/** The filters as the picture takes them. */
export function toPictureFilter(asked: Asked, options: { snapshot: Snapshot; now: Date }): PictureFilter {
  const brands = asked.brand === undefined ? null : options.snapshot.brands.get(toBrandKey(asked.brand)) ?? NO_BRAND;
  const accepts = ({ record }: { record: StationRecord }) =>
    (brands === null || (record.brand !== null && brands.has(record.brand))) &&
    (asked.motorway === "include" || !record.motorway) &&
    (!asked.open_now || isMaybeOpen(record, options.now));
  return { fuel: fuelNumber(asked.fuel), maxAgeDays: asked.max_age_days, accepts };
}

/** The filters as SQL takes them; with open_now the hours are judged by {@link keepOpen} and so is the limit. */
export async function toSqlFilter(deps: Deps, asked: Asked) {
  const key = asked.brand === undefined ? null : toBrandKey(asked.brand);
  const brands = key === null ? null : (await findBrands(deps.db)).filter((name) => toBrandKey(name) === key);
  return {
    fuel: fuelNumber(asked.fuel),
    maxAgeDays: asked.max_age_days,
    brands,
    motorway: asked.motorway === "include",
    limit: asked.open_now ? null : asked.limit,
  };
}

/** The result of a list: `data` is what was found, in the form that the caller needs. */
export function toListResult<T>(asked: Asked, list: FoundAnswer, data: T): Result<T> {
  const { found, total, state } = list;
  return { data, meta: { count: found.length, total, fuel: asked.fuel }, state };
}

/** Applies open_now and the limit to what SQL found. */
export function keepOpen(asked: Asked, list: { found: Found[]; total: number }, now: Date) {
  if (!asked.open_now) return list;
  const open = list.found.filter(({ station }) => isMaybeOpen(station, now));
  return { found: open.slice(0, asked.limit), total: open.length };
}
