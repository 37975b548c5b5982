/** Ends the process on SIGINT and SIGTERM. @module */

import { setTimeout as delay } from "node:timers/promises";
import { traffic } from "./traffic.ts";

/**
 * Longest wait for responses at the end. With closing it stays under the five seconds that Deno
 * Deploy leaves.
 */
export const DRAIN_MS = 3_500;
const LOOK_MS = 50;
const LEAVE_MS = 500;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** The end of a thread's work, and of the process in the first thread. */
export class Lifecycle {
  readonly #ending = new AbortController();
  #onSignal: (() => void) | null = null;

  /**
   * Aborted when the process ends: the jobs stop, `/readyz` says 503, and the crons no longer keep
   * it alive.
   */
  readonly signal: AbortSignal = this.#ending.signal;

  /** Says that the process ends. */
  abort(): void {
    this.#ending.abort();
  }

  /**
   * Has SIGINT and SIGTERM call `end`, instead of what they called before. A second signal ends the
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

/** Waits until all requests are answered, but no longer than {@link DRAIN_MS}. */
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
 * Ends a process in which all is closed, although its host or the connection to a KV that hangs
 * keeps it alive.
 */
export function leave(): void {
  Deno.unrefTimer(setTimeout(() => Deno.exit(0), LEAVE_MS));
}
