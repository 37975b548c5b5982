/** The feed's times, Paris wall-clock without a zone, to instants: read as UTC, fresh prices would lie in the future. @module */

import { parisWallToInstantMs } from "../../lib/shared/paris_time.ts";

const FORM = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?$/;

function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at++) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
}

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/**
 * The instant (ms since 1970) of `YYYY-MM-DD HH:MM:SS`, with a space (snapshots) or a `T` (day and year files), in Paris.
 * Fractions of a second (old year files) are dropped: they never order two prices, and one price must not count twice.
 * Null when the text has another form or names no day or time. A year before 100 is null too.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toInstantMs("2026-06-05 12:10:00"), Date.UTC(2026, 5, 5, 10, 10));
 * equal(toInstantMs("2014-01-02T11:08:03.127000"), Date.UTC(2014, 0, 2, 10, 8, 3));
 * equal(toInstantMs("2026-02-30 00:00:00"), null);
 * ```
 */
export function toInstantMs(text: string): number | null {
  if (!FORM.test(text)) return null;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  if (year < 100 || month < 1 || month > 12 || day < 1 || hour > 23 || minute > 59 || second > 59) return null;
  if (day > 28 && day > daysInMonth(year, month)) return null;
  return parisWallToInstantMs(Date.UTC(year, month - 1, day, hour, minute, second));
}
