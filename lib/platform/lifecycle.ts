/** Ends the process on SIGINT and SIGTERM. @module */

import { setTimeout as delay } from "node:timers/promises";
import { traffic } from "./traffic.ts";

/**
 * Longest wait for responses at the end. Together with closing it stays below the five seconds that
 * Deno Deploy allows.
 */
export const DRAIN_MS = 3_500;
const LOOK_MS = 50;
const LEAVE_MS = 500;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Controls the end of a thread, and in the first thread that of the process. */
export class Lifecycle {
  readonly #ending = new AbortController();
  #onSignal: (() => void) | null = null;

  /**
   * Aborted when the process ends: jobs stop, `/readyz` returns 503, and the crons no longer keep
   * the process alive.
   */
  readonly signal: AbortSignal = this.#ending.signal;

  /** Announces the end of the process. */
  abort(): void {
    this.#ending.abort();
  }

  /**
   * Makes SIGINT and SIGTERM call `end` in place of an earlier function. A second signal ends the
   * process at once.
   */
  endOnSignal(end: () => unknown): void {
    this.#ignoreSignals();
    this.#onSignal = () => {
      this.#ignoreSignals();
      end();
    };
    for (const signal of SIGNALS) Deno.addSignalListener(signal, this.#onSignal);
  }

  #ignoreSignals(): void {
    if (this.#onSignal) {
      for (const signal of SIGNALS) Deno.removeSignalListener(signal, this.#onSignal);
    }
    this.#onSignal = null;
  }
}

/** Waits until all requests are finished, but no longer than {@link DRAIN_MS}. */
export async function drain(): Promise<void> {
  for (
    let waitedMs = 0;
    traffic.answered < traffic.requests && waitedMs < DRAIN_MS;
    waitedMs += LOOK_MS
  ) {
    await delay(LOOK_MS);
  }
}

/**
 * Ends a process after everything is closed, even if its host or a connection to a KV that hangs
 * keeps it alive.
 */
export function leave(): void {
  Deno.unrefTimer(setTimeout(() => Deno.exit(0), LEAVE_MS));
}
