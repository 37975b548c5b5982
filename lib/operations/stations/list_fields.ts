/** The parameters, formats, columns and `meta` fields of lists of stations. @module */

import { z } from "zod";
import { findAlikeBrands, toBrandKey } from "../../domain/brand/brand.ts";
import { fuelsParam, offsetParam } from "../../domain/params.ts";
import { fuelField, type StationEntry } from "../../domain/wire.ts";
import { FUELS } from "../../shared/fuels.ts";
import { BRAND_PARAMS } from "../brand_filters.ts";
import { unknownStationField } from "../empty_lists.ts";
import { FILTERS, type Filters, narrowParams } from "../filters.ts";
import type { Formats, Result } from "../operation.ts";

/** Parameters that only searches around a point and in a box take. */
export const listParams = {
  ...narrowParams,
  road: FILTERS.road.input,
  offset: offsetParam,
  fuels: fuelsParam,
  out_of_stock: FILTERS.out_of_stock.input,
};

/** The formats of a list of stations. */
export const LIST_FORMATS: Formats = ["json", "geojson", "csv"];

/** CSV columns of a station without its prices. */
export const STATION_COLUMNS = [
  "id",
  "name",
  "brand",
  "address",
  "city",
  "postal_code",
  "department",
  "latitude",
  "longitude",
  "motorway",
  "automate_24_7",
] as const;

/** CSV columns of a list. */
export const ENTRY_COLUMNS: readonly (keyof StationEntry)[] = [
  ...STATION_COLUMNS,
  "fuel",
  "price",
  "updated_at",
];

/** CSV columns of a list that are present if an entry has them. */
export const EXTRA_COLUMNS: readonly string[] = [
  "net_price",
  "cost",
  "out_of_stock_since",
  "last_price",
  "last_price_at",
  "membersOnly",
  ...FUELS.map((fuel) => `${fuel}_price`),
];

/** Names at most this many: a list may have hundreds, and each is compared with all brands. */
const MAX_NAMED = 5;

/** The `meta` field with the unknown brands of a request; absent if all are known. */
export const unknownBrandField = z.array(z.object({
  brand: z.string().describe("The brand as received"),
  nearest: z.array(z.string()).max(3).describe("Brands with a similar spelling, nearest first"),
})).max(MAX_NAMED).optional().describe(
  "Requested brands that no station has; they match nothing",
);

/** The fields of a list's `meta` next to the common ones. */
export const LIST_META = {
  count: z.int().min(0).describe("Number of entries in data"),
  total: z.int().min(0).describe("Number of matching stations, before the limit"),
  fuel: fuelField,
  unknown_brand: unknownBrandField,
  unknown_station: unknownStationField,
};

/** The field of `meta` of a list with pages. */
export const NEXT_META = z.int().min(1).nullable().describe(
  "Offset of the next page; null on the last page. Pages with the same generated_at belong " +
    "together",
);

/** Returns the offset of the page after one of `count` entries; null if that is the last one. */
export function toNextOffset(
  offset: number,
  { count, total }: { count: number; total: number },
): number | null {
  const end = offset + count;
  return count > 0 && end < total ? end : null;
}

/** Brands of stations by {@link toBrandKey}. */
export type Brands = ReadonlyMap<string, readonly string[]>;

/** Returns the entries of `unknown_brand` for brands that are not among `all`. */
export function toUnknownBrands(unknown: readonly string[], all: readonly string[]) {
  return unknown.map((brand) => ({ brand, nearest: findAlikeBrands(brand, all) }));
}

/** Adds `unknown_brand` to the `meta` of a result if the request names unknown brands. */
export function addUnknownBrands<R extends Result<unknown>>(
  result: R,
  { input, brands }: { input: Filters; brands: Brands },
): R {
  const given = BRAND_PARAMS.find((name) => input[name] !== undefined);
  if (given === undefined) return result;
  const unknown = input[given]!.split(",").filter((brand) => !brands.has(toBrandKey(brand)));
  if (unknown.length === 0) return result;
  const all = [...brands.values()].flat();
  result.meta.unknown_brand = toUnknownBrands(unknown.slice(0, MAX_NAMED), all);
  return result;
}
