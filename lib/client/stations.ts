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
 * One fuel: thousandths of a euro (or why there is none, as {@link NO_PRICE}) and whole hours
 * since.
 */
export type FuelColumn = {
  price: Int16Array;
  ageH: ArrayLike<number>;
  /**
   * Where own prices count, which `price` then compares: each station's fuel of these, and what is
   * paid for it.
   */
  own?: {
    fuels: readonly Fuel[];
    /** Place among the fuels, by index. */
    which: Uint8Array;
    /** Net prices of each fuel. */
    columns: readonly FuelColumn[];
    paidAt(index: number): Paid;
    textAt(index: number, words: CommonWords, lang: Lang): string;
  };
};

/** Entry i of each column belongs to the same station. */
export type Stations = ReturnType<typeof toStations>;

/**
 * The value of a column for a station. There is always one: all columns of a file have one length.
 */
export function valueOf(column: ArrayLike<number>, index: number): number {
  return column[index]!;
}

/** Name of a station's brand; null when unknown. */
export function brandOf({ brands, brand }: Stations, index: number): string | null {
  return brands[valueOf(brand, index)] ?? null;
}

const FORMAT: CurrentColumns["format"] = 1;

function sums(steps: readonly number[], divisor: number): Float64Array {
  let sum = 0;
  // Typed arrays map faster than they are made from a list with a function.
  return Float64Array.from(steps).map((step) => (sum += step) / divisor);
}

/** Turns the file into columns. Throws a RangeError on a layout that is not known. */
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
    /** Codes, and the place of each station's in them; -1: unknown. */
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

/** Indexes of stations that a view's filters let through. */
export type Matching = ReturnType<typeof findMatching>;

/** Older prices do not count. */
export const MAX_AGE_H = IN_FORCE_DAYS * 24;

/** Stations with all the wanted services; null while the filter is off. */
export type Served = ReadonlySet<number> | null;

type Options = { nowMs: number; served: Served; column: FuelColumn };

/** The parts of a view that filter stations, services not among them. */
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
 * The stations that a view's filters let through: ranked ones cheapest first, ties by index, which
 * is by id.
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
    (price === NO_PRICE.unsold ? unsold : price === NO_PRICE.out ? out : isOld ? old : ranked).push(
      index,
    );
  }
  ranked.sort((a, b) => valueOf(column.price, a) - valueOf(column.price, b) || a - b);
  return {
    ranked: Int32Array.from(ranked),
    unranked: mapUnranked(unranked, (some) => Int32Array.from(some)),
    column,
  };
}

/** Kilometres from a point to each station. */
export function toKms({ lat, lng }: Stations, from: Point): Float64Array {
  return lat.map((degrees, index) => toKm(from, { lat: degrees, lng: valueOf(lng, index) }));
}

/** Whether a station has a price that counts. */
export function counts({ price, ageH }: FuelColumn, index: number): boolean {
  return valueOf(price, index) > 0 && valueOf(ageH, index) < MAX_AGE_H;
}

/** The prices of a fuel that count within a radius, whatever the filters. */
export function findPrices(column: FuelColumn, kms: Float64Array, radiusKm: number): Int16Array {
  return column.price.filter((_, index) =>
    counts(column, index) && valueOf(kms, index) <= radiusKm
  );
}

/** Those of some stations that are in some departments, in their order. */
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

/** Those of some stations that are in a box, in their order. */
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
