/**
 * Runs an ingest of the official feed, or makes the files of past prices, in its own thread, so
 * that requests do not wait.
 *
 * @module
 */

import { openDb } from "../lib/db/connection.ts";
import { createClock } from "../lib/platform/clock.ts";
import type { Config } from "../lib/platform/config.ts";
import { createLog } from "../lib/platform/log.ts";
import { makeHistory } from "./history/make_history.ts";
import type { IngestReport } from "./report.ts";
import { runIngest } from "./run_ingest.ts";

/** The result of each kind of work: a report, or the names of the files that were made. */
export type Reports = { ingest: IngestReport; history: string[] | null };

/**
 * The order for the thread. `now` is the instant of a clock that was set, or null for the system's
 * clock.
 */
export type ThreadOrder = { work: keyof Reports; config: Config; now: Date | null };

/** The result of the work, or the error that it threw. */
export type ThreadEnd = { report: Reports[keyof Reports] } | { error: unknown };

async function run({ work, config, now }: ThreadOrder): Promise<Reports[keyof Reports]> {
  const clock = createClock(now);
  const log = createLog({ clock, ...config.log });
  const db = await openDb(config, { log, poolSize: 1 });
  try {
    if (work === "history") return await makeHistory(db, { now: clock() });
    return await runIngest({ db, clock, log }, { kind: "official", url: config.feedUrl });
  } finally {
    await db.close();
  }
}

self.onmessage = async ({ data }: MessageEvent<ThreadOrder>) => {
  const end: ThreadEnd = await run(data).then((report) => ({ report }), (error) => ({ error }));
  postMessage(end);
};
