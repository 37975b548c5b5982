/** Reads the lists of stations that searches around a point and in a box return. @module */

import type { findNearby, FoundFilter, FoundStation } from "../../db/current/stations.ts";
import type { Queryable } from "../../db/db.ts";
import type { DataState } from "../../db/data_state.ts";
import { toEntry, toInstantText } from "../../domain/station/station_record.ts";
import type { StationEntry } from "../../domain/wire.ts";
import { toAmountText, toPriceText } from "../../shared/price/money.ts";
import { toStationPath } from "../../site/paths.ts";
import { type Fuel, fuelNumber, fuelOfNumber, FUELS } from "../../shared/fuels.ts";
import {
  createPricesOf,
  type Hits,
  type SnapshotFilter,
  toFound,
  toFoundStockOuts,
} from "../../snapshot/search.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { findFiltered, toSnapshotFilter } from "../apply_filters.ts";
import { dropFilters } from "../filter_rules.ts";
import type { Filters } from "../filters.ts";
import { addNumbers } from "../numbers.ts";
import { type Backend, LazyResult, type Result } from "../operation.ts";
import { type CostInput, sortByCost, toCanonicalInput, toPaymentOf } from "./list_cost.ts";
import {
  addUnknownBrands,
  ENTRY_COLUMNS,
  EXTRA_COLUMNS,
  LIST_FORMATS,
  LIST_META,
  NEXT_META,
  toNextOffset,
} from "./list_fields.ts";

type ListInput = Filters & CostInput & {
  fuel: Fuel;
  fuels?: string;
  limit: number;
  offset?: number;
};

/**
 * Returns how many stations a search must find, including those before the page; null if all
 * matching stations must be compared.
 */
function limitOf({ sort, limit, offset = 0 }: ListInput): number | null {
  return sort === "cost" ? null : offset + limit;
}

/** Returns the numbers of the fuels in the parameter `fuels`, ascending; undefined without it. */
function fuelsOf({ fuels }: { fuels?: string }): number[] | undefined {
  return fuels?.split(",").map((fuel) => fuelNumber(fuel as Fuel));
}

function toListMeta(
  { fuel, offset = 0 }: ListInput,
  { count, total }: { count: number; total: number },
) {
  return { count, total, fuel, next: toNextOffset(offset, { count, total }) };
}

function toStockOutFields({ price, lastPrice = null }: FoundStation) {
  return {
    out_of_stock_since: toInstantText(price.atMs),
    last_price: lastPrice && toPriceText(lastPrice.priceMilli),
    last_price_at: lastPrice && toInstantText(lastPrice.atMs),
  };
}

function toWirePrice({ fuel, priceMilli, atMs }: FoundStation["price"]) {
  return {
    fuel: fuelOfNumber(fuel),
    price: toPriceText(priceMilli),
    updated_at: toInstantText(atMs),
  };
}

/** Returns the entries with their `prices` in columns. */
function toRows(entries: StationEntry[]): Record<string, unknown>[] {
  return entries.map(({ prices = [], ...entry }) => {
    const columns = prices.map(({ fuel, price }) => [`${fuel}_price`, price]);
    return { ...entry, ...Object.fromEntries(columns) };
  });
}

/** Returns the requested page of the found stations. */
function toListResult<T extends StationEntry>(
  input: ListInput,
  { found: all, total, state }: { found: FoundStation[]; total: number; state: DataState },
  toEntry: (found: FoundStation) => T,
): Result<T[]> {
  const paymentOf = toPaymentOf(input);
  const { offset = 0, limit } = input;
  const sorted = paymentOf && input.sort === "cost" ? sortByCost(all, paymentOf) : all;
  const found = sorted.slice(offset, offset + limit);
  const data = found.map((one) => {
    const payment = paymentOf?.(one);
    return {
      ...toEntry(one),
      ...input.out_of_stock && toStockOutFields(one),
      ...one.prices && { prices: one.prices.map(toWirePrice) },
      ...payment && {
        net_price: toPriceText(payment.netMilli),
        cost: toAmountText(payment.costMilli),
      },
    };
  });
  return { data, meta: toListMeta(input, { count: found.length, total }), state };
}

// By fuel, then by rank: at most some 400 bytes per price of the snapshot. They go with it.
const jsonsOfState = new WeakMap<DataState, string[][]>();

/**
 * Returns the cached JSON of entries for a fuel in a state of the data, by rank. Fuel 0 holds whole
 * stations.
 */
export function jsonsOf(state: DataState, fuel: number): string[] {
  return jsonsOfState.getOrInsertComputed(state, () => Array.from({ length: 7 }, () => []))[fuel]!;
}

function makeJson({ stations, asOfMs }: Snapshot, rank: number, fuel: number): string {
  const { record, offered } = stations[rank]!;
  return JSON.stringify(addNumbers(toEntry(record, offered[fuel]!), asOfMs));
}

/**
 * An entry as an object for code, and the JSON of the fields that it has in addition to those of a
 * station, each with a leading comma.
 */
