/** Returns the newest snapshot, and replaces it when the revision has changed. @module */

import { setTimeout as delay } from "node:timers/promises";
import type { Db } from "../db/db.ts";
import { readCurrentState } from "../db/current/snapshot_rows.ts";
import { getState } from "../db/data_state.ts";
import { buildSnapshot, type Snapshot } from "./snapshot.ts";

/** The source of snapshots for operations. */
export type SnapshotSource = {
  /** Returns the newest snapshot, or null before the first. Never waits. */
  current(): Snapshot | null;
  /**
   * Returns true if the last check of the database failed; the snapshot may be older than the data.
   */
  isFailing(): boolean;
  /**
   * Checks the revision now, and replaces the snapshot if it has changed. Throws if the database is
   * unavailable.
   */
  refresh(): Promise<Snapshot | null>;
};

/**
 * A source that can check by itself, for databases to which others write. It returns a function
 * that stops the checks.
 */
export type WatchingSource = SnapshotSource & { watch(): () => void };

/** A source without snapshots, so that everything is read from the database. */
export const noSnapshots: WatchingSource = {
  current: () => null,
  isFailing: () => false,
  refresh: () => Promise.resolve(null),
  watch: () => () => {},
};

type SourceOptions = {
  checkMs?: number;
  onError?: (error: unknown) => void;
  onSwap?: (durationMs: number) => void;
  /** Wait before the first snapshot is read. */
  firstWaitMs?: number;
};

class DbSnapshots implements WatchingSource {
  readonly #checkMs: number;
  #snapshot: Snapshot | null = null;
  #checkedAtMs = -Infinity;
  #running: Promise<Snapshot | null> | null = null;
  #isFailing = false;

  constructor(private readonly db: Db, private readonly options: SourceOptions) {
    this.#checkMs = options.checkMs ?? 1000;
  }

  current(): Snapshot | null {
    if (performance.now() - this.#checkedAtMs > this.#checkMs) this.#check();
    return this.#snapshot;
  }

  isFailing(): boolean {
    return this.#isFailing;
  }

  watch(): () => void {
    const timer = setInterval(() => this.#check(), this.#checkMs);
    return () => clearInterval(timer);
  }

  refresh(): Promise<Snapshot | null> {
    // A load in progress may have read before the caller's write, so another one follows it.
    const before = this.#running?.catch(() => null) ?? Promise.resolve();
    const next = before.then(() => this.#load()).then((loaded) => {
      this.#isFailing = false;
      return loaded;
    }, (error) => {
      this.#isFailing = true;
      throw error;
    }).finally(() => {
      if (this.#running === next) this.#running = null;
      this.#checkedAtMs = performance.now();
    });
    this.#running = next;
    return next;
  }

  #check(): void {
    if (this.#running) return;
    this.#checkedAtMs = performance.now();
    const wasFailing = this.#isFailing;
    this.refresh().catch((error) => {
      if (!wasFailing) this.options.onError?.(error);
    });
  }

  async #load(): Promise<Snapshot | null> {
    const { db, options } = this;
    if (!this.#snapshot && options.firstWaitMs) await delay(options.firstWaitMs);
    const last = this.#snapshot;
    if (last && (await getState(db)).revision === last.revision) return last;
    const startedMs = performance.now();
    // After an outage it may be another server with another history.
    const before = this.#isFailing ? null : last;
    const read = await db.transaction((tx) => readCurrentState(tx, before?.state), {
      readOnly: true,
    });
    if (!read) return last;
    this.#snapshot = await buildSnapshot(read, before);
    options.onSwap?.(performance.now() - startedMs);
    return this.#snapshot;
  }
}

/**
 * Creates a source that checks the revision at most every `checkMs` when it is used. The current
 * snapshot stays in use until the next one is built, and while the database is unavailable.
 */
export function createSnapshotSource(db: Db, options: SourceOptions = {}): WatchingSource {
  return new DbSnapshots(db, options);
}
