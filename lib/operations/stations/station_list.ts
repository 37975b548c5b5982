/**
 * The list of stations that searches answer with: its forms, and the cost of each entry.
 *
 * @module
 */

import { z } from "zod";
import type { findNearby, FoundFilter, FoundStation } from "../../db/current/stations.ts";
import type { Queryable } from "../../db/db.ts";
import type { DataState } from "../../db/data_state.ts";
import { type costParams, fuelsParam, offsetParam } from "../../domain/params.ts";
import { findAlikeBrands, toBrandKey } from "../../domain/brand/brand.ts";
import { parseDiscounts, toCanonicalDiscounts } from "../../domain/price/discounts.ts";
import { toDistanceKm, toEntry, toInstantText } from "../../domain/station/station_record.ts";
import { fuelField, type StationEntry } from "../../domain/wire.ts";
import { toAmountText, toPriceText } from "../../shared/price/money.ts";
import { toNetMilli } from "../../shared/price/my_price.ts";
import { toRealCost, USUAL_CAR } from "../../shared/price/real_cost.ts";
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
import { unknownStationField } from "../empty_lists.ts";
import { dropFilters, toCanonicalFilters } from "../filter_rules.ts";
import { BRAND_PARAMS, FILTERS, type Filters, narrowParams } from "../filters.ts";
import { addNumbers } from "../numbers.ts";
import { type Backend, type Formats, LazyResult, type Result } from "../operation.ts";

type CostInput = Omit<z.infer<z.ZodObject<typeof costParams>>, "sort"> & {
  sort?: "price" | "cost" | "distance";
};
type ListInput = Filters & CostInput & {
  fuel: Fuel;
  fuels?: string;
  limit: number;
  offset?: number;
};

/** What only searches around a point and in a box take. */
export const listParams = {
  ...narrowParams,
  road: FILTERS.road.input,
  offset: offsetParam,
  fuels: fuelsParam,
  out_of_stock: FILTERS.out_of_stock.input,
};

/** The forms of a list of stations. */
export const LIST_FORMATS: Formats = ["json", "geojson", "csv"];

/** Columns of a station without its prices as CSV. */
export const STATION_COLUMNS = [
  ...[
    "id",
    "name",
    "brand",
    "address",
    "city",
    "postal_code",
    "department",
    "latitude",
    "longitude",
  ] as const,
  ...["motorway", "automate_24_7"] as const,
];

/** Columns of a list as CSV. */
export const ENTRY_COLUMNS: readonly (keyof StationEntry)[] = [
  ...STATION_COLUMNS,
  "fuel",
  "price",
  "updated_at",
];

const EXTRA_COLUMNS = [
  "net_price",
  "cost",
  "out_of_stock_since",
  "last_price",
  "last_price_at",
  "membersOnly",
  ...FUELS.map((fuel) => `${fuel}_price`),
];

/** More are not named: a list may have hundreds, and each is compared with all brands. */
const MAX_NAMED = 5;

/** The field of `meta`; absent where every brand of the question is known. */
export const unknownBrandField = z.array(z.object({
  brand: z.string().describe("The brand as it was read"),
  nearest: z.array(z.string()).max(3).describe("Brands that are spelled alike, the nearest first"),
})).max(MAX_NAMED).optional().describe(
  "Brands of the question that no station has: they match nothing",
);

/** The fields of a list's `meta` next to the common ones. */
export const LIST_META = {
  count: z.int().min(0).describe("Entries in data"),
  total: z.int().min(0).describe("Stations that match, before the limit"),
  fuel: fuelField,
  unknown_brand: unknownBrandField,
  unknown_station: unknownStationField,
};

/** The field of `meta` of a list with pages. */
export const NEXT_META = z.int().min(1).nullable().describe(
  "offset of the next page, null on the last one; pages of equal generated_at belong together",
);

