/** Says in `meta` how many days of an answer by day have a value. @module */

import { z } from "zod";

/** The fields of `meta`. */
export const KNOWN_META = {
  days_known: z.int().min(0).describe("Days of the question that have a price"),
  first_day: z.iso.date().nullable().describe("First of them; null without any"),
};

/** The values of {@link KNOWN_META} for points in ascending order. */
export function toKnownMeta(points: readonly { recordedAt: string }[]) {
  return { days_known: points.length, first_day: points[0]?.recordedAt ?? null };
}
