/**
 * Joins price facts to periods of one price with their confirmations, and carries prices forward
 * day by day.
 *
 * @module
 */

import { DAY_MS } from "../../shared/units.ts";
import { CLOCK_TOLERANCE_MS, IN_FORCE_DAYS } from "./in_force.ts";
import { parisWallToInstantMs, toDayText, toParisDay } from "../../shared/time/paris_time.ts";
import { toPriceText } from "../../shared/price/money.ts";
import type { HistoryPoint } from "../wire.ts";

/**
 * Longest pause between two facts of one period. After it the price was no longer in force, so the
 * next fact starts another period.
 */
export const PERIOD_GAP_MS = IN_FORCE_DAYS * DAY_MS;

/** One price at one instant, of a station and fuel known from the context. */
export type PricePoint = { atMs: number; priceMilli: number };

/**
 * A reported price. If it was suspect, `suspectUntilMs` is the instant of its confirmation
 * (Infinity if never confirmed).
 */
export type Observation = PricePoint & { suspectUntilMs?: number };

/**
 * A price, the instant at which it began, and the later instants at which it was reported again,
 * ascending.
 */
export type PricePeriod = { atMs: number; priceMilli: number; confirmedAtMs: number[] };

/**
 * The periods after a merge, and how many of the new points started a period, extended one, or were
 * already known.
 */
type Merge = {
  periods: PricePeriod[];
  changed: number;
  confirmed: number;
  known: number;
  /** First and last instant with a new fact; null without one. */
  touched: { fromMs: number; toMs: number } | null;
};

/** Returns the instant of the last fact of a period. */
export function lastFactMs(period: PricePeriod): number {
  return period.confirmedAtMs.at(-1) ?? period.atMs;
}

/**
 * Returns the periods of ascending points. A point with the same price, at most {@link
 * PERIOD_GAP_MS} after the previous one, confirms it.
 */
export function toPeriods(points: readonly PricePoint[]): PricePeriod[] {
  const periods: PricePeriod[] = [];
  let period: PricePeriod | undefined;
  for (const { atMs, priceMilli } of points) {
    if (period && period.priceMilli === priceMilli && atMs - lastFactMs(period) <= PERIOD_GAP_MS) {
      period.confirmedAtMs.push(atMs);
    } else periods.push(period = { atMs, priceMilli, confirmedAtMs: [] });
  }
  return periods;
}

/** Returns the points of ascending periods, ascending. The inverse of {@link toPeriods}. */
export function toPoints(periods: readonly PricePeriod[]): PricePoint[] {
  return periods.flatMap(({ atMs, priceMilli, confirmedAtMs }) =>
    [atMs, ...confirmedAtMs].map((factMs) => ({ atMs: factMs, priceMilli }))
  );
}

/**
 * Merges new points, in any order, into the periods around them. Of two values for one instant the
 * last one wins.
 */
export function mergePoints(known: readonly PricePeriod[], reported: readonly PricePoint[]): Merge {
  const byInstant = new Map(toPoints(known).map(({ atMs, priceMilli }) => [atMs, priceMilli]));
  const learned: number[] = [];
  const last = new Map(reported.map((point) => [point.atMs, point]));
  for (const { atMs, priceMilli } of [...last.values()].sort((a, b) => a.atMs - b.atMs)) {
    if (byInstant.get(atMs) !== priceMilli) learned.push(atMs);
    byInstant.set(atMs, priceMilli);
  }
  const points = [...byInstant].map(([atMs, priceMilli]) => ({ atMs, priceMilli }));
  const periods = toPeriods(points.sort((a, b) => a.atMs - b.atMs));
  const fromMs = learned.at(0);
  const toMs = learned.at(-1);
  if (fromMs === undefined || toMs === undefined) {
    return { periods, changed: 0, confirmed: 0, known: reported.length, touched: null };
  }
  const begun = new Set(periods.map(({ atMs }) => atMs));
  const changed = learned.filter((atMs) => begun.has(atMs)).length;
  const counts = {
    changed,
    confirmed: learned.length - changed,
    known: reported.length - learned.length,
  };
  return { periods, ...counts, touched: { fromMs, toMs } };
}

/**
 * Returns one point per Paris day up to today with the last price at its end. `observations` ascend
 * and include the last one before the first day.
 */
export function carryForward(
  observations: readonly Observation[],
  window: { asOf: Date; days: number },
): HistoryPoint[] {
  const knownUntilMs = window.asOf.getTime() + CLOCK_TOLERANCE_MS;
  const today = toParisDay(window.asOf);
  const points: HistoryPoint[] = [];
  let read = 0;
  const todayMs = Date.parse(today);
  for (let dayMs = todayMs - (window.days - 1) * DAY_MS; dayMs <= todayMs; dayMs += DAY_MS) {
    const endMs = dayMs === todayMs ? knownUntilMs : parisWallToInstantMs(dayMs + DAY_MS) - 1;
    while ((observations[read]?.atMs ?? Infinity) <= endMs) read++;
    const last = observations[read - 1];
    if (!last) continue;
    const point = { recordedAt: toDayText(dayMs), price: toPriceText(last.priceMilli) };
    points.push((last.suspectUntilMs ?? -Infinity) > endMs ? { ...point, suspect: true } : point);
  }
  return points;
}
