/** Runs one ingest of the official feed in its own thread, so that requests do not wait for it. @module */

import { openDb } from "../lib/db/connection.ts";
import { createClock } from "../lib/platform/clock.ts";
import type { Config } from "../lib/platform/config.ts";
import { createLog } from "../lib/platform/log.ts";
import type { IngestReport } from "./report.ts";
import { runIngest } from "./run.ts";

/** The order for the thread. `now`: the instant of a clock that was set; null: the system's clock. */
export type IngestOrder = { config: Config; now: Date | null };

/** How the ingest ended, or why it could not be run. */
export type IngestEnd = { report: IngestReport } | { error: unknown };

async function ingest({ config, now }: IngestOrder): Promise<IngestReport> {
  const clock = createClock(now);
  const log = createLog({ clock, ...config.log });
  const db = await openDb(config, { log, poolSize: 1 });
  try {
    return await runIngest({ db, clock, log }, { kind: "official", url: config.feedUrl });
  } finally {
    await db.close();
  }
}

self.onmessage = async ({ data }: MessageEvent<IngestOrder>) => {
  const end: IngestEnd = await ingest(data).then((report) => ({ report }), (error) => ({ error }));
  postMessage(end);
};
