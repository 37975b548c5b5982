/** Defines the messages between an instance and its parent. @module */

import type { JobName } from "../../ingest/jobs.ts";
import type { JobOutcome } from "../../lib/platform/job.ts";
import type { LoggedLine } from "../support/log.ts";

/** Whether the instance's name server works. */
export type Dns = "works" | "fails";

/**
 * The conditions while a job runs: the time, the name server, and the timeout of a push service.
 */
export type Conditions = { at: string; dns: Dns; pushTimeoutMs: number };

/**
 * Open a database; run a job; or wait for the jobs that were started, and optionally close the
 * database.
 */
export type Order =
  | { env: Record<string, string> }
  | { job: JobName } & Conditions
  | { settle: JobName[]; isLast: boolean };

/** An order with a number that its reply repeats. */
export type NumberedOrder = Order & { id: number };

/** An order is done, or a job ended with the warnings and errors since the last one. */
export type Reply = { done: number } | { ended: string; outcome: JobOutcome; faults: LoggedLine[] };
