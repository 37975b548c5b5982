/**
 * All stations of the country in typed columns from one download, and the filters over them.
 *
 * @module
 */

import type { CurrentColumns } from "../domain/bulk_files.ts";
import { FLAGS, toFlagBits } from "../site/explorer/filters.ts";
import { IN_FORCE_DAYS } from "../words/format.ts";
import { mapUnranked, NO_PRICE } from "../shared/price/unranked.ts";
import { isWeekOpen, toWeekMoment } from "../shared/time/week_text.ts";
import type { Fuel } from "../shared/fuels.ts";
import type { Lang } from "../words/lang.ts";
import type { Paid } from "../shared/price/my_price.ts";
import type { CommonWords } from "../words/mod.ts";
import { toKm } from "../places/point.ts";
import type { View } from "../site/explorer/url_state.ts";
import type { Point } from "../places/point.ts";

/**
 * One fuel: prices in thousandths of a euro (or the reason for a missing one, see {@link
 * NO_PRICE}), and their ages in whole hours.
 */
export type FuelColumn = {
  price: Int16Array;
  ageH: ArrayLike<number>;
  /**
   * The visitor's own prices, which `price` then compares: the fuel that they would buy at each
   * station, and its price.
   */
  own?: {
    fuels: readonly Fuel[];
    /** The position of each station's fuel in `fuels`. */
    which: Uint8Array;
    /** The net prices of each fuel. */
    columns: readonly FuelColumn[];
    paidAt(index: number): Paid;
    textAt(index: number, words: CommonWords, lang: Lang): string;
  };
};

/** Entry i of each column belongs to the same station. */
export type Stations = ReturnType<typeof toStations>;

/**
 * Returns the value of a column for a station. It always exists, since all columns of a file have
 * the same length.
 */
export function valueOf(column: ArrayLike<number>, index: number): number {
  return column[index]!;
}

/** Returns the name of a station's brand, or null if it is unknown. */
export function brandOf({ brands, brand }: Stations, index: number): string | null {
  return brands[valueOf(brand, index)] ?? null;
}

const FORMAT: CurrentColumns["format"] = 1;

function sums(steps: readonly number[], divisor: number): Float64Array {
  let sum = 0;
  // Typed arrays map faster than they are made from a list with a function.
  return Float64Array.from(steps).map((step) => (sum += step) / divisor);
}

/** Converts the file to columns. Throws a RangeError for an unknown layout. */
export function toStations(file: CurrentColumns) {
  if (file.format !== FORMAT) {
    throw new RangeError(`Unknown layout ${file.format} of the bulk file`);
  }
  const id = Int32Array.from(sums(file.id, 1));
  const lat = sums(file.lat, 100_000);
  const lng = sums(file.lng, 100_000);
  return {
    count: file.count,
    asOfMs: Date.parse(file.generated_at),
    brands: file.brands,
    weeks: file.weeks,
    id,
    lat,
    lng,
    brand: Int16Array.from(file.brand),
    /** Department codes, and the position of each station's department in them; -1 if unknown. */
    departments: file.departments,
    department: Int16Array.from(file.department),
    flags: Uint8Array.from(file.flags),
    hours: Int16Array.from(file.hours),
    fuels: new Map(file.fuels.map((fuel, index): [string, FuelColumn] => {
      const { price = [], age = [] } = file.prices[index] ?? {};
      return [fuel, { price: Int16Array.from(price), ageH: Int32Array.from(age) }];
    })),
    indexOf: new Map(Array.from(id, (number, index) => [String(number), index])),
  };
}

/** Indexes of the stations that match a view's filters. */
export type Matching = ReturnType<typeof findMatching>;

/** Older prices do not count. */
export const MAX_AGE_H = IN_FORCE_DAYS * 24;

/** Stations with all the wanted services, or null while the filter is off. */
export type Served = ReadonlySet<number> | null;

type Options = { nowMs: number; served: Served; column: FuelColumn };

/** The filters of a view, except services. */
type Filters = Pick<View, "brands" | "brandsOut" | "motorway" | "openNow" | "h24">;

function toTest(
  stations: Stations,
  view: Filters,
  { nowMs, served }: Options,
): (index: number) => boolean {
  const named = new Set(view.brands.map((brand) => brand.toLowerCase()));
  const isNamed = stations.brands.map((brand) => named.has(brand.toLowerCase()));
  const moment = toWeekMoment(nowMs);
  const open = view.openNow
    ? stations.weeks.map((week) => isWeekOpen(week, moment) !== false)
    : null;
  const { required, refused } = toFlagBits(view);
  return (index) => {
    const flags = valueOf(stations.flags, index);
    if ((flags & required) !== required || flags & refused) return false;
    if (named.size > 0 && (isNamed[valueOf(stations.brand, index)] ?? false) === view.brandsOut) {
      return false;
    }
    if (open && !(flags & FLAGS.automate247) && !open[valueOf(stations.hours, index)]) return false;
    return served === null || served.has(index);
  };
}

/**
 * Returns the stations that match a view's filters: ranked ones cheapest first, ties by index,
 * which is the order of IDs.
 */
export function findMatching(stations: Stations, view: Filters, options: Options) {
  const { column } = options;
  const test = toTest(stations, view, options);
  const ranked: number[] = [];
  const unranked = { out: [] as number[], old: [] as number[], unsold: [] as number[] };
  for (let index = 0; index < stations.count; index++) {
    const price = valueOf(column.price, index);
    if (price === NO_PRICE.unknown || !test(index)) continue;
    const isOld = price > 0 && valueOf(column.ageH, index) >= MAX_AGE_H;
    const { out, old, unsold } = unranked;
    if (price === NO_PRICE.unsold) unsold.push(index);
    else if (price === NO_PRICE.out) out.push(index);
    else if (isOld) old.push(index);
    else ranked.push(index);
  }
  ranked.sort((a, b) => valueOf(column.price, a) - valueOf(column.price, b) || a - b);
  return {
    ranked: Int32Array.from(ranked),
    unranked: mapUnranked(unranked, (some) => Int32Array.from(some)),
    column,
  };
}

/** Returns the kilometres from a point to each station. */
export function toKms({ lat, lng }: Stations, from: Point): Float64Array {
  return lat.map((degrees, index) => toKm(from, { lat: degrees, lng: valueOf(lng, index) }));
}

/** Returns whether a station has a price that counts. */
export function counts({ price, ageH }: FuelColumn, index: number): boolean {
  return valueOf(price, index) > 0 && valueOf(ageH, index) < MAX_AGE_H;
}

/** Returns the prices of a fuel that count within a radius, ignoring filters. */
export function findPrices(column: FuelColumn, kms: Float64Array, radiusKm: number): Int16Array {
  return column.price.filter((_, index) =>
    counts(column, index) && valueOf(kms, index) <= radiusKm
  );
}

/** Returns the given stations that are in some departments, in their order. */
export function findIn(
  { departments, department }: Stations,
  some: Int32Array,
  codes: readonly string[],
): Int32Array {
  const wanted = codes.map((code) => departments.indexOf(code));
  return some.filter((index) =>
    valueOf(department, index) >= 0 && wanted.includes(valueOf(department, index))
  );
}

/** A box in degrees. */
export type Box = { north: number; south: number; east: number; west: number };

/** Returns the given stations that are in a box, in their order. */
export function within(
  stations: Stations,
  some: Int32Array,
  { north, south, east, west }: Box,
): Int32Array {
  return some.filter((index) => {
    const lat = valueOf(stations.lat, index);
    const lng = valueOf(stations.lng, index);
    return lat <= north && lat >= south && lng <= east && lng >= west;
  });
}
