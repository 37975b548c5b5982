/** Loads small feeds for alerts, and decides about them as the job does. @module */

import { decideAlerts } from "../../ingest/alerts/decide.ts";
import type { IngestContext } from "../../ingest/context.ts";
import type { IngestReport } from "../../ingest/report.ts";
import type { Db } from "../../lib/db/db.ts";
import { createTestLog } from "./log.ts";
import { ingestFeed } from "./small_feed.ts";

/** Decides as of an instant. Returns how many messages are new or changed. */
export async function decide(
  db: Db,
  at: string,
  options: Partial<IngestContext> = {},
): Promise<number> {
  return await decideAlerts({
    db,
    clock: () => new Date(at),
    log: createTestLog().log,
    ...options,
  });
}

/** Ingests a feed as of an instant, then decides. */
export async function ingestAndDecide(
  db: Db,
  bytes: Uint8Array<ArrayBuffer>,
  { at }: { at: string },
): Promise<IngestReport> {
  const report = await ingestFeed(db, bytes, { at });
  await decide(db, at);
  return report;
}
