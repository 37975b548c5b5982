/** Says how a station's price stands against its own last month, and how often it was the lowest around. @module */

import type { Fuel } from "./fuels.ts";
import { MIN_AROUND, type Standing } from "./standing.ts";

/** How many days a month has: those that ended before today. */
export const MONTH_DAYS = 30;

/** From fewer days nothing is said. */
export const MIN_DAYS = 20;

/** A station's last month of one fuel. Prices are in thousandths of a euro. */
export type OwnMonth = {
  /** Days with a price that counted, {@link MIN_DAYS} to {@link MONTH_DAYS}. */
  readonly days: number;
  readonly lowMilli: number;
  readonly highMilli: number;
  /** Today's price above the mean of those days; negative: below. */
  readonly aboveMeanMilli: number;
  /** Null when too few stations around had a price on too many of the days. */
  readonly among: LowestDays | null;
};

/** On how many days nobody within the radius was cheaper, of those on which enough stations had a price. */
export type LowestDays = { readonly radiusKm: number; readonly lowest: number; readonly days: number };

/** How a station's price of a fuel stands among those around it, and against its own month; null: it cannot be told. */
export type Comparison = { readonly fuel: Fuel; readonly standing: Standing | null; readonly month: OwnMonth | null };

/** Prices by day in thousandths, 0: none that counted; one list for each station, all of one length. */
type Prices = { own: ArrayLike<number>; others: readonly ArrayLike<number>[]; radiusKm: number };

/**
 * The month of a station that asks `todayMilli` now; null when too few of its days are known.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * const own = [...Array(10).fill(1800), ...Array(20).fill(1830)];
 * const others = [Array(30).fill(1810), Array(30).fill(1900)];
 * const month = toOwnMonth(1790, { own, others, radiusKm: 5 });
 * deepEqual(month, {
 *   ...{ days: 30, lowMilli: 1800, highMilli: 1830, aboveMeanMilli: -30 },
 *   among: { radiusKm: 5, lowest: 10, days: 30 },
 * });
 * equal(toOwnMonth(1790, { own: own.slice(0, 19), others: [], radiusKm: 5 }), null);
 * ```
 */
export function toOwnMonth(todayMilli: number, { own, others, radiusKm }: Prices): OwnMonth | null {
  const prices = Array.from(own).filter((milli) => milli > 0);
  if (prices.length < MIN_DAYS) return null;
  const mean = prices.reduce((sum, milli) => sum + milli, 0) / prices.length;
  const { lowest, days } = countLowest(own, others);
  return {
    days: prices.length,
    lowMilli: Math.min(...prices),
    highMilli: Math.max(...prices),
    aboveMeanMilli: Math.round(todayMilli - mean),
    among: days < MIN_DAYS ? null : { radiusKm, lowest, days },
  };
}

/** Counts the days on which a station had a price and enough stations, itself included, had one; on `lowest` of them none was cheaper. */
export function countLowest(
  own: ArrayLike<number>,
  others: readonly ArrayLike<number>[],
): { lowest: number; days: number } {
  let [lowest, days] = [0, 0];
  for (let day = 0; day < own.length; day++) {
    const milli = own[day] ?? 0;
    const around = others.map((prices) => prices[day] ?? 0).filter((price) => price > 0);
    if (milli === 0 || around.length + 1 < MIN_AROUND) continue;
    days++;
    if (around.every((price) => price >= milli)) lowest++;
  }
  return { lowest, days };
}
