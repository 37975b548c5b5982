/** Runs work of the ingest in its own thread, so that requests do not wait for it. @module */

import type { Db } from "../lib/db/db.ts";
import { type Clock, systemClock } from "../lib/platform/clock.ts";
import type { Config } from "../lib/platform/config.ts";
import type { Reports, ThreadEnd, ThreadOrder } from "./worker.ts";

/**
 * Returns true if a thread can be used. It cannot reach the embedded database, and was never tried
 * on Deno Deploy.
 */
export function canUseThread({ db, config }: { db: Db; config: Config }): boolean {
  return db.kind === "server" && !config.deploy;
}

/**
 * Does the work in a thread and returns its report. The thread ends with the work, or when `signal`
 * is aborted, which rolls back uncommitted changes. Throws the error of the work, or the signal's
 * reason.
 */
export async function runInThread<W extends keyof Reports>(
  work: W,
  { config, clock, signal }: { config: Config; clock: Clock; signal: AbortSignal },
): Promise<Reports[W]> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {
    type: "module",
    name: "ingest",
  });
  const { promise, resolve, reject } = Promise.withResolvers<Reports[W]>();
  worker.onmessage = ({ data }: MessageEvent<ThreadEnd>) => {
    if ("report" in data) resolve(data.report as Reports[W]);
    else reject(data.error);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  const onAbort = () => reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  worker.postMessage(
    { work, config, now: clock === systemClock ? null : clock() } satisfies ThreadOrder,
  );
  return await promise.finally(() => {
    signal.removeEventListener("abort", onAbort);
    worker.terminate();
  });
}
