import { deepEqual, equal } from "../../../tests/support/assert.ts";
import type { DayHours } from "./fact.ts";
import { type FeedDay, isOpenAt, toDayHours, toTimeOfDay } from "./opening_hours.ts";

function toWeek(slots: Record<number, [string, string][]>, closed: number[] = []): DayHours[] {
  return [1, 2, 3, 4, 5, 6, 7].map((day) => ({
    day,
    closed: closed.includes(day),
    slots: (slots[day] ?? []).map(([open, close]) => ({ open, close })),
  }));
}

const SHOP = toWeek({ 1: [["08:00", "12:00"], ["14:00", "18:30"]], 6: [["20:00", "02:00"]] }, [7]);

Deno.test("isOpenAt() is true from the first minute of a slot to its last", () => {
  // a Monday
  const at = (time: string) => isOpenAt(SHOP, false, new Date(`2026-11-16T${time}:00+01:00`));
  deepEqual(["07:59", "08:00", "11:59", "12:00", "13:00", "14:00", "18:29", "18:30"].map(at), [
    false,
    true,
    true,
    false,
    false,
    true,
    true,
    false,
  ]);
});

Deno.test("isOpenAt() carries a slot past midnight into the next day, even a closed one", () => {
  const at = (instant: string) => isOpenAt(SHOP, false, new Date(instant));
  equal(at("2026-11-21T23:30:00+01:00"), true);
  equal(at("2026-11-22T01:59:00+01:00"), true);
  equal(at("2026-11-22T02:00:00+01:00"), false);
  equal(at("2026-11-21T19:59:00+01:00"), false);
});

Deno.test("isOpenAt() returns null for days without hours, and for a week without any", () => {
  equal(isOpenAt(SHOP, false, new Date("2026-11-17T10:00:00+01:00")), null); // a Tuesday
  equal(isOpenAt(null, false, new Date()), null);
  equal(isOpenAt([], false, new Date()), null);
});

Deno.test("isOpenAt() is always true with a 24/24 terminal, and for round-the-clock hours", () => {
  equal(isOpenAt(toWeek({}, [1, 2, 3, 4, 5, 6, 7]), true, new Date()), true);
  const clock = toWeek(
    Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((day) => [day, [["00:00", "00:00"]]])),
  );
  for (let hour = 0; hour < 24 * 8; hour++) {
    equal(isOpenAt(clock, false, new Date(Date.UTC(2026, 2, 26, hour, 30))), true);
  }
});

Deno.test("isOpenAt() uses Paris time before and after clock changes", () => {
  const nightly = toWeek({ 7: [["02:30", "04:00"]] });
  // 03:15, the hour after the jump
  equal(isOpenAt(nightly, false, new Date("2026-03-29T01:15:00Z")), true);
  equal(isOpenAt(nightly, false, new Date("2026-10-25T00:15:00Z")), false); // 02:15 in summer time
  equal(isOpenAt(nightly, false, new Date("2026-10-25T00:45:00Z")), true);
  // 02:15 again, in winter time
  equal(isOpenAt(nightly, false, new Date("2026-10-25T01:15:00Z")), false);
});

Deno.test("toDayHours() returns seven days, Monday first, whichever days are reported in whichever order", () => {
  const day = (number: number, closed: string, ...slots: [string, string][]): FeedDay => ({
    day: String(number),
    closed,
    slots: slots.map(([open, close]) => ({ open, close })),
  });
  const week = toDayHours([
    day(7, "1", ["01.00", "01.00"]),
    day(2, "", ["14.00", "18.00"], ["08.00", "12.00"]),
  ], false);
  deepEqual(week?.map(({ day, closed, slots }) => [day, closed, slots.length]), [
    [1, false, 0],
    [2, false, 2],
    [3, false, 0],
    [4, false, 0],
    [5, false, 0],
    [6, false, 0],
    [7, true, 0],
  ]);
  deepEqual(week?.[1]?.slots.map(({ open }) => open), ["08:00", "14:00"]);
  deepEqual(
    toDayHours([day(1, "", ["08.00", "12.00"], ["08.00", "12.00"])], false)?.[0]?.slots.length,
    1,
  );
  deepEqual([toDayHours([], false), toDayHours([day(1, "")], false)], [null, null]);
});

Deno.test("toDayHours() accepts a week of closed days only from a station with a 24/24 terminal", () => {
  const closed = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day: String(day), closed: "1", slots: [] }));
  equal(toDayHours(closed, false), null);
  equal(toDayHours(closed, true)?.every((day) => day.closed), true);
});

Deno.test("toTimeOfDay() accepts dots and colons, and 24.00 as midnight", () => {
  deepEqual(
    ["07.05", "7:05", "23.59", "24.00", "24.01", "12.60", "", "noon", "8", "-1.00"].map(
      toTimeOfDay,
    ),
    [
      "07:05",
      "07:05",
      "23:59",
      "00:00",
      null,
      null,
      null,
      null,
      null,
      null,
    ],
  );
});
