/** Tells the days of an answer by day that have a price from those that have none. @module */

import { z } from "zod";
import type { Known } from "../../domain/wire.ts";
import { addDays } from "../../shared/time/paris_time.ts";
import type { Body } from "../operation.ts";

/** The fields of `meta`. */
export const KNOWN_META = {
  days_known: z.int().min(0).describe(
    "Days of the question that have a price; of means the last seven days count",
  ),
  first_day: z.iso.date().nullable().describe("First of them; null without any"),
};

/** The values of {@link KNOWN_META} for known points in ascending order. */
export function toKnownMeta(points: readonly { recordedAt: string }[]) {
  return { days_known: points.length, first_day: points[0]?.recordedAt ?? null };
}

/** Days of the longest mean, today included. */
const MEAN_DAYS = 7;

/** The values of {@link KNOWN_META} for means over a week. */
export function toKnownWeek(today: string, isKnown: (day: string) => boolean) {
  const days = Array.from(
    { length: MEAN_DAYS },
    (_, index) => addDays(today, 1 - MEAN_DAYS + index),
  );
  return toKnownMeta(days.filter(isKnown).map((recordedAt) => ({ recordedAt })));
}

/** How many days of the week are known: `; 2 of 7 days are known`, empty if all are. */
export function toKnownText({ days_known: days }: Body["meta"]): string {
  return days === MEAN_DAYS
    ? ""
    : `; ${days} of ${MEAN_DAYS} days ${days === 1 ? "is" : "are"} known`;
}

/** The parameter that asks for points of days without a price. */
export const gapsParam = z.enum(["null"]).optional().describe(
  "null: also a point for each day without a price, with null for it; without it such days have no point",
);

/**
 * One point a day, from `from` to `to`, if the question has `gaps`: `missing` on days without a
 * price. Else the known points.
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

/** The points of days that have a price. */
export function findKnown<P extends object>(points: readonly P[]): Known<P>[] {
  return points.filter((point): point is P & Known<P> => !Object.values(point).includes(null));
}
