/**
 * Keeps the import log: ingest runs, the progress of archives, quarantine and refused feeds.
 *
 * @module
 */

import { type Queryable, readOne } from "../db.ts";
import { writeRows } from "../bulk.ts";

/** How a run ended. `busy` means that another run was in progress, so this one did nothing. */
export type RunOutcome = "changed" | "unchanged" | "refused" | "failed" | "busy";

/** A run for the log; `source` is an address or file name. Fields are null if unknown. */
export type RunToWrite = {
  kind: "feed" | "archive" | "brands";
  source: string;
  startedAt: Date;
  finishedAt: Date;
  outcome: RunOutcome;
  /** Newest time of a price in the feed. */
  feedAt: Date | null;
  /** SHA-256 of the unpacked XML, hexadecimal. */
  contentHash: string | null;
  etag: string | null;
  lastModified: string | null;
  counts: Record<string, unknown>;
  message: string | null;
};

const INSERT_RUN = `
  insert into ingest_run (
    kind, source, started_at, finished_at, outcome, feed_at, content_hash, etag, last_modified,
    counts, message
  )
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::jsonb, $11)
  returning id`;

/**
 * The number of runs kept of each kind. Feeds, one every ten minutes, are kept for a hundred days.
 */
export const KEPT_RUNS: Readonly<Record<RunToWrite["kind"], number>> = {
  feed: 15_000,
  archive: 400,
  brands: 400,
};

// Counts runs instead of using their age, which a wrong clock falsifies. Keeps the last good run of
// each source, and skips locked rows.
const FORGET_RUNS = `
  delete from ingest_run
  where id in (
    select id
    from ingest_run r
    where kind = $1
      and outcome is not null
      and id <= (select id from ingest_run where kind = $1 order by id desc offset $2 limit 1)
      and id not in (
        select max(id)
        from ingest_run
        where kind = $1 and outcome in ('changed', 'unchanged')
        group by source
      )
      and not exists (select from backfill_progress p where p.ingest_run_id = r.id)
    for update skip locked
  )`;

/**
 * Records a finished run and returns its number. Deletes the oldest runs, with the rows that only
 * they refused.
 */
export async function insertRun(db: Queryable, run: RunToWrite): Promise<number> {
  const { id } = await readOne<{ id: number }>(db, {
    name: "run_insert",
    text: INSERT_RUN,
    values: [
      run.kind,
      run.source,
      run.startedAt,
      run.finishedAt,
      run.outcome,
      run.feedAt,
      run.contentHash,
      run.etag,
      run.lastModified,
      JSON.stringify(run.counts),
      run.message,
    ],
  });
  await db.query({
    name: "runs_forget",
    text: FORGET_RUNS,
    values: [run.kind, KEPT_RUNS[run.kind]],
  });
  return id;
}

/** The last good run of a feed. */
export type GoodRun = {
  source: string;
  content_hash: string | null;
  etag: string | null;
  last_modified: string | null;
  counts: Record<string, unknown>;
};

/** Returns the last run whose feed was accepted (changed or unchanged), or null. */
export async function getLastGoodRun(db: Queryable): Promise<GoodRun | null> {
  const [row] = await db.query<GoodRun>({
    name: "run_last_good",
    text: `
      select source, content_hash, etag, last_modified, counts
      from ingest_run
      where kind = 'feed' and outcome in ('changed', 'unchanged')
      order by id desc
      limit 1`,
  });
  return row ?? null;
}

type QuarantineRow = { stationId: string; reason: string; raw: string };

const QUARANTINE = `
  insert into quarantine (ingest_run_id, station_id, reason, raw, last_seen_at)
  select $4, station_id, reason, raw, $5
  from unnest($1::text[], $2::text[], $3::text[]) n (station_id, reason, raw)
  on conflict (station_id, reason, raw) do update set
    seen_count = quarantine.seen_count + 1,
    last_seen_at = excluded.last_seen_at,
    ingest_run_id = excluded.ingest_run_id`;

/**
 * Maximum number of rows in quarantine, and of rows that one call adds: a hostile feed may have a
 * million.
 */
export const KEPT_REFUSED_ROWS = { all: 50_000, ofOneCall: 10_000 } as const;

const FORGET_ROWS = `
  delete from quarantine
  where (select count(*) from quarantine) > ${KEPT_REFUSED_ROWS.all}
    and (station_id, reason, raw) in (
      select station_id, reason, raw
      from quarantine
      order by last_seen_at desc, station_id, reason, raw
      offset ${KEPT_REFUSED_ROWS.all}
    )`;

/**
 * Puts rows into quarantine. A row that is there already is counted once more, and belongs to this
 * run from then on.
 */
