/** Takes the lock that lets one writer at a time change the data. @module */

import type { Queryable } from "../db.ts";

/** Keys of advisory locks: of everything that writes ("JAUGE" on a telephone keypad), and of ingests among themselves. */
const WRITER_LOCK = 52_843;
const INGEST_LOCK = 52_844;

/**
 * Takes the writers' lock for an ingest until the transaction ends; false at once when another ingest is running, which does
 * the same work. A short transaction of a backfill is waited for. On the embedded database transactions follow one another
 * anyway, and both locks are always free.
 */
export async function tryWriterLock(tx: Queryable): Promise<boolean> {
  const [row] = await tx.query<{ locked: boolean }>({
    name: "ingest_lock",
    text: `select pg_try_advisory_xact_lock(${INGEST_LOCK}) as locked`,
  });
  if (row.locked) await takeWriterLock(tx);
  return row.locked;
}

/** Waits for the writers' lock and holds it until the transaction ends. For long work cut into short transactions. */
export async function takeWriterLock(tx: Queryable): Promise<void> {
  await tx.query({ name: "take_writer_lock", text: `select pg_advisory_xact_lock(${WRITER_LOCK})` });
}
