/** Lists the metrics of a running service. @module */

import type { Deps } from "../operations/mod.ts";
import type { Config } from "../platform/config.ts";
import type { JobOutcome, JobRecorder } from "../platform/job.ts";
import { Durations, DurationsBy, type Metric, type Sample } from "../platform/metrics.ts";
import { createProcessMetrics } from "../platform/process_metrics.ts";
import { uncaughtErrors } from "../platform/uncaught_errors.ts";
import type { Quota } from "./quota.ts";

const STATUS_CLASSES = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/** Requests by the pattern of their route and the class of their status. */
class Requests {
  readonly #byClass = STATUS_CLASSES.map(() => new DurationsBy("route"));

  /** Counts one. A route of null: a file of the pages, or an address that no route takes. */
  add(route: string | null, status: number, ms: number): void {
    this.#byClass[Math.floor(status / 100) - 1]?.add(route ?? "other", ms / 1000);
  }

  toSamples(): Sample[] {
    return this.#byClass.flatMap((durations, i) => durations.toSamples({ status: STATUS_CLASSES[i]! }));
  }
}

/** Times of the background jobs. */
class JobTimes implements JobRecorder {
  readonly #durations = new Map<JobOutcome, DurationsBy>();

  began(): void {}

  ended(job: string, outcome: JobOutcome, seconds: number): void {
    this.#durations.getOrInsertComputed(outcome, () => new DurationsBy("job")).add(job, seconds);
  }

  toSamples(): Sample[] {
    return [...this.#durations].flatMap(([outcome, durations]) => durations.toSamples({ outcome }));
  }
}

/** Counters of events; the other metrics are read from their sources. */
export type Counts = {
  requests: Requests;
  ingests: DurationsBy;
  jobs: JobTimes;
  swaps: Durations;
  lag: Durations;
};

/** Counts at their beginning. */
export function createCounts(): Counts {
  return {
    requests: new Requests(),
    ingests: new DurationsBy("outcome"),
    jobs: new JobTimes(),
    swaps: new Durations(),
    lag: new Durations(),
  };
}

/** An age in seconds; nothing while there is no snapshot. */
function toAge({ clock }: Deps, ms: number | null = null): Sample[] {
  return ms === null ? [] : [{ value: Math.max(0, (clock().getTime() - ms) / 1000) }];
}

/** The sources of metrics. `routes`: the queue of route plans of this thread. */
type MetricSources = {
  config: Config;
  counts: Counts;
  deps: Deps;
  quota: Quota;
  routes: { readonly waiting: number };
};

/** Metrics of what requests wait for: the database, the routing engine, and their turn. */
function createQueueMetrics({ deps, routes }: Pick<MetricSources, "deps" | "routes">): Metric[] {
  return [
    {
      ...{ name: "jauge.db.connections", kind: "gauge", unit: "{connection}" },
      help: "Connections to the database: in use, idle, and the most there may be",
      read: () => {
        const { inUse, idle, size } = deps.db.connections();
        return Object.entries({ in_use: inUse, idle, size }).map(([state, value]) => ({ labels: { state }, value }));
      },
    },
    {
      ...{ name: "jauge.db.waiting", kind: "gauge", unit: "{request}" },
      help: "Callers that wait for a connection to the database",
      read: () => [{ value: deps.db.connections().waiting }],
    },
    {
      ...{ name: "jauge.routing.questions", kind: "counter", unit: "{question}" },
      help: "Questions of routes to the routing engine, by what came of them",
      read: () =>
        Object.entries(deps.routing?.counts ?? {}).map(([outcome, value]) => ({ labels: { outcome }, value })),
    },
    {
      ...{ name: "jauge.routes.waiting", kind: "gauge", unit: "{question}" },
      help: "Routes with plans that wait for their turn",
      read: () => [{ value: routes.waiting }],
    },
  ];
}

/** The metrics of a service, as docs/operations.md lists them. */
export function createMetrics({ config, counts, deps, quota, routes }: MetricSources): Metric[] {
  const timed = (name: string, help: string, read: () => Sample[]): Metric => ({
    ...{ name, kind: "durations", unit: "s", help, read },
  });
  return [
    timed("jauge.http.request.duration", "Requests by route and class of status", () => counts.requests.toSamples()),
    timed("jauge.ingest.duration", "Ingests of the feed by this process, by outcome", () => counts.ingests.toSamples()),
    timed("jauge.job.duration", "Runs of background jobs, by job and outcome", () => counts.jobs.toSamples()),
    timed("jauge.snapshot.swap.duration", "Snapshots read and put in place", () => [{ value: counts.swaps }]),
    timed("jauge.event_loop.lag", "How late the event loop gets to a timer", () => [{ value: counts.lag }]),
    {
      ...{ name: "jauge.quota.refusals", kind: "counter", unit: "{request}" },
      help: "Requests refused because of the quota",
      read: () => Object.entries(quota.refusals).map(([bucket, value]) => ({ labels: { bucket }, value })),
    },
    {
      name: "jauge.uncaught.errors",
      kind: "counter",
      unit: "{error}",
      help: "Errors that no code handled",
      read: () => [{ value: uncaughtErrors.count }],
    },
    {
      ...{ name: "jauge.feed.age", kind: "gauge", unit: "s" },
      help: "Since the newest price of the feed that is served",
      read: () => toAge(deps, deps.snapshots.current()?.feedAtMs),
    },
    {
      ...{ name: "jauge.as_of.age", kind: "gauge", unit: "s" },
      help: "Since the last good ingest that is served",
      read: () => toAge(deps, deps.snapshots.current()?.asOfMs),
    },
    ...createQueueMetrics({ deps, routes }),
    ...createProcessMetrics(config),
  ];
}
