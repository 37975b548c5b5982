/** Reads the feed's opening hours, and decides whether a station is open at an instant. @module */

import { toWeekMoment } from "../../shared/time/week_text.ts";
import type { DayHours } from "./fact.ts";

/**
 * One day as the feed reports it: `day` is `1` to `7`, `closed` is `1` or empty, times are `HH.MM`.
 */
export type FeedDay = { day: string; closed: string; slots: { open: string; close: string }[] };

type Slot = DayHours["slots"][number];

const ALL_DAY: Slot = { open: "00:00", close: "00:00" };

/** Converts `HH.MM` or `HH:MM` to `HH:MM`; 24.00 is midnight. Returns null for an invalid time. */
export function toTimeOfDay(text: string): string | null {
  const match = /^(\d{1,2})[.:](\d{2})$/.exec(text.trim());
  if (!match) return null;
  const hour = Number(match[1]);
  const minute = Number(match[2]);
  if (minute > 59 || hour > 24 || (hour === 24 && minute > 0)) return null;
  return `${String(hour % 24).padStart(2, "0")}:${match[2]}`;
}

/**
 * Returns a slot. Returns null if a time is invalid, or if both are equal (01.00–01.00 is a dummy)
 * but not midnight.
 */
function toSlot({ open, close }: { open: string; close: string }): Slot | null {
  const slot = { open: toTimeOfDay(open) ?? "", close: toTimeOfDay(close) ?? "" };
  if (!slot.open || !slot.close) return null;
  if (slot.open <= "00:01" && slot.close >= "23:59") return ALL_DAY;
  if (slot.open === slot.close) return slot.open === "00:00" ? ALL_DAY : null;
  return slot;
}

function toDay(day: number, reported: FeedDay | undefined): DayHours {
  if (reported?.closed.trim() === "1") return { day, closed: true, slots: [] };
  const slots = (reported?.slots ?? []).map(toSlot).filter((slot) => slot !== null);
  if (slots.includes(ALL_DAY)) return { day, closed: false, slots: [ALL_DAY] };
  const unique = slots.filter(({ open, close }, index) =>
    slots.findIndex((other) => other.open === open && other.close === close) === index
  );
  return { day, closed: false, slots: unique.sort((a, b) => (a.open < b.open ? -1 : 1)) };
}

/**
 * Returns seven days from Monday; null if unknown. Seven closed days count only with a 24/24
 * terminal: other such stations do sell fuel.
 */
export function toDayHours(
  days: readonly FeedDay[] | null,
  automate247: boolean,
): DayHours[] | null {
  if (days === null) return null;
  const byDay = new Map(days.map((day) => [Number(day.day), day]));
  const week = [1, 2, 3, 4, 5, 6, 7].map((day) => toDay(day, byDay.get(day)));
  if (week.every(({ closed }) => closed)) return automate247 ? week : null;
  return week.some(({ closed, slots }) => closed || slots.length > 0) ? week : null;
}

/**
 * Returns whether fuel is sold at an instant, by Paris time; null if unknown. Slots that run past
 * midnight count on the next day.
 */
export function isOpenAt(
  hours: readonly DayHours[] | null,
  automate247: boolean,
  instant: Date,
): boolean | null {
  if (automate247) return true;
  if (hours === null) return null;
  const { weekday, time: digits } = toWeekMoment(instant.getTime());
  const time = `${digits.slice(0, 2)}:${digits.slice(2)}`;
  const hoursOf = (day: number) => hours.find((one) => one.day === day);
  const today = hoursOf(weekday);
  const before = hoursOf(weekday === 1 ? 7 : weekday - 1);
  if (before?.slots.some(({ open, close }) => close <= open && time < close)) return true;
  if (!today || (!today.closed && today.slots.length === 0)) return null;
  return today.slots.some(({ open, close }) => time >= open && (close <= open || time < close));
}
