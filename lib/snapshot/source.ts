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
 * A source that can check by itself, for databases to which others write. The returned function
 * ends that.
 */
type WatchingSource = SnapshotSource & { watch(): () => void };

/** A source without snapshots, so that everything is read from the database. */
export const noSnapshots: WatchingSource = {
  current: () => null,
  isFailing: () => false,
  refresh: () => Promise.resolve(null),
  watch: () => () => {},
};

/**
 * Creates a source that checks the revision at most every `checkMs` when it is used. The present
 * snapshot stays in use until the next one is built, and while the database is unavailable.
 */
export function createSnapshotSource(
  db: Db,
  options: {
    checkMs?: number;
    onError?: (error: unknown) => void;
    onSwap?: (durationMs: number) => void;
    firstWaitMs?: number;
  } = {},
): WatchingSource {
  const checkMs = options.checkMs ?? 1000;
  let snapshot: Snapshot | null = null;
  let checkedAt = -Infinity;
  let running: Promise<Snapshot | null> | null = null;
  let isFailing = false;

  async function load(): Promise<Snapshot | null> {
    if (!snapshot && options.firstWaitMs) await delay(options.firstWaitMs);
    if (snapshot && (await getState(db)).revision === snapshot.revision) return snapshot;
    const startedMs = performance.now();
    // After an outage it may be another server with another history.
    const before = isFailing ? null : snapshot;
    const read = await db.transaction((tx) => readCurrentState(tx, before?.state), {
      readOnly: true,
    });
    if (!read) return snapshot;
    snapshot = await buildSnapshot(read, before);
    options.onSwap?.(performance.now() - startedMs);
    return snapshot;
  }

  // A load in progress may have read before the caller's write, so another one follows it.
  function refresh(): Promise<Snapshot | null> {
    const before = running?.catch(() => null) ?? Promise.resolve();
    const next = before.then(load).then((loaded) => {
      isFailing = false;
      return loaded;
    }, (error) => {
      isFailing = true;
      throw error;
    }).finally(() => {
      if (running === next) running = null;
      checkedAt = performance.now();
    });
    running = next;
    return next;
  }

  function check(): void {
    if (running) return;
    checkedAt = performance.now();
    const wasFailing = isFailing;
    refresh().catch((error) => {
      if (!wasFailing) options.onError?.(error);
    });
  }

  function current(): Snapshot | null {
    if (performance.now() - checkedAt > checkMs) check();
    return snapshot;
  }

  function watch(): () => void {
    const timer = setInterval(check, checkMs);
    return () => clearInterval(timer);
  }

  return { current, isFailing: () => isFailing, refresh, watch };
}
