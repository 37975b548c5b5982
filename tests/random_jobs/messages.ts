/** What an instance and its parent say to each other. @module */

import type { JobName } from "../../ingest/jobs.ts";
import type { JobOutcome } from "../../lib/platform/job.ts";
import type { LoggedLine } from "../support/log.ts";

/** Whether the instance's name server works. */
export type Dns = "works" | "fails";

/** Open a database; run a job as at an instant; or let the jobs end that were started, and perhaps close the database. */
export type Order =
  | { env: Record<string, string> }
  | { job: JobName; at: string; dns: Dns }
  | { settle: JobName[]; isLast: boolean };

/** An order with its number, which the reply has too. */
export type NumberedOrder = Order & { id: number };

/**
 * An order was obeyed; or a job ended, with the warnings and errors since the last one, and the number of messages that the
 * push service did not answer in time.
 */
export type Reply = { done: number } | { ended: string; outcome: JobOutcome; faults: LoggedLine[]; unanswered: number };
