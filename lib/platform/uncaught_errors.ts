/**
 * Keeps a thread alive when an error reaches no `catch`: logs it with its request, counts it and
 * reports it.
 *
 * @module
 */

import { AsyncLocalStorage } from "node:async_hooks";
import type { Log } from "./log.ts";

/**
 * The ID of the request that the code works for; undefined in jobs, and in what a timer or a socket
 * calls.
 */
export const requestInProgress = new AsyncLocalStorage<string>();

/** How many errors of this thread reached no `catch`. */
export const uncaughtErrors = { count: 0 };

/** The service cannot work, for a reason in words for its operator. */
export class StartError extends Error {}

/** `report` gets the error in one line. */
type Exits = { log(): Log; report(text: string): void };

const MAX_REPORT_LENGTH = 300;

function toReport(error: unknown, requestId: string | undefined): string {
  const text = String(error).slice(0, MAX_REPORT_LENGTH);
  return requestId === undefined ? text : `${text} (request ${requestId})`;
}

/**
 * From now on an error that reaches no `catch` no longer ends the process, except a {@link
 * StartError}.
 */
export function surviveUncaughtErrors({ log, report }: Exits): void {
  const survive = (event: Event, error: unknown) => {
    if (error instanceof StartError) return;
    event.preventDefault();
    uncaughtErrors.count++;
    const requestId = requestInProgress.getStore();
    log().error("An error was not handled; the service goes on", { requestId, error });
    report(toReport(error, requestId));
  };
  addEventListener("error", (event) => survive(event, event.error));
  addEventListener("unhandledrejection", (event) => survive(event, event.reason));
}
