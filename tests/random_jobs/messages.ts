/** What an instance and its parent say to each other. @module */

import type { JobName } from "../../ingest/jobs.ts";
import type { JobOutcome } from "../../lib/platform/job.ts";
import type { LoggedLine } from "../support/log.ts";

/** Whether the instance's name server works. */
export type Dns = "works" | "fails";

/**
 * What an instance finds while a job runs: the time, its name server, and how long it waits for a
 * push service.
 */
export type Conditions = { at: string; dns: Dns; pushTimeoutMs: number };

/**
 * Open a database; run a job; or let the jobs end that were started, and perhaps close the
 * database.
 */
export type Order =
  | { env: Record<string, string> }
  | { job: JobName } & Conditions
  | { settle: JobName[]; isLast: boolean };

/** An order with its number, which the reply has too. */
export type NumberedOrder = Order & { id: number };

/** An order was obeyed; or a job ended, with the warnings and errors since the last one. */
export type Reply = { done: number } | { ended: string; outcome: JobOutcome; faults: LoggedLine[] };
