/** Last observation carried forward: a station's curve by day. @module */

import { addDays, endOfParisDay, toParisDay } from "../shared/paris_time.ts";
import { toPriceText } from "../shared/money.ts";
import { CLOCK_TOLERANCE_MS } from "./in_force.ts";
import type { HistoryPoint } from "./wire.ts";

/** A price and the instant from which it held, ms since 1970. */
export type Observation = { atMs: number; priceMilli: number };

/**
 * One point per Paris day for the last `days` days up to `asOf`'s: the last price known at the end of the day (today: the
 * last one known at all). `observations` ascend by time and include the last one before the window; those that are not
 * known at `asOf` are ignored.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const observations = [{ atMs: Date.parse("2026-06-04T10:00:00Z"), priceMilli: 1800 }];
 * deepEqual(carryForward(observations, { asOf: new Date("2026-06-05T10:00:00Z"), days: 3 }), [
 *   { recordedAt: "2026-06-04", price: "1.800" },
 *   { recordedAt: "2026-06-05", price: "1.800" },
 * ]);
 * ```
 */
export function carryForward(
  observations: readonly Observation[],
  window: { asOf: Date; days: number },
): HistoryPoint[] {
  const knownUntilMs = window.asOf.getTime() + CLOCK_TOLERANCE_MS;
  const today = toParisDay(window.asOf);
  const points: HistoryPoint[] = [];
  let next = 0;
  let price: number | null = null;
  for (let back = window.days - 1; back >= 0; back--) {
    const day = addDays(today, -back);
    const endMs = back === 0 ? knownUntilMs : endOfParisDay(day).getTime() - 1;
    while (next < observations.length && observations[next].atMs <= endMs) price = observations[next++].priceMilli;
    if (price !== null) points.push({ recordedAt: day, price: toPriceText(price) });
  }
  return points;
}
