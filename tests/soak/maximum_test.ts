/** The highest pace that is kept up is found for services of any speed, also ones that stumble. */

import { equal, ok, rejects } from "node:assert/strict";
import type { Load } from "./judge.ts";
import { findMaximum } from "./maximum.ts";

/** The load of a service that answers so many a second: above that its queue grows for five seconds. */
function toLoad(ratePerS: number, mostPerS: number): Load {
  const waitMs = Math.max(1, 5000 * (ratePerS - mostPerS) / ratePerS);
  const all = { requests: 5 * ratePerS, errors: 0, p50Ms: 1, p99Ms: waitMs };
  return { seconds: 5, ratePerS, all, kinds: {}, wrong: [], sentLateP99Ms: 0, generatorCores: 0 };
}

Deno.test("findMaximum() finds the pace above which waits grow, in few turns", async () => {
  for (const mostPerS of [60, 777, 1800, 100_000]) {
    let turns = 0;
    const { ratePerS, all } = await findMaximum((pace) => {
      turns++;
      return Promise.resolve(toLoad(pace, mostPerS));
    });
    ok(ratePerS > mostPerS * 0.96 && ratePerS < mostPerS * 1.06, `${ratePerS} of ${mostPerS}`);
    ok(all.p99Ms <= 250);
    ok(turns <= 28, String(turns));
  }
});

Deno.test("findMaximum() asks a pace again that failed once, and throws when none is kept up", async () => {
  let turns = 0;
  const stumbling = (pace: number) => Promise.resolve(toLoad(pace, turns++ % 2 === 0 ? 1 : 777));
  ok((await findMaximum(stumbling)).ratePerS > 745);
  turns = 0;
  await rejects(findMaximum((pace) => Promise.resolve((turns++, toLoad(pace, 10)))), /not even answer 50/);
  equal(turns, 2);
});
