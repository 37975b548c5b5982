/** Measures how late the event loop of a thread runs its timers. @module */

import { type Registry, Summary } from "prom-client";

/**
 * Creates the metric of the event loop. prom-client relies on monitorEventLoopDelay(), which does
 * not notice a blocked loop in Deno 2.9.6.
 */
export function createLag(registry: Registry): Summary {
  return new Summary({
    name: "nodejs_eventloop_lag_seconds",
    help:
      "How late the event loop calls a timer, measured twice a second; quantiles of the last minute",
    percentiles: [0.5, 0.9, 0.99],
    maxAgeSeconds: 60,
    ageBuckets: 4,
    registers: [registry],
  });
}

/**
 * Measures twice a second how late the event loop of this thread runs a timer. Returns a function
 * that stops the measuring.
 */
export function watchEventLoop(lag: Pick<Summary, "observe">, { probeMs = 500 } = {}): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const probe = (dueMs: number) => {
    timer = setTimeout(() => {
      const nowMs = performance.now();
      lag.observe(Math.max(0, nowMs - dueMs) / 1000);
      probe(nowMs + probeMs);
    }, probeMs);
    Deno.unrefTimer(timer);
  };
  probe(performance.now() + probeMs);
  return () => clearTimeout(timer);
}
