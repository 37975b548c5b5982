/**
 * The geometry of price curves: scales, stepped paths, and several curves over the same days.
 *
 * @module
 */

import { addDays } from "../../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../../lib/shared/units.ts";

/** A price from a day on, in thousandths of a euro. */
export type DayPoint = { readonly day: string; readonly milli: number };

/** Horizontal range of a chart: first and last day, both included. */
export type DayRange = { readonly from: string; readonly to: string };

/** Vertical range of a chart in thousandths, and the values at which lines are drawn. */
export type Scale = {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
};

/**
 * The plot of every chart in units, stretched to the page. `top` and `bottom` are CSS pixels around
 * it.
 */
export const PLOT = { width: 1000, height: 100, top: 18, bottom: 28 } as const;

const STEPS = [5, 10, 20, 50, 100, 200, 500];
const LARGEST_STEP = 1000;
const MAX_TICKS = 4;

/**
 * Returns the range of a vertical axis: round values around all prices, with at most five lines.
 * Returns null without prices.
 *
 * @example
 * ```ts
 * import { deepEqual } from "../../tests/support/assert.ts";
 * deepEqual(toScale([1642, 1718]), { low: 1640, high: 1720, ticks: [1640, 1660, 1680, 1700, 1720] });
 * ```
 */
export function toScale(millis: readonly number[]): Scale | null {
  if (millis.length === 0) return null;
  const min = Math.min(...millis);
  const max = Math.max(...millis);
  const step = STEPS.find((size) => Math.ceil(max / size) - Math.floor(min / size) <= MAX_TICKS) ??
    LARGEST_STEP;
  const low = Math.floor(min / step) * step;
  const high = Math.max(Math.ceil(max / step) * step, low + step);
  const ticks = Array.from(
    { length: Math.round((high - low) / step) + 1 },
    (_, at) => low + at * step,
  );
  return { low, high, ticks };
}

/** Returns the height of a price on a scale: 0 at the bottom, 1 at the top. */
export function toShare(milli: number, { low, high }: Scale): number {
  return (milli - low) / (high - low);
}

/** Returns the number of days since the first day of a range. */
export function toDayNumber(day: string, from: string): number {
  return (Date.parse(day) - Date.parse(from)) / DAY_MS;
}

const round = (units: number) => Math.round(units * 10) / 10;

/**
 * Returns the stepped SVG path of one price per day: level within each day, interrupted where the
 * price is null. All days have the same width. Uses the units of {@link PLOT}, y downwards.
 *
 * @example
 * ```ts
 * import { equal } from "../../tests/support/assert.ts";
 * equal(toStepPath([0, 10, null, 10], { low: 0, high: 10, ticks: [] }), "M0 100H250V0H500M750 0H1000");
 * ```
 */
export function toStepPath(millis: readonly (number | null)[], scale: Scale): string {
  let path = "";
  let before: number | null = null;
  for (const [at, milli] of [...millis, null].entries()) {
    const y = milli === null ? null : round((1 - toShare(milli, scale)) * PLOT.height);
    if (y === before) continue;
    const x = round((at / millis.length) * PLOT.width);
    if (before === null) path += `M${x} ${y}`;
    else path += y === null ? `H${x}` : `H${x}V${y}`;
    before = y;
  }
  return path;
}

/**
 * Curves over consecutive days. `millis[i]` belongs to `names[i]` and is null on days without a
 * value.
 */
export type Lines = {
  readonly from: string;
  readonly names: readonly string[];
  readonly millis: readonly (readonly (number | null)[])[];
};

/** Aligns curves on the same days, both ends included. */
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

/** Returns the number of days of some lines; 0 without lines. */
export function countDays({ millis }: Lines): number {
  return millis[0]?.length ?? 0;
}

/** Dash patterns of the lines in SVG units: colour is never the only sign. */
export const DASHES: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [10, 3, 2, 3], [5, 5], [
  12,
  3,
  2,
  3,
  2,
  3,
]];
