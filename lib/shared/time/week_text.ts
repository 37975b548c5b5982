/**
 * Opening hours in the short form of the bulk file, and whether they are open at a moment.
 *
 * @module
 */

import { parisOffsetMs } from "./paris_time.ts";
import { DAY_MS } from "../units.ts";

/** A moment of the week in Paris time: weekday 1 (Monday) to 7 (Sunday), time `HHMM`. */
type WeekMoment = { weekday: number; time: string };

const MONDAY_1970 = 4; // 1 January 1970 was a Thursday

/** Returns the moment of the week of an instant, in Paris time. */
export function toWeekMoment(instantMs: number): WeekMoment {
  const wallMs = instantMs + parisOffsetMs(instantMs);
  const weekday = ((Math.floor(wallMs / DAY_MS) + MONDAY_1970 - 1) % 7) + 1;
  return { weekday, time: new Date(wallMs).toISOString().slice(11, 16).replace(":", "") };
}

/**
 * Returns a day (1 Monday to 7 Sunday) of the seven of a week text. An empty day equals the
 * previous one.
 */
export function dayOf(days: readonly string[], weekday: number): string {
  let found = "";
  for (const day of days.slice(0, weekday)) if (day !== "") found = day;
  return found;
}

/** Returns the slots of a day of a week text, each as `HHMM`; empty on a closed or unknown day. */
export function toSlots(day: string): [string, string][] {
  return /^\d/.test(day) ? day.split("+").map((slot) => slot.split("-") as [string, string]) : [];
}

/**
 * Returns whether a week text is open at a moment; null if unknown. A slot that ends before it
 * starts runs past midnight.
 */
export function isWeekOpen(week: string, { weekday, time }: WeekMoment): boolean | null {
  if (week === "") return null;
  const days = week.split(";");
  const before = toSlots(dayOf(days, weekday === 1 ? 7 : weekday - 1));
  if (before.some(([open, close]) => close <= open && time < close)) return true;
  const today = dayOf(days, weekday);
  if (today === "-") return false;
  const slots = toSlots(today);
  if (slots.length === 0) return null;
  return slots.some(([open, close]) => time >= open && (close <= open || time < close));
}
