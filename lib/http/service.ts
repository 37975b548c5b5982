/** Puts together what all routes of a process share. @module */

import { allOperations, AnswerCache, type AnyOperation, type Deps } from "../operations/mod.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import { type Counts, createCounts, createMetrics } from "./metrics.ts";
import { createQuota } from "./quota.ts";
import { createRouter } from "./route.ts";
import type { Service } from "./state.ts";

/** What a service is made from. `kv` null: quotas are counted in this process alone. */
type ServiceOptions = {
  config: Config;
  db: Deps["db"];
  kv: Deno.Kv | null;
  log: Log;
  clock: Clock;
  snapshots: Deps["snapshots"];
  operations?: readonly AnyOperation[];
  /** Where others count too; its own when absent. */
  counts?: Counts;
};

/** Puts a service together. */
export function createService({ config, db, kv, log, clock, snapshots, ...options }: ServiceOptions): Service {
  const quota = createQuota({ config, kv, clock, log });
  const deps: Deps = { db, snapshots, clock, ingests: config.ingest, isQuotaShared: () => quota.isShared() };
  const operations = options.operations ?? allOperations;
  const counts = options.counts ?? createCounts();
  return {
    config,
    deps,
    log,
    clock,
    quota,
    cache: new AnswerCache(deps),
    operations,
    router: createRouter(operations),
    counts,
    metrics: createMetrics({ counts, deps, quota }),
    close: () => quota.close(),
  };
}