export async function quarantine(
  tx: Queryable,
  rows: readonly QuarantineRow[],
  { runId, at }: { runId: number; at: Date },
): Promise<void> {
  const unique = [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
    .slice(0, KEPT_REFUSED_ROWS.ofOneCall);
  if (unique.length === 0) return;
  const keys = ["stationId", "reason", "raw"] as const;
  await writeRows(tx, unique, { name: "quarantine", text: QUARANTINE, keys, more: [runId, at] });
  await tx.query({ name: "quarantine_forget", text: FORGET_ROWS });
}

/** The number of refused feeds that are kept. */
export const KEPT_FEEDS = 3;

/**
 * Keeps the bytes of a refused feed for a person to look at. Keeps equal bytes once (a broken
 * source repeats itself), and of older feeds only the newest.
 */
export async function keepRefusedFeed(
  tx: Queryable,
  feed: { runId: number; reason: string; bytes: Uint8Array; contentHash: string | null },
): Promise<void> {
  await tx.query({
    text: `insert into refused_feed (ingest_run_id, reason, bytes)
      select $1::bigint, $2::text, $3::bytea
      where not exists (
        select from refused_feed f
        join ingest_run r on r.id = f.ingest_run_id
        where r.content_hash = $4
      )`,
    values: [feed.runId, feed.reason, feed.bytes, feed.contentHash],
  });
  await tx.query({
    text: `
      delete from refused_feed
      where ingest_run_id not in (
        select ingest_run_id
        from refused_feed
        order by ingest_run_id desc
        limit ${KEPT_FEEDS}
      )`,
  });
}

/** Returns true if the archive of some year was downloaded by its number and loaded to its end. */
export async function hasYearArchive(db: Queryable): Promise<boolean> {
  const text = `select from ingest_run
    where kind = 'archive'
      and outcome in ('changed', 'unchanged')
      and source ~ '/annee/[0-9]{4}$'
    limit 1`;
  return (await db.query({ text })).length > 0;
}

/** Returns true if some archive began to load and has not been loaded to its end. */
export async function hasUnfinishedArchive(db: Queryable): Promise<boolean> {
  return (await db.query({ text: "select from backfill_progress limit 1" })).length > 0;
}

/**
 * How far an archive was loaded: its run, how many stations of the file are stored, and the tally
 * of the caller.
 */
type BackfillProgress<Tally> = { runId: number; stationsDone: number; tally: Tally };

/** How a run of an archive ended. */
export type ArchiveEnd = Pick<RunToWrite, "finishedAt" | "feedAt" | "counts" | "message"> & {
  outcome: Exclude<RunOutcome, "busy">;
};

/** Returns the progress of the archive of this identity; null if it is unknown or complete. */
export async function getProgress<Tally>(
  db: Queryable,
  identity: string,
): Promise<BackfillProgress<Tally> | null> {
  const [row] = await db.query<BackfillProgress<Tally>>({
    text: `select ingest_run_id as "runId", stations_done as "stationsDone", tally
      from backfill_progress
      where identity = $1`,
    values: [identity],
  });
  return row ?? null;
}

/** Records that an archive begins to load, and returns the number of its run. */
export async function beginProgress(
  tx: Queryable,
  { identity, source, startedAt, tally }: {
    identity: string;
    source: string;
    startedAt: Date;
    tally: unknown;
  },
): Promise<number> {
  const { id } = await readOne<{ id: number }>(tx, {
    text: `insert into ingest_run (kind, source, started_at, content_hash)
      values ('archive', $1, $2, $3)
      returning id`,
    values: [source, startedAt, identity],
  });
  await tx.query({
    text: `insert into backfill_progress (identity, ingest_run_id, stations_done, tally, updated_at)
      values ($1, $2, 0, $3::jsonb, $4)`,
    values: [identity, id, JSON.stringify(tally), startedAt],
  });
  return id;
}

/** Updates the progress of an archive, in the transaction that stores what it counts. */
export async function moveProgress(
  tx: Queryable,
  archive: { identity: string; stationsDone: number; tally: unknown; at: Date },
): Promise<void> {
  const text = `update backfill_progress
    set stations_done = $2, tally = $3::jsonb, updated_at = $4
    where identity = $1`;
  const values = [
    archive.identity,
    archive.stationsDone,
    JSON.stringify(archive.tally),
    archive.at,
  ];
  await tx.query({ name: "progress_move", text, values });
}

/** Deletes the progress of a complete archive. Loading it again then reads it again. */
export async function dropProgress(tx: Queryable, identity: string): Promise<void> {
  await tx.query({ text: "delete from backfill_progress where identity = $1", values: [identity] });
}

/**
 * Records how a run of an archive ended. An incomplete archive keeps its run, which can end again.
 */
export async function endArchiveRun(tx: Queryable, runId: number, end: ArchiveEnd): Promise<void> {
  await tx.query({
    text: `update ingest_run
      set finished_at = $2, outcome = $3, feed_at = $4, counts = $5::jsonb, message = $6
      where id = $1`,
    values: [
      runId,
      end.finishedAt,
      end.outcome,
      end.feedAt,
      JSON.stringify(end.counts),
      end.message,
    ],
  });
}
