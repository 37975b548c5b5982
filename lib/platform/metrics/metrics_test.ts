import { deepEqual, equal, ok } from "../../../tests/support/assert.ts";
import { setTimeout as delay } from "node:timers/promises";
import { readMetrics } from "../../../tests/support/metrics.ts";
import { watchEventLoop } from "./event_loop.ts";
import { createMetrics } from "./metrics.ts";

function createTestMetrics() {
  const metrics = createMetrics({ build: null, threads: 1 });
  return { ...metrics, read: async () => readMetrics(await metrics.registry.metrics()) };
}

Deno.test("watchEventLoop() observes how long the event loop was blocked", async () => {
  const { eventLoopLag, read } = createTestMetrics();
  const unwatch = watchEventLoop(eventLoopLag, { probeMs: 1 });
  for (const began = performance.now(); performance.now() - began < 100;);
  let found = await read();
  for (; found.get("nodejs_eventloop_lag_seconds_count") === 0; found = await read()) {
    await delay(1);
  }
  unwatch();
  const lagS = found.get("nodejs_eventloop_lag_seconds_sum")!;
  ok(lagS >= 0.09, `${lagS} s`);
});

Deno.test("the job recorder exposes how long a job runs, how its runs ended and when the last one succeeded", async () => {
  const { jobs, read } = createTestMetrics();
  const find = async (name: string) => {
    const series = [...await read()].filter(([key]) => key.startsWith(name));
    return Object.fromEntries(series.map(([key, value]) => [key.slice(name.length), value]));
  };
  const RUNNING = "jauge_job_running_seconds";
  const SUCCESS = "jauge_job_last_success_timestamp_seconds";
  deepEqual(await find(RUNNING), {});

  jobs.began("brands");
  jobs.began("ingest");
  while ((await find(RUNNING))['{job_name="ingest"}'] === 0) await delay(1);
  deepEqual(await find(SUCCESS), { '{job_name="brands"}': 0, '{job_name="ingest"}': 0 });
  equal(
    (await find("jauge_job_duration_seconds_count"))['{job_name="brands",outcome="timed_out"}'],
    0,
  );

  const beforeS = Date.now() / 1000;
  jobs.ended("ingest", "ok", 2);
  jobs.ended("brands", "timed_out", 900);
  deepEqual(await find(RUNNING), { '{job_name="brands"}': 0, '{job_name="ingest"}': 0 });
  deepEqual(await find("jauge_job_duration_seconds_sum"), {
    '{job_name="brands",outcome="timed_out"}': 900,
    '{job_name="ingest",outcome="timed_out"}': 0,
    '{job_name="ingest",outcome="ok"}': 2,
  });
  const succeeded = await find(SUCCESS);
  equal(succeeded['{job_name="brands"}'], 0);
  ok(succeeded['{job_name="ingest"}']! >= beforeS);

  jobs.began("ingest");
  jobs.ended("ingest", "failed", 1);
  deepEqual(await find(SUCCESS), succeeded);
});