/** The car written out and the discounts in one order; neither for a question without cost. */
function toCanonicalCost<I extends CostInput>(input: I): I {
  if ((input.litres ?? input.consumption ?? input.discounts ?? input.sort) === undefined) {
    return input;
  }
  const { litres, consumption, discounts, sort: given, ...others } = input;
  const sort = given === "price" ? undefined : given;
  if (sort !== "cost" && (litres ?? consumption ?? discounts) === undefined) {
    return (sort === undefined ? others : { ...others, sort }) as I;
  }
  return {
    ...others,
    litres: litres ?? USUAL_CAR.litres,
    consumption: consumption ?? USUAL_CAR.per100Km,
    discounts: toCanonicalDiscounts(discounts),
    sort,
  } as I;
}

/** Filters in one spelling, the caller's car and cards in one form. */
export function toCanonicalInput<I extends Filters & CostInput>(input: I): I {
  return toCanonicalFilters(toCanonicalCost(input));
}

/**
 * How many stations a search must find, those before the page included; null where all that match
 * must be compared.
 */
function limitOf({ sort, limit, offset = 0 }: ListInput): number | null {
  return sort === "cost" ? null : offset + limit;
}

/** The numbers of the fuels that a question names for `prices`, ascending; undefined without. */
function fuelsOf({ fuels }: { fuels?: string }): number[] | undefined {
  return fuels?.split(",").map((fuel) => fuelNumber(fuel as Fuel));
}

/** Returns the offset of the page behind one of `count` entries; null if that is the last one. */
export function toNextOffset(
  offset: number,
  { count, total }: { count: number; total: number },
): number | null {
  const end = offset + count;
  return count > 0 && end < total ? end : null;
}

function toListMeta(
  { fuel, offset = 0 }: ListInput,
  { count, total }: { count: number; total: number },
) {
  return { count, total, fuel, next: toNextOffset(offset, { count, total }) };
}

type Payment = { netMilli: number; costMilli: number };

/** Returns the function that computes the cost of a question; null for one without cost. */
function toPaymentOf(input: ListInput): ((found: FoundStation) => Payment) | null {
  const { litres, consumption, discounts, sort } = input;
  if (
    litres === undefined && consumption === undefined && discounts === undefined && sort !== "cost"
  ) return null;
  const car = { litres: litres ?? USUAL_CAR.litres, per100Km: consumption ?? USUAL_CAR.per100Km };
  const cards = parseDiscounts(discounts);
  return ({ station: { brand }, price: { priceMilli }, metres }) => {
    const netMilli = toNetMilli({ priceMilli, brand }, cards);
    // in whole metres, as in the answer: both readers agree on them, and a caller can compute it
    // again
    const costMilli = toRealCost({ priceMilli: netMilli, km: toDistanceKm(metres) }, car) * 1000;
    return { netMilli, costMilli };
  };
}

/** The cheapest fills first, compared in whole cents; equal ones stay in the order of prices. */
function sortByCost(
  found: readonly FoundStation[],
  paymentOf: (found: FoundStation) => Payment,
): FoundStation[] {
  return found.map((one) => ({ one, cents: Math.round(paymentOf(one).costMilli / 10) }))
    .sort((a, b) => a.cents - b.cents).map(({ one }) => one);
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

/** The entries with their `prices` in columns. */
function toRows(entries: StationEntry[]): Record<string, unknown>[] {
  return entries.map(({ prices = [], ...entry }) => (
    { ...entry, ...Object.fromEntries(prices.map(({ fuel, price }) => [`${fuel}_price`, price])) }
  ));
}

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
      ...payment &&
        { net_price: toPriceText(payment.netMilli), cost: toAmountText(payment.costMilli) },
    };
  });
  return { data, meta: toListMeta(input, { count: found.length, total }), state };
}

// By fuel, then by rank; some 400 bytes for each price of the snapshot at most, and they go with
// it.
const textsOfState = new WeakMap<DataState, string[][]>();

/**
 * The texts of entries for a fuel in a state of the data, by rank; of whole stations for a fuel of
 * 0.
 */
export function textsOf(state: DataState, fuel: number): string[] {
  return textsOfState.getOrInsertComputed(state, () => Array.from({ length: 7 }, () => []))[fuel]!;
}

