/**
 * Exports the Fresh app of the program. Importing this module opens nothing; the first request
 * does.
 *
 * @module
 */

import { createApp } from "./app.ts";
import "./crons.ts";
import { drain, leave } from "./lib/platform/lifecycle.ts";
import { isFirstThread } from "./lib/platform/thread.ts";
import { surviveUncaughtErrors } from "./lib/platform/uncaught_errors.ts";
import { lifecycle, program } from "./program.ts";

/** The app, for Fresh's build and for `serve.ts`. The first request opens the service. */
export const app = createApp(program.openService);

// Only the first thread has the alarm.
surviveUncaughtErrors({
  log: () => program.log,
  report: isFirstThread
    ? (text) => program.reportUncaught(text)
    : (uncaught) => self.postMessage({ uncaught }),
});

/**
 * Ends the program under Fresh's own server, which accepts no more connections after a signal, and
 * does not stop the jobs.
 */
async function endProgram(): Promise<void> {
  lifecycle.abort();
  // Does not open the program just to close it.
  const running = await program.open().catch(() => null);
  await running?.close(drain());
  leave();
}

if (isFirstThread) lifecycle.endOnSignal(endProgram);
