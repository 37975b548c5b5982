/** Assembles what all routes of a process share. @module */

import { allOperations } from "../operations/mod.ts";
import { AnswerCache } from "../operations/answer_cache.ts";
import type { AnyOperation, Backend } from "../operations/operation.ts";
import { readBackups } from "../operations/backups.ts";
import { readKeptStatus } from "../operations/status.ts";
import { planLimit } from "../operations/route/route_plan.ts";
import type { Config } from "../platform/config.ts";
import { ValhallaEngine } from "../routing/engine.ts";
import { createMetrics, type Metrics } from "../platform/metrics/metrics.ts";
import { registerService } from "../platform/metrics/service_metrics.ts";
import { Pictures } from "./pictures.ts";
import { Bodies } from "../platform/transfer/bodies.ts";
import { Quota, type QuotaOptions } from "./quota/quota.ts";
import { Downloads } from "./downloads.ts";
import type { Service } from "./state.ts";

/** The parts of a service. If `openKv` is null, quotas are counted only in this process. */
type ServiceOptions = QuotaOptions & Pick<Backend, "db" | "snapshots" | "isEnding"> & {
  config: Config;
  operations?: readonly AnyOperation[];
  /** The metrics that other parts of the process count in; new ones if absent. */
  metrics?: Metrics;
};

/** Assembles a service. */
export function createService(
  { config, db, openKv, readSecret, log, clock, snapshots, ...options }: ServiceOptions,
): Service {
  const quota = new Quota({ config, openKv, readSecret, clock, log });
  void quota.sync(); // so that a restart forgets nothing
  const routing = config.routing && new ValhallaEngine(config.routing, log);
  const backend: Backend = {
    db,
    snapshots,
    clock,
    ingests: config.ingest,
    baseUrl: config.baseUrl,
    isQuotaShared: () => quota.isShared,
    isEnding: options.isEnding,
    routing,
    readBackups: config.deploy ? undefined : () => readBackups(config.dataDir),
  };
  const metrics = options.metrics ?? createMetrics(config);
  registerService(metrics.registry, {
    db,
    snapshots,
    quota,
    routing,
    routes: planLimit,
    clock,
    readStatus: () => readKeptStatus(backend),
  });
  const pictures = new Pictures(log);
  const ending = new AbortController();
  return {
    config,
    backend,
    log,
    clock,
    quota,
    cache: new AnswerCache(backend),
    pictures,
    bodies: new Bodies(),
    downloads: new Downloads(config),
    operations: options.operations ?? allOperations,
    metrics,
    ending: ending.signal,
    end: () => ending.abort(),
    close() {
      ending.abort();
      pictures.close();
      return quota.close();
    },
  };
}