function makeJson({ stations, asOfMs }: Snapshot, rank: number, fuel: number): string {
  const { record, offered } = stations[rank]!;
  return JSON.stringify(addNumbers(toEntry(record, offered[fuel]!), asOfMs));
}

/**
 * An entry as an object for code, and the JSON of the fields that it has after those of a station,
 * each with a comma before it.
 */
type EntryForms<T> = { toEntry(found: FoundStation): T; toMoreJson(metres: number): string };

/**
 * The list of a search in the snapshot. The JSON of a station is written once for all answers, its
 * object when it is read.
 */
function toHitsResult<T extends StationEntry>(
  input: ListInput,
  { snapshot, hits }: { snapshot: Snapshot; hits: Hits },
  { toEntry, toMoreJson, baseUrl }: EntryForms<T> & Pick<Backend, "baseUrl">,
): Result<T[]> {
  const { state } = snapshot;
  const { fuel, ranks, metres, total } = hits;
  const fuels = fuelsOf(input);
  if (input.out_of_stock || fuels || toPaymentOf(input)) {
    const found = input.out_of_stock ? toFoundStockOuts(snapshot, hits) : toFound(snapshot, hits);
    const pricesOf = fuels && createPricesOf(snapshot, { fuels, maxAgeDays: input.max_age_days });
    for (const [at, one] of found.entries()) one.prices = pricesOf?.(ranks[at]!);
    return toListResult(input, { found, total, state }, toEntry);
  }
  const first = input.offset ?? 0;
  const toJson = () => {
    const texts = textsOf(state, fuel);
    // added up and not joined: the engine copies the texts once, when the whole answer is sent
    let json = "";
    for (let at = first; at < ranks.length; at++) {
      const rank = ranks[at]!;
      const text = texts[rank] ??= makeJson(snapshot, rank, fuel);
      const url = baseUrl
        ? `,"url":"${baseUrl}${toStationPath(snapshot.stations[rank]!.record.id)}"`
        : "";
      const more = toMoreJson(metres[at]!) + url;
      if (at > first) json += ",";
      json += more === "" ? text : `${text.slice(0, -1)}${more}}`;
    }
    return `[${json}]`;
  };
  const count = Math.max(0, ranks.length - first);
  const toData = () => toFound(snapshot, hits).slice(first).map(toEntry);
  return new LazyResult(toListMeta(input, { count, total }), state, toJson, toData);
}

/** Brands of stations by {@link toBrandKey}. */
export type Brands = ReadonlyMap<string, readonly string[]>;

/** Entries of `unknown_brand` for brands that are not among `all`. */
export function toUnknownBrands(unknown: readonly string[], all: readonly string[]) {
  return unknown.map((brand) => ({ brand, nearest: findAlikeBrands(brand, all) }));
}

/** Adds `unknown_brand` to the `meta` of a result where the question names such brands. */
export function addUnknownBrands<R extends Result<unknown>>(
  result: R,
  { input, brands }: { input: Filters; brands: Brands },
): R {
  const given = BRAND_PARAMS.find((name) => input[name] !== undefined);
  if (given === undefined) return result;
  const unknown = input[given]!.split(",").filter((brand) => !brands.has(toBrandKey(brand))).slice(
    0,
    MAX_NAMED,
  );
  if (unknown.length === 0) return result;
  const all = [...brands.values()].flat();
  result.meta.unknown_brand = toUnknownBrands(unknown, all);
  return result;
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

/** Readers, formats and columns that searches around a point and in a box have in common. */
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
      const filter = toSnapshotFilter(input, snapshot);
      const hits = search.findInSnapshot(snapshot, {
        ...filter,
        ...search.toArea(input),
        limit: limitOf(input),
      });
      const { toMoreJson } = search;
      const result = toHitsResult(input, { snapshot, hits }, {
        toEntry: toEntryOf(baseUrl),
        toMoreJson,
        baseUrl,
      });
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
