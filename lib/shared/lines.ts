/** Several curves over the same days, column by column: the form in which charts of many lines travel to the browser. @module */

import type { DayPoint } from "./step_chart.ts";
import { addDays } from "./paris_time.ts";

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
