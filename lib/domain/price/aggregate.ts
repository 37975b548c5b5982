/** Computes the aggregate of an area from today's tally and the means of past days. @module */

import { addDays } from "../../shared/time/paris_time.ts";
import { toPriceText } from "../../shared/price/money.ts";
import type { Fuel } from "../../shared/fuels.ts";
import { compareIds, type NamedPrice, toCheapStation } from "../station/station_record.ts";
import type { Aggregate } from "../wire.ts";

/**
 * Prices in force at one instant, added up in thousandths of a euro, with the lowest and the
 * highest. Ties go to the latest report, then to the lowest ID.
 */
export type Tally = {
  sumMilli: number;
  count: number;
  min: NamedPrice | null;
  max: NamedPrice | null;
};

/** Returns an empty tally. */
export function emptyTally(): Tally {
  return { sumMilli: 0, count: 0, min: null, max: null };
}

/**
 * Returns a number below zero if `a` is the extreme: `sign` is 1 for the lowest price, -1 for the
 * highest.
 */
function compareExtremes(a: NamedPrice, b: NamedPrice, sign: 1 | -1): number {
  return sign * (a.price.priceMilli - b.price.priceMilli) || b.price.atMs - a.price.atMs ||
    compareIds(a.station.id, b.station.id);
}

/** Adds a tally to another one, in place. */
export function addTally(tally: Tally, { sumMilli, count, min, max }: Tally): void {
  if (min && (tally.min === null || compareExtremes(min, tally.min, 1) < 0)) tally.min = min;
  if (max && (tally.max === null || compareExtremes(max, tally.max, -1) < 0)) tally.max = max;
  tally.sumMilli += sumMilli;
  tally.count += count;
}

/** Adds one price to a tally, in place. */
export function addToTally(tally: Tally, named: NamedPrice): void {
  addTally(tally, { sumMilli: named.price.priceMilli, count: 1, min: named, max: named });
}

function meanOfDays(means: (number | undefined)[]): string | null {
  const present = means.filter((mean) => mean !== undefined);
  if (present.length === 0) return null;
  return toPriceText(present.reduce((sum, mean) => sum + mean, 0) / present.length);
}

function toTrend(changeMilli: number | null): Aggregate["trend7d"] {
  if (changeMilli === null) return "unknown";
  if (changeMilli > 5) return "up";
  return changeMilli < -5 ? "down" : "stable";
}

/**
 * Returns the aggregate of an area from today's tally and the means of past days. The trend uses
 * the rounded change.
 */
export function toAggregate(
  { fuel, today, tally, past }: {
    fuel: Fuel;
    today: string;
    tally: Tally;
    past: ReadonlyMap<string, number>;
  },
): Aggregate {
  const now = tally.count > 0 ? tally.sumMilli / tally.count : undefined;
  const lastDays = (days: number) =>
    Array.from({ length: days }, (_, back) => back === 0 ? now : past.get(addDays(today, -back)));
  const weekAgo = past.get(addDays(today, -7));
  const min = tally.min && toCheapStation(tally.min);
  const max = tally.max && toCheapStation(tally.max);
  const changeMilli = now === undefined || weekAgo === undefined ? null : Math.round(now - weekAgo);
  return {
    fuelType: fuel,
    avgPrice1d: meanOfDays([now]),
    avgPrice3d: meanOfDays(lastDays(3)),
    avgPrice7d: meanOfDays(lastDays(7)),
    minPrice1d: min && min.price,
    maxPrice1d: max && max.price,
    trend7d: toTrend(changeMilli),
    change7d: changeMilli === null ? null : toPriceText(changeMilli),
    stationCount: tally.count,
    min,
    max,
  };
}
