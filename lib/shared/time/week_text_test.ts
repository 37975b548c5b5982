import { deepEqual, equal } from "../../../tests/support/assert.ts";
import { isWeekOpen, toWeekMoment } from "./week_text.ts";
import { toWeekText } from "./week_writer.ts";

Deno.test("toWeekMoment() returns weekday and time in Paris", () => {
  deepEqual(toWeekMoment(Date.parse("2026-06-05T10:20:00Z")), { weekday: 5, time: "1220" });
});

Deno.test("isWeekOpen() repeats the previous day for an empty one, and handles slots past midnight", () => {
  equal(isWeekOpen("0700-1230+1400-2100;;;;;-;", { weekday: 3, time: "1300" }), false);
  equal(isWeekOpen("-;;;;;0800-0100;-", { weekday: 7, time: "0030" }), true);
  equal(isWeekOpen("", { weekday: 1, time: "0900" }), null);
});

Deno.test("toWeekText() leaves a day empty if it equals the day before", () => {
  const slots = [{ open: "07:00", close: "21:00" }];
  equal(
    toWeekText([{ day: 1, closed: false, slots }, { day: 2, closed: true, slots: [] }]),
    "0700-2100;-;?;;;;",
  );
});
