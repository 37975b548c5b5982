import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { mergePoints, type PricePoint, type PriceRun, RUN_GAP_MS, toPoints, toRuns } from "./price_run.ts";

const DAY_MS = 86_400_000;

/** Points on a coarse grid, so that equal instants, equal prices and pauses around 30 days are frequent. */
const point = fc.record({
  atMs: fc.integer({ min: 0, max: 60 }).map((step) => step * (RUN_GAP_MS / 6)),
  priceMilli: fc.integer({ min: 1, max: 3 }),
});
const batches = fc.array(fc.array(point, { maxLength: 12 }), { maxLength: 8 });

/** The points by instant, the one told last; the naive truth. */
function remember(told: PricePoint[]): Map<number, number> {
  return new Map(told.map(({ atMs, priceMilli }) => [atMs, priceMilli]));
}

function lastBefore(points: Iterable<[number, number]>, instantMs: number): [number, number] | null {
  let last: [number, number] | null = null;
  for (const [atMs, price] of points) if (atMs < instantMs && (!last || atMs > last[0])) last = [atMs, price];
  return last;
}

/** As the runs alone tell it: the price and whether it is at most 30 days old. */
function readRuns(runs: PriceRun[], instantMs: number): { price: number; fresh: boolean } | null {
  const run = runs.findLast(({ atMs }) => atMs < instantMs);
  if (!run) return null;
  const toldMs = [run.atMs, ...run.confirmedAtMs].findLast((atMs) => atMs < instantMs)!;
  return { price: run.priceMilli, fresh: instantMs - toldMs <= RUN_GAP_MS };
}

Deno.test("mergePoints() keeps LOCF and age at every instant, whatever the batches", () => {
  fc.assert(fc.property(batches, (told) => {
    const runs = told.reduce<PriceRun[]>((known, batch) => mergePoints(known, batch).runs, []);
    const truth = remember(told.flat());
    for (let instantMs = -DAY_MS; instantMs < 13 * RUN_GAP_MS; instantMs += RUN_GAP_MS / 12) {
      const last = lastBefore(truth, instantMs);
      const expected = last && { price: last[1], fresh: instantMs - last[0] <= RUN_GAP_MS };
      deepEqual(readRuns(runs, instantMs), expected);
    }
  }));
});

Deno.test("mergePoints() gives the same runs as all points at once, in any order of distinct instants", () => {
  const distinct = fc.uniqueArray(point, { selector: ({ atMs }) => atMs, maxLength: 40 });
  fc.assert(fc.property(distinct, fc.integer({ min: 1, max: 7 }), (points, size) => {
    const sorted = [...points].sort((a, b) => a.atMs - b.atMs);
    let runs: PriceRun[] = [];
    for (let i = 0; i < points.length; i += size) runs = mergePoints(runs, points.slice(i, i + size)).runs;
    deepEqual(runs, toRuns(sorted));
    deepEqual(toPoints(runs), sorted);
  }));
});

Deno.test("mergePoints() learns nothing from what it was told before", () => {
  fc.assert(fc.property(batches, (told) => {
    const { runs } = mergePoints([], told.flat());
    const again = mergePoints(runs, toPoints(runs));
    deepEqual(again.runs, runs);
    deepEqual([again.changed, again.confirmed, again.touched], [0, 0, null]);
  }));
});

Deno.test("mergePoints() counts every told point once", () => {
  fc.assert(fc.property(batches, (told) => {
    let runs: PriceRun[] = [];
    for (const batch of told) {
      const merge = mergePoints(runs, batch);
      equal(merge.changed + merge.confirmed + merge.known, batch.length);
      runs = merge.runs;
    }
  }));
});

Deno.test("toRuns() confirms at exactly 30 days and begins anew a millisecond later", () => {
  const run = (pauseMs: number) => toRuns([{ atMs: 0, priceMilli: 5 }, { atMs: pauseMs, priceMilli: 5 }]).length;
  equal(run(30 * DAY_MS), 1);
  equal(run(30 * DAY_MS + 1), 2);
});
