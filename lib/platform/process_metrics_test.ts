import { ok } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";
import { Durations } from "./metrics.ts";
import { watchEventLoop } from "./process_metrics.ts";

Deno.test("watchEventLoop() counts for how long the event loop was held", async () => {
  const lag = new Durations();
  const unwatch = watchEventLoop(lag, { probeMs: 1 });
  for (const began = performance.now(); performance.now() - began < 100;);
  while (lag.count === 0) await delay(1);
  unwatch();
  ok(lag.sumS >= 0.09, `${lag.sumS} s`);
});
