import { equal } from "../../../tests/support/assert.ts";
import {
  addDays,
  endOfParisDay,
  lastOfSameWallMs,
  parisOffsetMs,
  parisWallToInstantMs,
  startOfParisDay,
  toParisDay,
  weekdayOf,
} from "./paris_time.ts";

const HOUR_MS = 3_600_000;

Deno.test("parisWallToInstantMs() reads a repeated hour as the first one, and a skipped hour as if the clock had not moved", () => {
  const cases: [wall: string, instant: string][] = [
    ["2026-06-05T08:27:58", "2026-06-05T06:27:58"],
    ["2026-01-05T08:27:58", "2026-01-05T07:27:58"],
    ["2025-10-26T02:30:00", "2025-10-26T00:30:00"],
    ["2025-10-26T03:00:00", "2025-10-26T02:00:00"],
    ["2026-03-29T02:30:00", "2026-03-29T01:30:00"],
  ];
  for (const [wall, instant] of cases) {
    equal(new Date(parisWallToInstantMs(Date.parse(`${wall}Z`))).toISOString(), `${instant}.000Z`);
  }
});

Deno.test("parisWallToInstantMs() inverts the offset for every hour of ten years except the repeated ones", () => {
  for (let instant = Date.UTC(2017, 0, 1); instant < Date.UTC(2027, 0, 1); instant += HOUR_MS) {
    const wall = instant + parisOffsetMs(instant);
    const again = parisWallToInstantMs(wall);
    const doubled = parisOffsetMs(instant - HOUR_MS) > parisOffsetMs(instant);
    equal(again, doubled ? instant - HOUR_MS : instant, new Date(instant).toISOString());
  }
});

Deno.test("lastOfSameWallMs() returns the second of two equal hours", () => {
  const cases: [instant: string, last: string][] = [
    ["2026-10-24T23:59:59", "2026-10-24T23:59:59"],
    ["2026-10-25T00:00:00", "2026-10-25T01:00:00"],
    ["2026-10-25T00:59:59", "2026-10-25T01:59:59"],
    ["2026-10-25T01:00:00", "2026-10-25T01:00:00"],
    ["2026-03-29T00:30:00", "2026-03-29T00:30:00"],
  ];
  for (const [instant, last] of cases) {
    equal(new Date(lastOfSameWallMs(Date.parse(`${instant}Z`))).toISOString(), `${last}.000Z`);
  }
});

Deno.test("Paris days last 23, 24 or 25 hours and follow each other without a gap", () => {
  const hours = (day: string) =>
    (endOfParisDay(day).getTime() - startOfParisDay(day).getTime()) / HOUR_MS;
  equal(hours("2026-03-29"), 23);
  equal(hours("2026-06-05"), 24);
  equal(hours("2025-10-26"), 25);
  equal(toParisDay(new Date(endOfParisDay("2025-10-26").getTime() - 1)), "2025-10-26");
  equal(toParisDay(endOfParisDay("2025-10-26")), "2025-10-27");
});

Deno.test("addDays() and weekdayOf() cross months, years and leap days", () => {
  equal(addDays("2025-12-31", 1), "2026-01-01");
  equal(addDays("2024-03-01", -1), "2024-02-29");
  equal(weekdayOf("2026-06-07"), 7);
  equal(weekdayOf("2026-06-08"), 1);
});

Deno.test("parisOffsetMs() agrees with the platform under the EU rule, to the second", () => {
  const hour = new Intl.DateTimeFormat("en", {
    timeZone: "Europe/Paris",
    hour: "numeric",
    hourCycle: "h23",
  });
  const check = (instant: number) => {
    const expected = (Number(hour.format(instant)) - new Date(instant).getUTCHours() + 24) % 24;
    equal(parisOffsetMs(instant) / HOUR_MS, expected, new Date(instant).toISOString());
  };
  // Checks every Sunday, and the hours around clock changes, because the formatter is slow.
  for (
    let instant = Date.UTC(1996, 0, 7);
    instant < Date.UTC(2038, 0, 1);
    instant += 7 * 24 * HOUR_MS
  ) {
    check(instant);
    const isChange = parisOffsetMs(instant) !== parisOffsetMs(instant + 24 * HOUR_MS);
    for (let hours = 0; isChange && hours < 24; hours++) {
      for (const ms of [0, HOUR_MS - 1]) check(instant + hours * HOUR_MS + ms);
    }
  }
});
