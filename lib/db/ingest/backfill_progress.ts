/** Keeps where the loading of each archive stands, so that a killed one goes on. @module */

import type { Queryable } from "../db.ts";

/** How far an archive was loaded: its run, the stations stored (the first so many of the file), and the caller's own tally. */
export type BackfillProgress<Tally> = { runId: number; stationsDone: number; tally: Tally };

/** How a run of an archive ended, or null while it goes on. */
export type ArchiveEnd = {
  finishedAt: Date;
  outcome: "changed" | "unchanged" | "refused" | "failed";
  feedAt: Date | null;
  counts: Record<string, unknown>;
  message: string | null;
};

/** The progress of the archive of this identity, or null when it is unknown or was completed. */
export async function getProgress<Tally>(db: Queryable, identity: string): Promise<BackfillProgress<Tally> | null> {
  const [row] = await db.query<{ run_id: number; stations_done: number; tally: Tally }>({
    text: "select ingest_run_id as run_id, stations_done, tally from backfill_progress where identity = $1",
    values: [identity],
  });
  return row ? { runId: row.run_id, stationsDone: row.stations_done, tally: row.tally } : null;
}

/** Writes down the beginning of an archive's loading and answers the number of its run. */
export async function beginProgress(
  tx: Queryable,
  archive: { identity: string; source: string; startedAt: Date; tally: unknown },
): Promise<number> {
  const { identity, source, startedAt, tally } = archive;
  const [{ id }] = await tx.query<{ id: number }>({
    text: "insert into ingest_run (kind, source, started_at, content_hash) values ('archive', $1, $2, $3) returning id",
    values: [source, startedAt, identity],
  });
  await tx.query({
    text: `insert into backfill_progress (identity, ingest_run_id, stations_done, tally, updated_at)
      values ($1, $2, 0, $3::jsonb, $4)`,
    values: [identity, id, JSON.stringify(tally), startedAt],
  });
  return id;
}

/** Moves an archive's progress on, in the transaction that stores what it counts. */
export async function moveProgress(
  tx: Queryable,
  archive: { identity: string; stationsDone: number; tally: unknown; at: Date },
): Promise<void> {
  await tx.query({
    name: "progress_move",
    text: `update backfill_progress set stations_done = $2, tally = $3::jsonb, updated_at = $4 where identity = $1`,
    values: [archive.identity, archive.stationsDone, JSON.stringify(archive.tally), archive.at],
  });
}

/** Forgets the progress of a completed archive: to load it again is to read it again. */
export async function dropProgress(tx: Queryable, identity: string): Promise<void> {
  await tx.query({ text: "delete from backfill_progress where identity = $1", values: [identity] });
}

/** Writes down how a run of an archive ended; an archive that did not complete keeps its run and may end again. */
export async function endArchiveRun(tx: Queryable, runId: number, end: ArchiveEnd): Promise<void> {
  await tx.query({
    text: `update ingest_run set finished_at = $2, outcome = $3, feed_at = $4, counts = $5::jsonb, message = $6
      where id = $1`,
    values: [runId, end.finishedAt, end.outcome, end.feedAt, JSON.stringify(end.counts), end.message],
  });
}

/** Moves the data's revision on without moving time: something that answers are made of has changed. */
export async function moveRevision(tx: Queryable): Promise<void> {
  await tx.query({ name: "revision_move", text: "update data_state set revision = revision + 1" });
}
