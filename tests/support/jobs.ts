/** Creates the background jobs of a service for tests. @module */

import { type JobName, Jobs } from "../../ingest/jobs.ts";
import type { Db } from "../../lib/db/db.ts";
import type { Clock } from "../../lib/platform/clock.ts";
import type { JobOutcome } from "../../lib/platform/job.ts";
import { createMetrics, type Metrics } from "../../lib/platform/metrics/metrics.ts";
import { testConfig } from "./api_app.ts";
import { createTestLog, type TestLog } from "./log.ts";

/** A completed run of a job. */
type EndedRun = { job: string; outcome: JobOutcome };

/** Creates jobs with the settings of `env`. `ended` lists the completed runs, in order. */
export function createTestJobs(
  { db, env, clock, ending = new AbortController().signal, timeoutsMs }: {
    db: Db;
    env: Record<string, string>;
    clock: Clock;
    ending?: AbortSignal;
    timeoutsMs?: Partial<Record<JobName, number>>;
  },
): { jobs: Jobs; log: TestLog; dataDir: string; ended: EndedRun[]; metrics: Metrics } {
  const dataDir = Deno.makeTempDirSync();
  const log = createTestLog();
  const ended: EndedRun[] = [];
  const metrics = createMetrics({ build: null, threads: 1 });
  const jobs = new Jobs({
    db,
    clock,
    ending,
    forTests: { timeoutsMs },
    log: log.log,
    config: testConfig({ DATA_DIR: dataDir, ...env }),
    metrics,
    recorder: { began: () => {}, ended: (job, outcome) => ended.push({ job, outcome }) },
    onChange: () => Promise.resolve(),
  });
  return { jobs, log, dataDir, ended, metrics };
}
