import { deepEqual, equal } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { DAY_MS } from "../../shared/units.ts";
import {
  carryForward,
  mergePoints,
  PERIOD_GAP_MS,
  type PricePeriod,
  type PricePoint,
  toPeriods,
  toPoints,
} from "./price_period.ts";

/**
 * Points on a coarse grid, so that equal instants, equal prices and pauses around 30 days are
 * common.
 */
const point = fc.record({
  atMs: fc.integer({ min: 0, max: 60 }).map((step) => step * (PERIOD_GAP_MS / 6)),
  priceMilli: fc.integer({ min: 1, max: 3 }),
}, { noNullPrototype: true });
const batches = fc.array(fc.array(point, { maxLength: 12 }), { maxLength: 8 });

function remember(reported: PricePoint[]): Map<number, number> {
  return new Map(reported.map(({ atMs, priceMilli }) => [atMs, priceMilli]));
}

function lastBefore(
  points: Iterable<[number, number]>,
  instantMs: number,
): [number, number] | null {
  let last: [number, number] | null = null;
  for (const [atMs, price] of points) {
    if (atMs < instantMs && (!last || atMs > last[0])) last = [atMs, price];
  }
  return last;
}

/** Returns the price from the periods alone, and whether it is at most 30 days old. */
function readRuns(
  periods: PricePeriod[],
  instantMs: number,
): { price: number; fresh: boolean } | null {
  const period = periods.findLast(({ atMs }) => atMs < instantMs);
  if (!period) return null;
  const toldMs = [period.atMs, ...period.confirmedAtMs].findLast((atMs) => atMs < instantMs)!;
  return { price: period.priceMilli, fresh: instantMs - toldMs <= PERIOD_GAP_MS };
}

Deno.test("mergePoints() keeps the carried price and its age at every instant, for any batches", () => {
  fc.assert(fc.property(batches, (reported) => {
    const periods = reported.reduce<PricePeriod[]>(
      (known, batch) => mergePoints(known, batch).periods,
      [],
    );
    const truth = remember(reported.flat());
    for (let instantMs = -DAY_MS; instantMs < 13 * PERIOD_GAP_MS; instantMs += PERIOD_GAP_MS / 12) {
      const last = lastBefore(truth, instantMs);
      const expected = last && { price: last[1], fresh: instantMs - last[0] <= PERIOD_GAP_MS };
      deepEqual(readRuns(periods, instantMs), expected);
    }
  }));
});

Deno.test("mergePoints() returns the same periods as all points at once, in any order of distinct instants", () => {
  const distinct = fc.uniqueArray(point, { selector: ({ atMs }) => atMs, maxLength: 40 });
  fc.assert(fc.property(distinct, fc.integer({ min: 1, max: 7 }), (points, size) => {
    const sorted = [...points].sort((a, b) => a.atMs - b.atMs);
    let periods: PricePeriod[] = [];
    for (let i = 0; i < points.length; i += size) {
      periods = mergePoints(periods, points.slice(i, i + size)).periods;
    }
    deepEqual(periods, toPeriods(sorted));
    deepEqual(toPoints(periods), sorted);
  }));
});

Deno.test("mergePoints() counts every reported point once, and ignores points that it already has", () => {
  fc.assert(fc.property(batches, (reported) => {
    let periods: PricePeriod[] = [];
    for (const batch of reported) {
      const merge = mergePoints(periods, batch);
      equal(merge.changed + merge.confirmed + merge.known, batch.length);
      periods = merge.periods;
    }
    const again = mergePoints(periods, toPoints(periods));
    deepEqual([again.periods, again.changed, again.confirmed, again.touched], [
      periods,
      0,
      0,
      null,
    ]);
  }));
});

Deno.test("toPeriods() counts a repeat within 30 days as confirmation, and starts a new period a millisecond later", () => {
  const period = (pauseMs: number) =>
    toPeriods([{ atMs: 0, priceMilli: 5 }, { atMs: pauseMs, priceMilli: 5 }]).length;
  equal(period(30 * DAY_MS), 1);
  equal(period(30 * DAY_MS + 1), 2);
});

const at = (text: string, priceMilli: number) => ({ atMs: Date.parse(text), priceMilli });

Deno.test("carryForward() takes the last price before midnight in Paris, not in UTC", () => {
  const points = carryForward(
    [at("2026-06-01T21:59:59Z", 1000), at("2026-06-01T22:00:00Z", 2000)],
    {
      asOf: new Date("2026-06-03T08:00:00Z"),
      days: 3,
    },
  );
  deepEqual(points.map(({ recordedAt, price }) => `${recordedAt} ${price}`), [
    "2026-06-01 1.000",
    "2026-06-02 2.000",
    "2026-06-03 2.000",
  ]);
});

Deno.test("carryForward() gives today the last known price, up to ten minutes after as_of", () => {
  const observations = [at("2026-06-03T08:10:00Z", 1000), at("2026-06-03T08:10:01Z", 2000)];
  const points = carryForward(observations, { asOf: new Date("2026-06-03T08:00:00Z"), days: 2 });
  deepEqual(points, [{ recordedAt: "2026-06-03", price: "1.000" }]);
});

Deno.test("carryForward() gives today a price whose clock is already past midnight", () => {
  const points = carryForward([at("2026-06-03T22:03:00Z", 1000)], {
    asOf: new Date("2026-06-03T21:58:00Z"),
    days: 2,
  });
  deepEqual(points, [{ recordedAt: "2026-06-03", price: "1.000" }]);
});

Deno.test("carryForward() carries a price from before the window and returns one point per day, DST days included", () => {
  const asOf = new Date("2025-12-31T12:00:00Z");
  const points = carryForward([at("2024-01-01T00:00:00Z", 1500)], { asOf, days: 365 });
  equal(points.length, 365);
  equal(new Set(points.map((point) => point.recordedAt)).size, 365);
  equal(points[0]!.recordedAt, "2025-01-01");
});

Deno.test("carryForward() returns no point if nothing is known", () => {
  deepEqual(carryForward([], { asOf: new Date("2026-06-03T08:00:00Z"), days: 30 }), []);
});
