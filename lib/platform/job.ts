/**
 * Runs a background job: one run at a time, no longer than its timeout, and without ever throwing.
 *
 * @module
 */

import type { Log } from "./log.ts";

/** How a run ended. `ending` means that the end of the process stopped it. */
export type JobOutcome = "ok" | "failed" | "timed_out" | "ending";

/** Records the runs of jobs for the metrics. */
export type JobRecorder = {
  began(job: string): void;
  ended(job: string, outcome: JobOutcome, seconds: number): void;
};

/**
 * The shared context of all jobs of a process. `ending` is aborted before the database is closed.
 */
export type JobContext = { log: Log; ending: AbortSignal; recorder: JobRecorder };

/**
 * Options of a job. `work` stops when its signal is aborted: at the timeout, or when the process
 * ends.
 */
type JobOptions = { name: string; timeoutMs: number; work(signal: AbortSignal): Promise<unknown> };

/** Rejects with the signal's reason once it is aborted. */
function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function toBadOutcome(ending: AbortSignal, timeout: AbortSignal): JobOutcome {
  if (ending.aborted) return "ending";
  return timeout.aborted ? "timed_out" : "failed";
}

/**
 * A background job of this process. Jobs share no lock and no queue, so a job that hangs does not
 * delay others.
 */
export class Job {
  #running: Promise<JobOutcome> | null = null;
  #lastOutcome: JobOutcome | null = null;
  /** The error of the last run; null if it did not fail. */
  #lastReason: string | null = null;

  constructor(private readonly context: JobContext, private readonly options: JobOptions) {}

  /** Starts the job, or joins its run in progress. Never rejects: the log says why a run failed. */
  run(): Promise<JobOutcome> {
    return this.#running ??= this.#runOnce().finally(() => this.#running = null);
  }

  /** Waits until the current run, if there is one, has ended. */
  async settled(): Promise<void> {
    await this.#running;
  }

  /** Returns a sentence if the last run reached its timeout, else null. */
  get fault(): string | null {
    const { name, timeoutMs } = this.options;
    return this.#lastOutcome === "timed_out"
      ? `${name} was given up after ${timeoutMs / 1_000} s`
      : null;
  }

  async #runOnce(): Promise<JobOutcome> {
    const { name, timeoutMs, work } = this.options;
    const { ending, recorder } = this.context;
    const timeout = new AbortController();
    const timer = setTimeout(
      () => timeout.abort(new Error("The job reached its timeout")),
      timeoutMs,
    );
    const signal = AbortSignal.any([ending, timeout.signal]);
    const beganMs = performance.now();
    recorder.began(name);
    try {
      await Promise.race([work(signal), rejectOnAbort(signal)]);
      this.#lastOutcome = "ok";
      this.#lastReason = null;
    } catch (error) {
      this.#lastOutcome = toBadOutcome(ending, timeout.signal);
      this.#logFailure(this.#lastOutcome, error);
    } finally {
      clearTimeout(timer);
    }
    recorder.ended(name, this.#lastOutcome, (performance.now() - beganMs) / 1_000);
    return this.#lastOutcome;
  }

  #logFailure(outcome: JobOutcome, error: unknown): void {
    const { name: job, timeoutMs } = this.options;
    const { log } = this.context;
    if (outcome === "timed_out") {
      log.error("A job hung and was given up; it runs again at its next scheduled time", {
        job,
        timeoutMs,
      });
    }
    if (outcome !== "failed") return;
    const reason = String(error);
    if (reason === this.#lastReason) {
      log.info("A job failed again for the same reason", { job, reason });
    } else log.warn("A job failed; it runs again at its next scheduled time", { job, error });
    this.#lastReason = reason;
  }
}
