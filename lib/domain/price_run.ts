/** Joins price facts to periods of one price with their confirmations, and merges new facts into them. @module */

import { IN_FORCE_DAYS } from "./in_force.ts";

/** Longest pause between two facts of one run: past it the price was no longer in force, so the next fact begins a run. */
export const RUN_GAP_MS = IN_FORCE_DAYS * 86_400_000;

/** One price at one instant, of a station and fuel known from the context. */
export type PricePoint = { atMs: number; priceMilli: number };

/** A price, the instant at which it began, and the later instants at which it was told again, ascending. */
export type PriceRun = { atMs: number; priceMilli: number; confirmedAtMs: number[] };

/** What a merge did: the runs afterwards, and how each told point counted. */
export type Merge = {
  runs: PriceRun[];
  /** Points that began a run. */
  changed: number;
  /** Points that prolonged a run. */
  confirmed: number;
  /** Points that were known already, or were overruled by a later one of the same instant in the same list. */
  known: number;
  /** First and last instant at which something new was learned; null when all was known. */
  touched: { fromMs: number; toMs: number } | null;
};

/**
 * The instant of the last fact of a run.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(lastFactMs({ atMs: 1, priceMilli: 1799, confirmedAtMs: [5, 9] }), 9);
 * ```
 */
export function lastFactMs(run: PriceRun): number {
  return run.confirmedAtMs.length > 0 ? run.confirmedAtMs[run.confirmedAtMs.length - 1] : run.atMs;
}

/**
 * Runs of ascending points: a point of the same price as the point before it, at most {@link RUN_GAP_MS} later, is a
 * confirmation; any other begins a run. Nothing is lost: {@link toPoints} gives the points back.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(toRuns([{ atMs: 1, priceMilli: 1799 }, { atMs: 2, priceMilli: 1799 }, { atMs: 3, priceMilli: 1800 }]), [
 *   { atMs: 1, priceMilli: 1799, confirmedAtMs: [2] },
 *   { atMs: 3, priceMilli: 1800, confirmedAtMs: [] },
 * ]);
 * ```
 */
export function toRuns(points: readonly PricePoint[]): PriceRun[] {
  const runs: PriceRun[] = [];
  let run: PriceRun | undefined;
  for (const { atMs, priceMilli } of points) {
    if (run && run.priceMilli === priceMilli && atMs - lastFactMs(run) <= RUN_GAP_MS) run.confirmedAtMs.push(atMs);
    else runs.push(run = { atMs, priceMilli, confirmedAtMs: [] });
  }
  return runs;
}

/**
 * The points of ascending runs, ascending.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(toPoints([{ atMs: 1, priceMilli: 1799, confirmedAtMs: [2] }]), [
 *   { atMs: 1, priceMilli: 1799 },
 *   { atMs: 2, priceMilli: 1799 },
 * ]);
 * ```
 */
export function toPoints(runs: readonly PriceRun[]): PricePoint[] {
  const points: PricePoint[] = [];
  for (const { atMs, priceMilli, confirmedAtMs } of runs) {
    points.push({ atMs, priceMilli });
    for (const confirmedMs of confirmedAtMs) points.push({ atMs: confirmedMs, priceMilli });
  }
  return points;
}

/**
 * Known runs with points told anew, in any order; of two values for one instant the one told last wins. Whether a point
 * begins a run depends on the point before it alone, so a neighbourhood is enough: the last run before the first new
 * point, all runs up to the last one, and the run after it.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * const known = [{ atMs: 1, priceMilli: 1799, confirmedAtMs: [9] }];
 * const merge = mergePoints(known, [{ atMs: 5, priceMilli: 1810 }]);
 * deepEqual(merge.runs.map((run) => [run.atMs, run.priceMilli]), [[1, 1799], [5, 1810], [9, 1799]]);
 * equal(mergePoints(merge.runs, [{ atMs: 5, priceMilli: 1810 }]).known, 1);
 * ```
 */
export function mergePoints(known: readonly PriceRun[], told: readonly PricePoint[]): Merge {
  const fresh = lastOfEachInstant(told);
  const before = toPoints(known);
  const points: PricePoint[] = [];
  const learned = new Set<number>();
  let next = 0;
  for (const point of fresh) {
    while (next < before.length && before[next].atMs < point.atMs) points.push(before[next++]);
    const same = next < before.length && before[next].atMs === point.atMs ? before[next++] : undefined;
    if (same?.priceMilli !== point.priceMilli) learned.add(point.atMs);
    points.push(point);
  }
  while (next < before.length) points.push(before[next++]);
  return describe(toRuns(points), learned, told.length);
}

function describe(runs: PriceRun[], learned: Set<number>, toldCount: number): Merge {
  if (learned.size === 0) return { runs, changed: 0, confirmed: 0, known: toldCount, touched: null };
  const changed = runs.reduce((count, run) => count + (learned.has(run.atMs) ? 1 : 0), 0);
  const instants = [...learned];
  const touched = { fromMs: instants[0], toMs: instants[instants.length - 1] };
  return { runs, changed, confirmed: learned.size - changed, known: toldCount - learned.size, touched };
}

function lastOfEachInstant(told: readonly PricePoint[]): PricePoint[] {
  if (isAscending(told)) return told as PricePoint[];
  const byInstant = new Map(told.map((point) => [point.atMs, point]));
  return [...byInstant.values()].sort((a, b) => a.atMs - b.atMs);
}

function isAscending(points: readonly PricePoint[]): boolean {
  for (let i = 1; i < points.length; i++) if (points[i].atMs <= points[i - 1].atMs) return false;
  return true;
}
