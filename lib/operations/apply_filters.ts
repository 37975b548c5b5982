/** Applies the filters of a search in the snapshot and in SQL. @module */

import { findBrands } from "../db/current/listed_stations.ts";
import { type Condition, type FoundFilter, type PricedStation } from "../db/current/stations.ts";
import type { DataState, StoredState } from "../db/data_state.ts";
import { toBrandKey } from "../domain/brand/brand.ts";
import type { StationRecord } from "../domain/station/station_record.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import type { SnapshotFilter } from "../snapshot/search.ts";
import type { Snapshot, SnapshotStation } from "../snapshot/snapshot.ts";
import { ENTRIES } from "./filter_rules.ts";
import { BRAND_PARAMS } from "./brand_filters.ts";
import type { Context, Filter } from "./filter.ts";
import type { FilterName, Filters } from "./filters.ts";
import { type Backend, requireState } from "./operation.ts";

type SetFilter = Pick<Filter<unknown, unknown>, "sql"> & {
  name: FilterName;
  value: unknown;
  keeps(station: StationRecord, asOf: Date): boolean;
};

const RESOLVED = ENTRIES.filter(([, { resolve }]) => resolve);

function findSet(input: Partial<Filters>, context: Context): SetFilter[] {
  const set: SetFilter[] = [];
  for (const [name, { resolve, keeps, sql }] of RESOLVED) {
    if (input[name] === undefined) continue;
    const value = resolve!(input[name], context);
    if (value === null) continue;
    // SQL takes lists.
    const sqlValue = value instanceof Set ? [...value] : value;
    set.push({
      name,
      sql,
      value: sqlValue,
      keeps: (station, asOf) => keeps!(station, value, asOf),
    });
  }
  return set;
}

/** Returns a test whether a station of the snapshot passes all filters; null without filters. */
export function toStationTest(
  input: Partial<Filters>,
  snapshot: Snapshot,
): ((station: SnapshotStation) => boolean) | null {
  const filters = findSet(input, { namesOf: (key) => snapshot.brands.get(key) ?? [] });
  const asOf = new Date(snapshot.asOfMs);
  return filters.length === 0
    ? null
    : ({ record }) => filters.every(({ keeps }) => keeps(record, asOf));
}

type FilteredInput = Filters & { fuel: Fuel };

/** Returns the filters for a search in the snapshot. */
export function toSnapshotFilter(input: FilteredInput, snapshot: Snapshot): SnapshotFilter {
  return {
    fuel: fuelNumber(input.fuel),
    maxAgeDays: input.max_age_days,
    isOutOfStock: input.out_of_stock,
    accepts: toStationTest(input, snapshot),
  };
}

/**
 * Returns the filters that SQL can test as `conditions` and the others as `left`. `brands` groups
 * the brands of all stations by {@link toBrandKey}; it is empty unless the request names a brand.
 */
export async function readFilters(backend: Backend, input: Partial<Filters>) {
  const isByBrand = BRAND_PARAMS.some((name) => input[name] !== undefined);
  const brands = Map.groupBy(isByBrand ? await findBrands(backend.db) : [], toBrandKey);
  const filters = findSet(input, { namesOf: (key) => brands.get(key) ?? [] });
  const conditions = filters.filter((filter): filter is SetFilter & Condition =>
    filter.sql !== undefined
  );
  return { brands, conditions, left: filters.filter(({ sql }) => sql === undefined) };
}

/** Stations found by SQL; `total` counts them before the limit. */
type FilteredStations<T> = { found: T[]; total: number; state: StoredState };

/**
 * Finds the first `limit` stations by SQL (all if null), and applies the filters that SQL cannot
 * test to the rows. `brands` groups the brands of all stations by {@link toBrandKey}; it is empty
 * unless the request names a brand.
 */
export async function findFiltered<T extends PricedStation>(
  { backend, input, limit }: { backend: Backend; input: FilteredInput; limit: number | null },
  find: (filter: FoundFilter) => Promise<FilteredStations<T>>,
): Promise<
  FilteredStations<T> & { state: DataState; brands: ReadonlyMap<string, readonly string[]> }
> {
  const { brands, conditions, left } = await readFilters(backend, input);
  const isLeft = left.length > 0;
  const read = await find({
    fuel: fuelNumber(input.fuel),
    maxAgeDays: input.max_age_days,
    isOutOfStock: input.out_of_stock,
    conditions,
    limit: isLeft ? null : limit,
  });
  const state = requireState(read.state, backend);
  if (!isLeft) return { ...read, state, brands };
  const asOf = new Date(state.asOfMs);
  const kept = read.found.filter(({ station }) => left.every(({ keeps }) => keeps(station, asOf)));
  return { found: kept.slice(0, limit ?? kept.length), total: kept.length, state, brands };
}
