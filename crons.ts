/** Schedules the background jobs. @module */

import type { JobName } from "./ingest/jobs.ts";
import { isFirstThread } from "./lib/platform/thread.ts";
import { lifecycle, program } from "./program.ts";

/** Runs a job, only in the first thread, since each thread evaluates this module. */
async function runJob(name: JobName): Promise<void> {
  if (isFirstThread) await (await program.open()).jobs.run(name);
}

const { signal } = lifecycle;
// Deno Deploy finds crons when it evaluates the module, and only those without a condition around
// them.
Deno.cron("ingest the feed", "*/10 * * * *", { signal }, () => runJob("ingest"));
Deno.cron("decide alerts", "* * * * *", { signal }, () => runJob("decide_alerts"));
Deno.cron("send alerts", "* * * * *", { signal }, () => runJob("send_alerts"));
Deno.cron("check the alarm", "5-59/10 * * * *", { signal }, () => runJob("alarm"));
Deno.cron("load brands", "17 4 * * *", { signal }, () => runJob("brands"));
Deno.cron("load the archive", "37 4 * * *", { signal }, () => runJob("archive"));
Deno.cron("make the history files", "7 5 * * *", { signal }, () => runJob("history_files"));
Deno.cron("make means", "3-59/10 * * * *", { signal }, () => runJob("means"));
Deno.cron("check answers", "27 2 * * *", { signal }, () => runJob("self_check"));
Deno.cron("keep house", "47 * * * *", { signal }, () => runJob("maintenance"));
