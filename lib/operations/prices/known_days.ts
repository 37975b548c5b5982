/** Separates the days with a price from those without, for responses by day. @module */

import { z } from "zod";
import type { Known } from "../../domain/wire.ts";
import { addDays } from "../../shared/time/paris_time.ts";
import type { Body } from "../operation.ts";

/** The fields of `meta`. */
export const KNOWN_META = {
  days_known: z.int().min(0).describe(
    "Number of requested days with a price. For means the request covers the last seven days",
  ),
  first_day: z.iso.date().nullable().describe("First day with a price; null if there is none"),
};

/** Returns the values of {@link KNOWN_META} for known points in ascending order. */
export function toKnownMeta(points: readonly { recordedAt: string }[]) {
  return { days_known: points.length, first_day: points[0]?.recordedAt ?? null };
}

/** Days of the longest mean, today included. */
const MEAN_DAYS = 7;

/** Returns the values of {@link KNOWN_META} for means over a week. */
export function toKnownWeek(today: string, isKnown: (day: string) => boolean) {
  const days = Array.from(
    { length: MEAN_DAYS },
    (_, index) => addDays(today, 1 - MEAN_DAYS + index),
  );
  return toKnownMeta(days.filter(isKnown).map((recordedAt) => ({ recordedAt })));
}

/** Returns how many days of the week are known, `; 2 of 7 days are known`; empty if all are. */
export function toKnownText({ days_known: days }: Body["meta"]): string {
  return days === MEAN_DAYS
    ? ""
    : `; ${days} of ${MEAN_DAYS} days ${days === 1 ? "is" : "are"} known`;
}

/** The parameter that adds points for days without a price. */
export const gapsParam = z.enum(["null"]).optional().describe(
  "null adds a point with a null price for each day without a price. By default such days have " +
    "no point",
);

/**
 * Returns one point per day from `from` to `to` if the request has `gaps`, with `missing` for days
 * without a price. Otherwise returns the known points.
 */
export function fillGaps<P extends { recordedAt: string }, M>(
  known: P[],
  { gaps, from, to }: { gaps?: "null"; from: string; to: string },
  missing: M,
): (P | M & { recordedAt: string })[] {
  if (gaps === undefined) return known;
  const byDay = new Map(known.map((point) => [point.recordedAt, point]));
  const points: (P | M & { recordedAt: string })[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    points.push(byDay.get(day) ?? { recordedAt: day, ...missing });
  }
  return points;
}

/** Returns the points of days with a price. */
export function findKnown<P extends object>(points: readonly P[]): Known<P>[] {
  return points.filter((point): point is P & Known<P> => !Object.values(point).includes(null));
}
