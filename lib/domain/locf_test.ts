import { deepEqual, equal } from "node:assert/strict";
import { carryForward } from "./locf.ts";

const at = (text: string, priceMilli: number) => ({ atMs: Date.parse(text), priceMilli });

Deno.test("carryForward() takes the last price before the day's midnight in Paris, not in UTC", () => {
  const points = carryForward([at("2026-06-01T21:59:59Z", 1000), at("2026-06-01T22:00:00Z", 2000)], {
    asOf: new Date("2026-06-03T08:00:00Z"),
    days: 3,
  });
  deepEqual(points.map(({ recordedAt, price }) => `${recordedAt} ${price}`), [
    "2026-06-01 1.000",
    "2026-06-02 2.000",
    "2026-06-03 2.000",
  ]);
});

Deno.test("carryForward() gives today the last known price: ten minutes ahead of as of, no later", () => {
  const observations = [at("2026-06-03T08:10:00Z", 1000), at("2026-06-03T08:10:01Z", 2000)];
  const points = carryForward(observations, { asOf: new Date("2026-06-03T08:00:00Z"), days: 2 });
  deepEqual(points, [{ recordedAt: "2026-06-03", price: "1.000" }]);
});

Deno.test("carryForward() gives today a price of a clock that is past midnight already", () => {
  const points = carryForward([at("2026-06-03T22:03:00Z", 1000)], { asOf: new Date("2026-06-03T21:58:00Z"), days: 2 });
  deepEqual(points, [{ recordedAt: "2026-06-03", price: "1.000" }]);
});

Deno.test("carryForward() carries a price from before the window and gives every day one point, DST days included", () => {
  const points = carryForward([at("2024-01-01T00:00:00Z", 1500)], {
    asOf: new Date("2025-12-31T12:00:00Z"),
    days: 365,
  });
  equal(points.length, 365);
  equal(new Set(points.map((point) => point.recordedAt)).size, 365);
  equal(points[0].recordedAt, "2025-01-01");
});

Deno.test("carryForward() answers no point when nothing is known", () => {
  deepEqual(carryForward([], { asOf: new Date("2026-06-03T08:00:00Z"), days: 30 }), []);
});
