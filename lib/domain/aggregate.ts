/** Computes the aggregate of an area from today's tally and the means of past days. @module */

import { addDays } from "../shared/paris_time.ts";
import { toPriceText } from "../shared/money.ts";
import type { Fuel } from "../shared/fuels.ts";
import type { Aggregate } from "./wire.ts";

/** Prices in force at one moment, added up; thousandths of a euro. `count` 0 means none. */
export type Tally = { sumMilli: number; count: number; minMilli: number; maxMilli: number };

/** A tally of nothing. */
export function emptyTally(): Tally {
  return { sumMilli: 0, count: 0, minMilli: 0, maxMilli: 0 };
}

/** Adds one price to a tally, in place. */
export function addToTally(tally: Tally, priceMilli: number): void {
  tally.minMilli = tally.count === 0 ? priceMilli : Math.min(tally.minMilli, priceMilli);
  tally.maxMilli = tally.count === 0 ? priceMilli : Math.max(tally.maxMilli, priceMilli);
  tally.sumMilli += priceMilli;
  tally.count += 1;
}

/** The mean of a past day in thousandths, unrounded, by day. */
type DayMeans = ReadonlyMap<string, number>;

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
 * The aggregate of an area (docs/contract.md) from today's tally and the means of past days. The trend follows the change as
 * shown (three decimals), so that the two never contradict each other.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const today = { sumMilli: 3600, count: 2, minMilli: 1790, maxMilli: 1810 };
 * const answer = toAggregate({ fuel: "e10", today: "2026-06-05", tally: today, past: new Map([["2026-06-04", 1500]]) });
 * equal(answer.avgPrice3d, "1.650");
 * equal(answer.trend7d, "unknown");
 * ```
 */
export function toAggregate(options: { fuel: Fuel; today: string; tally: Tally; past: DayMeans }): Aggregate {
  const { tally, today, past } = options;
  const now = tally.count > 0 ? tally.sumMilli / tally.count : undefined;
  const lastDays = (days: number) => [now, ...daysBefore(today, days - 1).map((day) => past.get(day))];
  const weekAgo = past.get(addDays(today, -7));
  const changeMilli = now === undefined || weekAgo === undefined ? null : Math.round(now - weekAgo);
  return {
    fuelType: options.fuel,
    avgPrice1d: meanOfDays([now]),
    avgPrice3d: meanOfDays(lastDays(3)),
    avgPrice7d: meanOfDays(lastDays(7)),
    minPrice1d: tally.count > 0 ? toPriceText(tally.minMilli) : null,
    maxPrice1d: tally.count > 0 ? toPriceText(tally.maxMilli) : null,
    trend7d: toTrend(changeMilli),
    change7d: changeMilli === null ? null : toPriceText(changeMilli),
    stationCount: tally.count,
  };
}

/** The `count` days before a day, newest first. */
function daysBefore(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(day, -1 - index));
}
