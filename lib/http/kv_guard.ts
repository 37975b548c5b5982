/** Keeps a KV that fails, hangs or is locked by another process from failing requests. @module */

import type { Log } from "../platform/log.ts";

/** Longest time in milliseconds that is tried while others change an entry or have the file locked. */
export const GIVE_UP_MS = 5_000;
const PAUSE_MS = 5;

/** Whether an error means that another process is writing: it passes by itself. */
function isLocked(error: unknown): boolean {
  return /locked|busy/i.test(String(error));
}

/** A moment's pause, of random length so that two who wait do not meet again. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
}

/** What `work` answers, tried again while the file is locked. Throws any other error, and that one after 5 s. */
export async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  for (const untilMs = performance.now() + GIVE_UP_MS;;) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || performance.now() > untilMs) throw error;
    }
    await pause();
  }
}

/** Longest time a request waits for the KV. */
const TIMEOUT_MS = 3_000;
const RETRY_MS = 5_000;
/** More requests than this are not made to wait for one writer. */
const MAX_WAITING = 512;

/** Lets work through while the KV answers; after a failure nobody waits until a trial has succeeded. */
export class KvGuard {
  #isDown = false;
  #isClosed = false;
  #waiting = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A failure is logged once, and once that it is over. */
  constructor(private readonly kv: Deno.Kv, private readonly log: Log) {}

  /** Whether the KV may be used now. */
  get isOpen(): boolean {
    return !this.#isDown && this.#waiting < MAX_WAITING;
  }

  /** What `work` answers; null when the KV is away, fails, or takes too long (`late` then gets what comes of it). */
  async run<T>(work: () => Promise<T>, late: (result: T) => Promise<void> = async () => {}): Promise<T | null> {
    if (!this.isOpen) return null;
    this.#waiting += 1;
    const running = work();
    try {
      return await withTimeout(running);
    } catch (error) {
      // A result that comes after all must not be lost; an error has been logged already.
      running.then(late).catch(() => {});
      this.#noteDown(error);
      return null;
    } finally {
      this.#waiting -= 1;
    }
  }

  /** Ends the trials. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #noteDown(error: unknown): void {
    if (this.#isDown || this.#isClosed) return;
    this.#isDown = true;
    this.log.warn("Quota counters are not shared: the KV does not answer; counting locally", { error });
    this.#tryLater();
  }

  #tryLater(): void {
    this.#timer = setTimeout(async () => {
      try {
        await withTimeout(this.kv.set(["quota_trial"], true, { expireIn: RETRY_MS }));
        this.#isDown = false;
        this.log.info("Quota counters are shared again");
      } catch {
        if (!this.#isClosed) this.#tryLater();
      }
    }, RETRY_MS);
    Deno.unrefTimer(this.#timer as unknown as number);
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The KV did not answer within ${TIMEOUT_MS} ms`)), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
