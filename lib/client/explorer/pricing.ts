/**
 * Computes what a visitor pays per litre. Loaded when the device remembers a profile, or the
 * visitor sets one.
 *
 * @module
 */

import type { Fuel } from "../../shared/fuels.ts";
import {
  hasOwnPrices,
  type Paid,
  toComparedMilli,
  toFuels,
  toNetMilli,
  toUnitFuel,
} from "../../shared/price/my_price.ts";
import type { Driver } from "../../shared/price/real_cost.ts";
import type { Lang } from "../../words/lang.ts";
import { toPaidText } from "../../words/paid_text.ts";
import type { CommonWords } from "../../words/mod.ts";
import { NO_PRICE } from "../../shared/price/unranked.ts";
import { brandOf, counts, type FuelColumn, type Stations, valueOf } from "../stations.ts";

/**
 * Returns which of some columns a station uses: the one with the lowest price that counts,
 * otherwise the first with a known price.
 */
function choose(columns: readonly FuelColumn[], index: number): number {
  const milliOf = (which: number) => valueOf(columns[which]!.price, index);
  let best = -1;
  columns.forEach((column, which) => {
    if (counts(column, index) && (best === -1 || milliOf(which) < milliOf(best))) best = which;
  });
  return best === -1
    ? Math.max(0, columns.findIndex((_, which) => milliOf(which) !== NO_PRICE.unknown))
    : best;
}

/** Returns a column with changed prices. Keeps the reasons of missing prices. */
function mapPrices(
  { price, ageH }: FuelColumn,
  turn: (priceMilli: number, index: number) => number,
): FuelColumn {
  return { price: price.map((milli, index) => milli > 0 ? turn(milli, index) : milli), ageH };
}

/**
 * Returns the price that a driver pays at each station: for the fuel of their car that drives
 * cheapest there, less discounts.
 */
export function toPaidColumn(stations: Stations, fuel: Fuel, driver: Driver): FuelColumn {
  const fuels = toFuels(fuel, driver);
  const unitFuel = toUnitFuel(fuels);
  const posted = fuels.map((each) => stations.fuels.get(each)!);
  const columns = posted.map((column) =>
    mapPrices(
      column,
      (priceMilli, index) =>
        toNetMilli({ priceMilli, brand: brandOf(stations, index) }, driver.discounts),
    )
  );
  const compared = columns.map((column, at) =>
    mapPrices(column, (milli) => toComparedMilli(milli, { ...driver, fuel: fuels[at]!, unitFuel }))
  );
  const which = Uint8Array.from({ length: stations.count }, (_, index) => choose(compared, index));
  const price = Int16Array.from(which, (at, index) => compared[at]!.price[index]!);
  const ageH = Int32Array.from(which, (at, index) => compared[at]!.ageH[index]!);
  const paidAt = (index: number): Paid => {
    const at = valueOf(which, index);
    return {
      fuel: fuels[at]!,
      unitFuel,
      comparedMilli: valueOf(price, index),
      priceMilli: valueOf(columns[at]!.price, index),
      postedMilli: valueOf(posted[at]!.price, index),
    };
  };
  const textAt = (index: number, words: CommonWords, lang: Lang) => {
    const paid = paidAt(index);
    return `${words.fuels[paid.fuel].short}, ${toPaidText(paid, words, { same: "{price}", lang })}`;
  };
  return { price, ageH, own: { fuels, which, columns, paidAt, textAt } };
}

/** Returns the same as `toPaidColumn()`, or null if the driver pays the pumps' prices. */
export function toOwnColumn(stations: Stations, fuel: Fuel, driver: Driver): FuelColumn | null {
  return hasOwnPrices(fuel, driver) ? toPaidColumn(stations, fuel, driver) : null;
}
