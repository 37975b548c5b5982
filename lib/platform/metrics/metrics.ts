/**
 * Defines the metrics that code counts and those of the process, in the order in which
 * docs/operations.md lists them.
 *
 * @module
 */

import { closeSync, openSync } from "node:fs";
import process from "node:process";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { createLag } from "./event_loop.ts";
import type { JobRecorder } from "../job.ts";
import { isFirstThread, thread } from "../thread.ts";
import { uncaughtErrors } from "../uncaught_errors.ts";

const REQUEST_BUCKETS_S = [
  0.0005,
  0.001,
  0.0025,
  0.005,
  0.01,
  0.025,
  0.05,
  0.1,
  0.25,
  0.5,
  1,
  2.5,
  5,
  10,
  30,
];
const JOB_BUCKETS_S = [0.1, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600];

/** A metric that is read at each scrape. */
export type Reading = {
  name: string;
  help: string;
  /** The name of its label; absent if it has one series. */
  label?: string;
  /** Returns the value, null for none, or one value for each value of the label. */
  read(): Value | Promise<Value>;
};

type Value = number | null | Readonly<Record<string, number>>;

/**
 * Registers metrics that are read at each scrape. By a rule of Prometheus, the names of counters
 * end with `_total`.
 */
export function register(registry: Registry, readings: readonly Reading[]): void {
  for (const { name, help, label, read } of readings) {
    const collect = async function (this: Pick<Gauge, "inc" | "remove" | "reset">) {
      const value = await read();
      this.reset();
      if (value === null) this.remove();
      else if (typeof value === "number") this.inc(value);
      else for (const [key, one] of Object.entries(value)) this.inc({ [label!]: key }, one);
    };
    const Kind = name.endsWith("_total") ? Counter : Gauge;
    new Kind({ name, help, labelNames: label ? [label] : [], registers: [registry], collect });
  }
}

/**
 * Creates the metrics of this thread, including those of the process in the first thread. `build`
 * is the setting. With several `threads` each series has a label with its thread.
 */
export function createMetrics({ build, threads }: { build: string | null; threads: number }) {
  const registry = new Registry();
  const registers = [registry];
  if (threads > 1) registry.setDefaultLabels({ thread: String(thread.number) });
  const metrics = {
    registry,
    requests: new Histogram({
      name: "http_request_duration_seconds",
      help: "Requests by method, route pattern and status",
      labelNames: ["method", "route", "status_code"],
      buckets: REQUEST_BUCKETS_S,
      registers,
    }),
    ingests: new Histogram({
      name: "jauge_ingest_duration_seconds",
      help: "Ingests of the feed by this process",
      labelNames: ["outcome"],
      buckets: JOB_BUCKETS_S,
      registers,
    }),
    ingestFaults: createFaultCounter(registry),
    swaps: new Histogram({
      name: "jauge_snapshot_swap_duration_seconds",
      help: "Refreshes of the snapshot",
      buckets: REQUEST_BUCKETS_S,
      registers,
    }),
    jobs: createJobRecorder(registry),
    eventLoopLag: createLag(registry),
  };
  register(registry, [{
    name: "jauge_uncaught_errors_total",
    help: "Unhandled errors",
    read: () => uncaughtErrors.count,
  }]);
  if (isFirstThread) registerProcess(registry, build);
  return metrics;
}

/** The metrics of a thread. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Why ingests store nothing. */
export const INGEST_FAULTS = ["source", "feed", "clock", "database", "program"] as const;

/** Why an ingest stored nothing. */
export type IngestFault = typeof INGEST_FAULTS[number];

function createFaultCounter(registry: Registry): Counter<"fault"> {
  const faults = new Counter({
    name: "jauge_ingest_failures_total",
    help:
      "Ingests that failed or were refused: source (down), feed (refused), clock, database or program",
    labelNames: ["fault"],
    registers: [registry],
  });
  // increase() sees only what is added to a series that exists.
  for (const fault of INGEST_FAULTS) faults.inc({ fault }, 0);
  return faults;
}

/**
 * Creates the metrics of the background jobs. Their label is `job_name`, since Prometheus itself
 * adds a label `job` to each series.
 */
function createJobRecorder(registry: Registry): JobRecorder {
  const registers = [registry];
  const startedMs = new Map<string, number | null>();
  const runs = new Histogram({
    name: "jauge_job_duration_seconds",
    help: "Runs of background jobs",
    labelNames: ["job_name", "outcome"],
    buckets: JOB_BUCKETS_S,
    registers,
  });
  const successes = new Gauge({
    name: "jauge_job_last_success_timestamp_seconds",
    help: "When a background job last succeeded in this process; 0 before that",
    labelNames: ["job_name"],
    registers,
  });
  const toSeconds = (ms: number | null) => ms === null ? 0 : (performance.now() - ms) / 1000;
  register(registry, [{
    name: "jauge_job_running_seconds",
    help: "How long a background job has been running; 0 if it is not",
    label: "job_name",
    read: () => Object.fromEntries(startedMs.entries().map(([job, ms]) => [job, toSeconds(ms)])),
  }]);
  return {
    began(job_name) {
      if (!startedMs.has(job_name)) {
        successes.set({ job_name }, 0);
        // increase() only counts additions to a series that exists.
        runs.zero({ job_name, outcome: "timed_out" });
      }
      startedMs.set(job_name, performance.now());
    },
    ended(job_name, outcome, seconds) {
      startedMs.set(job_name, null);
      runs.observe({ job_name, outcome }, seconds);
      if (outcome === "ok") successes.setToCurrentTime({ job_name });
    },
  };
}

/**
 * Registers the metrics of the process under the names of prom-client's own collectors. Those read
 * /proc, which needs the permission to read all files, and show 0 without it.
 */
function registerProcess(registry: Registry, build: string | null): void {
  register(registry, [
    {
      name: "process_cpu_seconds_total",
      help: "User and system CPU time spent",
      read() {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1_000_000;
      },
    },
    {
      name: "process_start_time_seconds",
      help: "When the process started",
      read: () => performance.timeOrigin / 1000,
    },
    {
      name: "process_resident_memory_bytes",
      help: "Resident memory",
      read: () => Deno.memoryUsage().rss,
    },
    {
      name: "process_open_fds",
      help: "Lowest free file descriptor; at least this many are open",
      read: findFreeDescriptor,
    },
  ]);
  const labels = { build: build ?? "unknown", deno: Deno.version.deno };
  const labelNames = Object.keys(labels);
  new Gauge({
    name: "jauge_build_info",
    help: "1; the labels name the running version",
    labelNames,
    registers: [registry],
  })
    .set(labels, 1);
}

/** Returns the lowest free file descriptor; null if none is free. */
function findFreeDescriptor(): number | null {
  try {
    const descriptor = openSync(import.meta.dirname!, "r");
    closeSync(descriptor);
    return descriptor;
  } catch {
    return null;
  }
}
