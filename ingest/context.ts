/** What every writer of the ingest is given. @module */

import type { Db } from "../lib/db/db.ts";
import type { Clock } from "../lib/platform/clock.ts";
import type { Log } from "../lib/platform/log.ts";

/** The database to write to, the clock that dates what is written, and the log. */
export type IngestContext = { db: Db; clock: Clock; log: Log };
