/** What the routes share: without it each would open, count and keep by itself. @module */

import { type Deps, readStatus, type Status } from "../operations/mod.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import { createQuota, type Quota } from "./quota.ts";
import { ResponseCache } from "./response_cache.ts";

/** One running service. */
export type Service = {
  config: Config;
  deps: Deps;
  log: Log;
  clock: Clock;
  quota: Quota;
  cache: ResponseCache;
  /** How the data are: for /readyz and people. A database that is away is part of the answer. */
  status(): Promise<Status>;
  /** Gives back what is held in the KV. The database and the KV are closed by whoever opened them. */
  close(): Promise<void>;
};

/** What a service is made from. `kv` null: quotas are counted in this process alone. */
export type ServiceOptions = {
  config: Config;
  db: Deps["db"];
  kv: Deno.Kv | null;
  log: Log;
  clock: Clock;
  snapshots: Deps["snapshots"];
};

/** Puts a service together. */
export function createService({ config, db, kv, log, clock, snapshots }: ServiceOptions): Service {
  const deps: Deps = { db, snapshots, clock, ingests: config.ingest };
  const quota = createQuota({ config, kv, clock, log });
  return {
    config,
    deps,
    log,
    clock,
    quota,
    cache: new ResponseCache(),
    status: () => readStatus(deps),
    close: () => quota.close(),
  };
}
