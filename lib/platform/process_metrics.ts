/** Measures the process: how late its event loop is, its memory, its descriptors, and what was built into it. @module */

import { closeSync, openSync } from "node:fs";
import type { Durations, Metric, Sample } from "./metrics.ts";
import { isFirstThread } from "./thread.ts";

/** Counts from now on, twice a second, how much later than due this thread's event loop gets to a timer; ends by the returned function. */
export function watchEventLoop(lag: Durations, { probeMs = 500 } = {}): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const probe = (dueMs: number) => {
    timer = setTimeout(() => {
      const nowMs = performance.now();
      lag.add(Math.max(0, nowMs - dueMs) / 1000);
      probe(nowMs + probeMs);
    }, probeMs);
    Deno.unrefTimer(timer);
  };
  probe(performance.now() + probeMs);
  return () => clearTimeout(timer);
}

/** The lowest free descriptor: at least as many are open. To count them by /proc would take all permissions. */
function readDescriptors(): Sample[] {
  try {
    const descriptor = openSync(".", "r");
    closeSync(descriptor);
    return [{ value: descriptor }];
  } catch {
    return []; // none is free
  }
}

/** Metrics of the whole process, which its first thread shows. `build`: the setting. */
export function createProcessMetrics({ build }: { build: string | null }): Metric[] {
  const ofProcess = (read: () => Sample[]) => isFirstThread ? read : () => [];
  const labels = { build: build ?? "unknown", deno: Deno.version.deno };
  return [
    {
      ...{ name: "jauge.process.memory", kind: "gauge", unit: "By" },
      help: "Resident memory of the process",
      read: ofProcess(() => [{ value: Deno.memoryUsage().rss }]),
    },
    {
      ...{ name: "jauge.process.descriptors", kind: "gauge", unit: "{descriptor}" },
      help: "Open descriptors of the process, at least: the lowest that is free",
      read: ofProcess(readDescriptors),
    },
    {
      ...{ name: "jauge.build.info", kind: "gauge", unit: "{process}" },
      help: "What runs: 1, with its labels",
      read: ofProcess(() => [{ labels, value: 1 }]),
    },
  ];
}
