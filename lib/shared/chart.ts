/** The geometry of price curves: scales, stepped paths, and several curves over the same days. @module */

import { addDays } from "./paris_time.ts";

/** A price from a day on, in thousandths of a euro. */
export type DayPoint = { readonly day: string; readonly milli: number };

/** Horizontal range of a chart: first and last day, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/**
 * The part of a range that a curve knows: from its first point on. Null when it has none there.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const points = [{ day: "2026-06-03", milli: 1700 }];
 * const range = { from: "2025-06-06", to: "2026-06-05" };
 * deepEqual(toKnownRange(points, range), { from: "2026-06-03", to: "2026-06-05" });
 * ```
 */
export function toKnownRange(points: readonly DayPoint[], { from, to }: DayRange): DayRange | null {
  const first = points.find(({ day }) => day >= from && day <= to);
  return first === undefined ? null : { from: first.day, to };
}

/** Vertical range of a chart in thousandths, and the values at which lines are drawn. */
export type Scale = { readonly low: number; readonly high: number; readonly ticks: readonly number[] };

/**
 * The drawing of every chart: `width` and `height` in units, which are stretched to the page's width; `top` and `bottom`
 * are what a chart leaves above and below its plot, in CSS pixels.
 */
export const PLOT = { width: 1000, height: 100, top: 18, bottom: 28 } as const;

const DAY_MS = 86_400_000;
const STEPS = [5, 10, 20, 50, 100, 200, 500];
const LARGEST_STEP = 1000;
const MOST_TICKS = 4;

/**
 * The range of a vertical axis: round values around all prices, at most five lines. Null when there are none.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(toScale([1642, 1718]), { low: 1640, high: 1720, ticks: [1640, 1660, 1680, 1700, 1720] });
 * ```
 */
export function toScale(millis: readonly number[]): Scale | null {
  if (millis.length === 0) return null;
  const [min, max] = [Math.min(...millis), Math.max(...millis)];
  const step = STEPS.find((size) => Math.ceil(max / size) - Math.floor(min / size) <= MOST_TICKS) ?? LARGEST_STEP;
  const low = Math.floor(min / step) * step;
  const high = Math.max(Math.ceil(max / step) * step, low + step);
  const ticks = Array.from({ length: Math.round((high - low) / step) + 1 }, (_, at) => low + at * step);
  return { low, high, ticks };
}

/**
 * The height of a price on a scale: 0 at the bottom, 1 at the top.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toShare(1660, { low: 1640, high: 1720, ticks: [] }), 0.25);
 * ```
 */
export function toShare(milli: number, { low, high }: Scale): number {
  return (milli - low) / (high - low);
}

/**
 * Days from the first of a range, 0 for the first.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toDayNumber("2026-03-01", "2026-02-27"), 2);
 * ```
 */
export function toDayNumber(day: string, from: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** A gap longer than this many days between two points breaks the curve: nothing is known there. */
const LONGEST_STEP_DAYS = 1;

/** What a curve is drawn in. */
export type Frame = { readonly range: DayRange; readonly scale: Scale };

const round = (units: number) => Math.round(units * 10) / 10;

/** Where a point begins (a day is as wide as any other) and its height, in units of {@link PLOT}, y downwards. */
function toXy({ day, milli }: DayPoint, { range, scale }: Frame): { x: number; y: number } {
  const days = toDayNumber(range.to, range.from) + 1;
  return {
    x: round((toDayNumber(day, range.from) / days) * PLOT.width),
    y: round((1 - toShare(milli, scale)) * PLOT.height),
  };
}

/**
 * The stepped SVG path of one point per day, ascending: level over each day, and interrupted where days are missing.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const frame = { range: { from: "2026-06-01", to: "2026-06-02" }, scale: { low: 0, high: 10, ticks: [] } };
 * equal(toStepPath([{ day: "2026-06-01", milli: 0 }, { day: "2026-06-02", milli: 10 }], frame), "M0 100H500V0H1000");
 * ```
 */
export function toStepPath(points: readonly DayPoint[], frame: Frame): string {
  const dayWidth = PLOT.width / (toDayNumber(frame.range.to, frame.range.from) + 1);
  let path = "";
  let before: { day: string; x: number; y: number } | null = null;
  for (const point of points) {
    const { x, y } = toXy(point, frame);
    const isJoined = before !== null && toDayNumber(point.day, before.day) <= LONGEST_STEP_DAYS;
    if (!isJoined) path += `${before ? `H${round(before.x + dayWidth)}` : ""}M${x} ${y}`;
    else if (y !== before!.y) path += `H${x}V${y}`;
    before = { day: point.day, x, y };
  }
  return before ? `${path}H${round(before.x + dayWidth)}` : "";
}

/**
 * The points at which a curve changes, its first one included: what a table needs to say the same.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const points = ["01", "02", "03"].map((day, at) => ({ day: `2026-06-${day}`, milli: at < 2 ? 1800 : 1790 }));
 * equal(findChanges(points).length, 2);
 * ```
 */
export function findChanges(points: readonly DayPoint[]): DayPoint[] {
  return points.filter((point, at) => at === 0 || point.milli !== points[at - 1]?.milli);
}

/** Lowest, highest and mean of some points in thousandths (the mean unrounded); null when there are none. */
export function summarize(points: readonly DayPoint[]): { min: DayPoint; max: DayPoint; meanMilli: number } | null {
  const [first] = points;
  if (first === undefined) return null;
  let [min, max, sum] = [first, first, 0];
  for (const point of points) {
    if (point.milli < min.milli) min = point;
    if (point.milli > max.milli) max = point;
    sum += point.milli;
  }
  return { min, max, meanMilli: sum / points.length };
}

/** Curves over consecutive days. `millis[i]` belongs to `names[i]`; null: nothing is known of that day. */
export type Lines = {
  readonly from: string;
  readonly names: readonly string[];
  readonly millis: readonly (readonly (number | null)[])[];
};

/**
 * Puts curves on one row of days, both ends included.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const lines = toLines([{ name: "E10", points: [{ day: "2026-06-02", milli: 1700 }] }], { from: "2026-06-01", days: 2 });
 * deepEqual(lines.millis, [[null, 1700]]);
 * ```
 */
export function toLines(
  curves: readonly { name: string; points: readonly DayPoint[] }[],
  { from, days }: { from: string; days: number },
): Lines {
  const row = Array.from({ length: days }, (_, at) => addDays(from, at));
  return {
    from,
    names: curves.map(({ name }) => name),
    millis: curves.map(({ points }) => {
      const byDay = new Map(points.map(({ day, milli }) => [day, milli]));
      return row.map((day) => byDay.get(day) ?? null);
    }),
  };
}

/** How many days lines have; 0 without lines. */
export function countDays({ millis }: Lines): number {
  return millis[0]?.length ?? 0;
}

/** Cuts the days before the first and behind the last at which anything is known; as it is when nothing is. */
export function trimLines(lines: Lines): Lines {
  const isKnown = Array.from({ length: countDays(lines) }, (_, at) => lines.millis.some((line) => line[at] !== null));
  const [first, last] = [isKnown.indexOf(true), isKnown.lastIndexOf(true)];
  if (first === -1) return lines;
  return {
    ...lines,
    from: addDays(lines.from, first),
    millis: lines.millis.map((line) => line.slice(first, last + 1)),
  };
}

/** Dash patterns of the lines in SVG units: colour is never the only sign. */
export const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [10, 3, 2, 3], [5, 5], [12, 3, 2, 3, 2, 3]];
