/** Days and wall-clock times in Europe/Paris, whatever the server's time zone. @module */

import { DAY_MS, HOUR_MS } from "../units.ts";

/** Cached by year, because an archive needs them five million times. */
const summers = new Map<number, { fromMs: number; toMs: number }>();

/** Returns 01:00 UTC on the last Sunday of a month, which counts from 0. */
function lastSundayMs(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0, 1));
  return lastDay.getTime() - lastDay.getUTCDay() * DAY_MS;
}

/**
 * Returns Paris's offset from UTC at an instant in milliseconds: 3 600 000 in winter, 7 200 000 in
 * summer.
 *
 * Since 1996 clocks change in the whole Union at 01:00 UTC on the last Sundays of March and October
 * (directive 2000/84/EC), and ingest rejects instants before 2000. Uses this rule instead of the
 * platform, whose calendar takes a page 35 ms to load; a test compares both.
 */
export function parisOffsetMs(instantMs: number): number {
  const year = new Date(instantMs).getUTCFullYear();
  let summer = summers.get(year);
  if (!summer) {
    summers.set(year, summer = { fromMs: lastSundayMs(year, 2), toMs: lastSundayMs(year, 9) });
  }
  return instantMs >= summer.fromMs && instantMs < summer.toMs ? 2 * HOUR_MS : HOUR_MS;
}

/**
 * Returns the instant of a Paris wall-clock time, which is given in ms as if it were UTC. A time
 * that occurs twice is the first one; a time that never occurs counts as winter time.
 */
export function parisWallToInstantMs(wallMs: number): number {
  const summer = wallMs - 2 * HOUR_MS;
  return parisOffsetMs(summer) === 2 * HOUR_MS ? summer : wallMs - HOUR_MS;
}

/**
 * Returns the last instant with the same Paris wall-clock time: an hour later in the first of
 * October's two equal hours, otherwise the instant itself.
 */
export function lastOfSameWallMs(instantMs: number): number {
  const laterMs = instantMs + HOUR_MS;
  return parisOffsetMs(laterMs) < parisOffsetMs(instantMs) ? laterMs : instantMs;
}

/** Returns the Paris day of an instant, `YYYY-MM-DD`. */
export function toParisDay(instant: Date): string {
  const ms = instant.getTime();
  return new Date(ms + parisOffsetMs(ms)).toISOString().slice(0, 10);
}

/** Returns the Paris wall-clock time of an instant in milliseconds, `YYYY-MM-DD HH:MM:SS`. */
export function toParisTime(ms: number): string {
  return new Date(ms + parisOffsetMs(ms)).toISOString().slice(0, 19).replace("T", " ");
}

/** Returns the instant at which a Paris day starts (its midnight). */
export function startOfParisDay(day: string): Date {
  return new Date(parisWallToInstantMs(Date.parse(`${day}T00:00:00Z`)));
}

/**
 * Returns the instant at which a Paris day ends: the next midnight, which is not part of the day.
 */
export function endOfParisDay(day: string): Date {
  return startOfParisDay(addDays(day, 1));
}

/**
 * Cached texts by the day's first millisecond: a curve needs hundreds, and the platform is slow to
 * write one.
 */
const dayTexts = new Map<number, string>();

/** Returns the UTC day, `YYYY-MM-DD`, of its first millisecond. */
export function toDayText(dayMs: number): string {
  let text = dayTexts.get(dayMs);
  if (text === undefined) dayTexts.set(dayMs, text = new Date(dayMs).toISOString().slice(0, 10));
  return text;
}

/** Returns a day moved by whole days. */
export function addDays(day: string, days: number): string {
  return toDayText(Date.parse(day) + days * DAY_MS);
}

/** Returns the ISO weekday of a Paris day: 1 Monday to 7 Sunday. */
export function weekdayOf(day: string): number {
  return ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1;
}