type EntryForms<T> = { toEntry(found: FoundStation): T; toMoreJson(metres: number): string };

/** The stations that a search found in a snapshot. */
type Found = { snapshot: Snapshot; hits: Hits };

/** Returns the JSON of the found stations from `first` on, reusing that of earlier responses. */
function toHitsJson(
  { snapshot, hits: { fuel, ranks, metres } }: Found,
  first: number,
  { toMoreJson, baseUrl }: Pick<EntryForms<unknown>, "toMoreJson"> & Pick<Backend, "baseUrl">,
): string {
  const jsons = jsonsOf(snapshot.state, fuel);
  // Concatenated, not joined: the engine copies the texts once, when the response is sent.
  let json = "";
  for (let at = first; at < ranks.length; at++) {
    const rank = ranks[at]!;
    const entry = jsons[rank] ??= makeJson(snapshot, rank, fuel);
    const url = baseUrl
      ? `,"url":"${baseUrl}${toStationPath(snapshot.stations[rank]!.record.id)}"`
      : "";
    const more = toMoreJson(metres[at]!) + url;
    if (at > first) json += ",";
    json += more === "" ? entry : `${entry.slice(0, -1)}${more}}`;
  }
  return `[${json}]`;
}

/** Returns the list of a search in the snapshot. Its objects are built only when they are read. */
function toHitsResult<T extends StationEntry>(
  input: ListInput,
  { snapshot, hits }: Found,
  forms: EntryForms<T> & Pick<Backend, "baseUrl">,
): Result<T[]> {
  const { state } = snapshot;
  const { ranks, total } = hits;
  const fuels = fuelsOf(input);
  if (input.out_of_stock || fuels || toPaymentOf(input)) {
    const found = input.out_of_stock ? toFoundStockOuts(snapshot, hits) : toFound(snapshot, hits);
    const pricesOf = fuels && createPricesOf(snapshot, { fuels, maxAgeDays: input.max_age_days });
    for (const [at, one] of found.entries()) one.prices = pricesOf?.(ranks[at]!);
    return toListResult(input, { found, total, state }, forms.toEntry);
  }
  const first = input.offset ?? 0;
  const meta = toListMeta(input, { count: Math.max(0, ranks.length - first), total });
  const toJson = () => toHitsJson({ snapshot, hits }, first, forms);
  const toData = () => toFound(snapshot, hits).slice(first).map(forms.toEntry);
  return new LazyResult(meta, state, toJson, toData);
}

/**
 * How a search finds the stations of an area `A` in the snapshot and by SQL, and what it adds to
 * each entry.
 */
type ListSearch<I, A, T> = EntryForms<T> & {
  extraColumns: readonly string[];
  toArea(input: I): A;
  findInSnapshot(snapshot: Snapshot, options: SnapshotFilter & A & { limit: number | null }): Hits;
  find(db: Queryable, options: FoundFilter & A): ReturnType<typeof findNearby>;
};

/** Returns the readers, formats and columns of a search around a point or in a box. */
export function toListReaders<I extends ListInput, A, T extends StationEntry>(
  search: ListSearch<I, A, T>,
) {
  const toEntryOf = (baseUrl: Backend["baseUrl"]) => (found: FoundStation): T => {
    const entry = search.toEntry(found);
    return baseUrl ? { ...entry, url: baseUrl + toStationPath(found.station.id) } : entry;
  };
  return {
    canonical(input: I): I {
      const { offset, fuels } = input;
      const canonical = toCanonicalInput(input);
      if (offset === undefined && fuels === undefined) return canonical;
      const listed = fuels && FUELS.filter((fuel) => fuels.split(",").includes(fuel)).join();
      return { ...canonical, offset: offset || undefined, fuels: listed };
    },
    toUnfiltered: (input: I): I => dropFilters(input),
    meta: { ...LIST_META, next: NEXT_META },
    formats: LIST_FORMATS,
    table: {
      columns: [...ENTRY_COLUMNS, ...search.extraColumns],
      extraColumns: EXTRA_COLUMNS,
      toRows: (entries: T[]) => toRows(entries),
    },
    fromSnapshot(snapshot: Snapshot, input: I, { baseUrl }: Backend) {
      const hits = search.findInSnapshot(snapshot, {
        ...toSnapshotFilter(input, snapshot),
        ...search.toArea(input),
        limit: limitOf(input),
      });
      const { toMoreJson } = search;
      const forms = { toEntry: toEntryOf(baseUrl), toMoreJson, baseUrl };
      const result = toHitsResult(input, { snapshot, hits }, forms);
      return addUnknownBrands(result, { input, brands: snapshot.brands });
    },
    async fromDatabase(backend: Backend, input: I) {
      const fuels = fuelsOf(input);
      const find = (filter: FoundFilter) =>
        search.find(backend.db, { ...filter, ...search.toArea(input), fuels });
      const list = await findFiltered({ backend, input, limit: limitOf(input) }, find);
      const result = toListResult(input, list, toEntryOf(backend.baseUrl));
      return addUnknownBrands(result, { input, brands: list.brands });
    },
  };
}
