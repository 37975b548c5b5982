/** Finds days with too few stations, such as the first ones of an archive. @module */

import { addDays } from "../../shared/time/paris_time.ts";

/** The days that are compared, and the share of the usual stations below which a day is partial. */
export const PARTIAL_RULE = { reachDays: 30, share: 0.95 } as const;

/** A day, and how many stations in the country had a price in force at its end. */
export type CountedDay = { readonly day: string; readonly count: number };

/**
 * Returns the days on which fewer than 95 % of the usual stations had a price in force. The usual
 * number is the median over the days at most 30 days away. `days` must ascend.
 *
 * @example
 * ```ts
 * import { deepEqual } from "../../../tests/support/assert.ts";
 * const days = [["2026-01-01", 2165], ["2026-01-02", 9400], ["2026-01-03", 9400]] as const;
 * deepEqual([...findPartialDays(days.map(([day, count]) => ({ day, count })))], ["2026-01-01"]);
 * ```
 */
export function findPartialDays(days: readonly CountedDay[]): Set<string> {
  let first = 0;
  let end = 0;
  const partial = days.filter(({ day, count }) => {
    while (days[first]!.day < addDays(day, -PARTIAL_RULE.reachDays)) first++;
    while (end < days.length && days[end]!.day <= addDays(day, PARTIAL_RULE.reachDays)) end++;
    const counts = days.slice(first, end).map((each) => each.count).sort((a, b) => a - b);
    return count < PARTIAL_RULE.share * counts[Math.floor(counts.length / 2)]!;
  });
  return new Set(partial.map(({ day }) => day));
}
