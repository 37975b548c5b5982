/** Days and wall-clock times in Europe/Paris, whatever the server's zone is. @module */

const WALL_CLOCK = new Intl.DateTimeFormat("en-CA", {
  timeZone: "Europe/Paris",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** A stretch of one offset that begins at `fromMs`. */
type Stretch = { fromMs: number; offsetMs: number };

/** Before it Paris changed its offset in ways that a year's search would miss. */
const FIRST_SEARCHED_YEAR = 1978;
const stretchesByYear = new Map<number, Stretch[]>();

function readOffsetMs(instantMs: number): number {
  const part = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of WALL_CLOCK.formatToParts(instantMs)) {
    if (type in part) part[type as keyof typeof part] = Number(value);
  }
  const wall = Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
  return wall - Math.floor(instantMs / 1000) * 1000;
}

/** The instant between two of different offsets at which the later one begins; offsets change on whole hours of UTC. */
function findChange(fromMs: number, toMs: number): number {
  let [low, high] = [fromMs / HOUR_MS, toMs / HOUR_MS];
  const before = readOffsetMs(fromMs);
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (readOffsetMs(middle * HOUR_MS) === before) low = middle;
    else high = middle;
  }
  return high * HOUR_MS;
}

/** The stretches of one year of UTC, latest first. */
function findStretches(year: number): Stretch[] {
  const startMs = Date.UTC(year, 0);
  let latest: Stretch = { fromMs: startMs, offsetMs: readOffsetMs(startMs) };
  const stretches = [latest];
  for (let month = 0; month < 12; month++) {
    const [fromMs, toMs] = [Date.UTC(year, month), Date.UTC(year, month + 1)];
    const offsetMs = readOffsetMs(toMs);
    if (offsetMs === latest.offsetMs) continue;
    latest = { fromMs: findChange(fromMs, toMs), offsetMs };
    stretches.unshift(latest);
  }
  return stretches;
}

/**
 * Paris's offset from UTC at an instant, in milliseconds: 3 600 000 in winter, 7 200 000 in summer.
 *
 * The changes of a year are searched once and kept: a year's archive asks five million times, and the platform's own
 * answer takes microseconds.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(parisOffsetMs(Date.UTC(2026, 6, 1)), 7_200_000);
 * ```
 */
export function parisOffsetMs(instantMs: number): number {
  const year = new Date(instantMs).getUTCFullYear();
  if (!(year >= FIRST_SEARCHED_YEAR)) return readOffsetMs(instantMs);
  let stretches = stretchesByYear.get(year);
  if (stretches === undefined) stretchesByYear.set(year, stretches = findStretches(year));
  return stretches.find(({ fromMs }) => instantMs >= fromMs)!.offsetMs;
}

/**
 * The instant of a Paris wall-clock time given as if it were UTC milliseconds. A time that occurs twice (last Sunday of
 * October) is read as the first, in summer time; one that never occurs (March) as if the clock had not yet moved.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(parisWallToInstantMs(Date.UTC(2026, 0, 1, 0)), Date.UTC(2025, 11, 31, 23));
 * equal(parisWallToInstantMs(Date.UTC(2025, 9, 26, 2, 30)), Date.UTC(2025, 9, 26, 0, 30));
 * ```
 */
export function parisWallToInstantMs(wallMs: number): number {
  const summer = wallMs - 2 * HOUR_MS;
  if (parisOffsetMs(summer) === 2 * HOUR_MS) return summer;
  const winter = wallMs - HOUR_MS;
  return winter;
}

/**
 * The Paris day of an instant, `YYYY-MM-DD`.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toParisDay(new Date("2025-12-31T23:00:00Z")), "2026-01-01");
 * ```
 */
export function toParisDay(instant: Date): string {
  const ms = instant.getTime();
  return new Date(ms + parisOffsetMs(ms)).toISOString().slice(0, 10);
}

/**
 * The instant at which a Paris day begins (its midnight).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(startOfParisDay("2026-07-01").toISOString(), "2026-06-30T22:00:00.000Z");
 * ```
 */
export function startOfParisDay(day: string): Date {
  return new Date(parisWallToInstantMs(Date.parse(`${day}T00:00:00Z`)));
}

/**
 * The instant at which a Paris day ends: the next day's midnight, itself no longer part of the day.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(endOfParisDay("2025-10-26").toISOString(), "2025-10-26T23:00:00.000Z");
 * ```
 */
export function endOfParisDay(day: string): Date {
  return startOfParisDay(addDays(day, 1));
}

/** Texts of days by their first millisecond: a curve asks for hundreds, always of the same years, and the platform is slow to write one. */
const dayTexts = new Map<number, string>();

/**
 * The day of an instant in UTC, `YYYY-MM-DD`, for the first millisecond of it.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toDayText(Date.UTC(2026, 5, 1)), "2026-06-01");
 * ```
 */
export function toDayText(dayMs: number): string {
  let text = dayTexts.get(dayMs);
  if (text === undefined) dayTexts.set(dayMs, text = new Date(dayMs).toISOString().slice(0, 10));
  return text;
}

/**
 * A day moved by whole days.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(addDays("2024-02-28", 2), "2024-03-01");
 * ```
 */
export function addDays(day: string, days: number): string {
  return toDayText(Date.parse(day) + days * DAY_MS);
}

/**
 * ISO weekday of a Paris day: 1 Monday to 7 Sunday.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(weekdayOf("2026-11-21"), 6);
 * ```
 */
export function weekdayOf(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}
