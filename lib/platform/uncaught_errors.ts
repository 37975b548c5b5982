/**
 * Keeps a thread alive when an error reaches no `catch`: logs the error with its request, counts it
 * and reports it.
 *
 * @module
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "./log.ts";

/**
 * The ID of the request that the code handles; undefined in jobs, and in callbacks of timers and
 * sockets.
 */
export const requestInProgress = new AsyncLocalStorage<string>();

/** How many errors of this thread reached no `catch`. */
export const uncaughtErrors = { count: 0 };

/** The service cannot work. The message is for its operator. */
export class StartError extends Error {}

/** Where errors go; `report` gets the error in one line. */
type Exits = { log(): Log; report(text: string): void };

const MAX_REPORT_LENGTH = 300;

function toReport(error: unknown, requestId: string | undefined): string {
  const text = String(error).slice(0, MAX_REPORT_LENGTH);
  return requestId === undefined ? text : `${text} (request ${requestId})`;
}

/** Prevents errors that reach no `catch` from ending the process, except a {@link StartError}. */
export function surviveUncaughtErrors({ log, report }: Exits): void {
  const survive = (event: Event, error: unknown) => {
    if (error instanceof StartError) return;
    event.preventDefault();
    uncaughtErrors.count++;
    const requestId = requestInProgress.getStore();
    log().error("An error was not handled; the service continues", { requestId, error });
    report(toReport(error, requestId));
  };
  addEventListener("error", (event) => survive(event, event.error));
  addEventListener("unhandledrejection", (event) => survive(event, event.reason));
}
