/** Provides the two readers of the current state, and a test that runs with both. @module */

import type { Db } from "../../lib/db/db.ts";
import {
  createSnapshotSource,
  noSnapshots,
  type SnapshotSource,
} from "../../lib/snapshot/source.ts";
import { withServerDb } from "./server_db.ts";
import { TIER } from "./tier.ts";

/**
 * The reader of the current state: the snapshot in memory, or PostGIS alone as with `SNAPSHOT=off`.
 */
export type Reader = "snapshot" | "PostGIS";

/**
 * Both readers. The first tier only uses the snapshot, which the property tests compare with
 * PostGIS.
 */
export const READERS: readonly Reader[] = TIER === "first" ? ["snapshot"] : ["snapshot", "PostGIS"];

/**
 * Returns the snapshot source of an app with that reader. It checks for a new revision only when
 * the test does so.
 */
export async function createSource(db: Db, reader: Reader): Promise<SnapshotSource> {
  const source = reader === "snapshot" ? createSnapshotSource(db, { checkMs: 1e9 }) : noSnapshots;
  await source.refresh();
  return source;
}

export type ReaderOptions = {
  /** `READERS` by default. Tests whose responses cannot depend on the reader use one. */
  readers?: readonly Reader[];
  /**
   * Whether the test writes to the database. If so, each reader gets a separate one; otherwise they
   * share one.
   */
  writes?: boolean;
};

/**
 * Runs `work` with each reader over a database that `fill` has filled. A failure names the reader.
 */
export async function withReaders(
  options: ReaderOptions & { fill(db: Db): Promise<void> },
  work: (db: Db, reader: Reader) => Promise<void>,
): Promise<void> {
  const { readers = READERS, writes = false, fill } = options;
  for (const sharing of writes ? readers.map((reader) => [reader]) : [readers]) {
    await withServerDb(async (db) => {
      await fill(db);
      for (const reader of sharing) {
        await work(db, reader).catch((cause) => {
          throw new Error(`Failed with the reader ${reader}: ${cause.message}`, { cause });
        });
      }
    });
  }
}
