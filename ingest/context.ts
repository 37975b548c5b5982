/** Defines the context of all writers of the ingest. @module */

import type { Db } from "../lib/db/db.ts";
import type { Clock } from "../lib/platform/clock.ts";
import type { Log } from "../lib/platform/log.ts";

/** The database to write to, the clock that dates the rows, and the log. */
export type IngestContext = { db: Db; clock: Clock; log: Log };
