/**
 * Exports the Fresh app over the program, which opens when it is first needed; importing this
 * module opens nothing.
 *
 * @module
 */

import { createApp } from "./app.ts";
import "./crons.ts";
import { drain, leave } from "./lib/platform/lifecycle.ts";
import { isFirstThread } from "./lib/platform/thread.ts";
import { surviveUncaughtErrors } from "./lib/platform/uncaught_errors.ts";
import { lifecycle, program } from "./program.ts";

/**
 * The app, for whatever serves it: Fresh's build, or `serve.ts`. The first request opens the
 * service.
 */
export const app = createApp(program.openService);

// Only the first thread has the alarm.
surviveUncaughtErrors({
  log: () => program.log,
  report: isFirstThread
    ? (text) => program.reportUncaught(text)
    : (uncaught) => self.postMessage({ uncaught }),
});

/**
 * The end under Fresh's own server, which takes no more connections after a signal, and leaves the
 * process to its jobs.
 */
async function endProgram(): Promise<void> {
  lifecycle.abort();
  // Does not open the program just to close it.
  const running = await program.open().catch(() => null);
  await running?.close(drain());
  leave();
}

if (isFirstThread) lifecycle.endOnSignal(endProgram);
