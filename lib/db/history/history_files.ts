/** Stores the files of past prices in chunks, lists them, and reads parts of them. @module */

import { DomainError } from "../../domain/errors.ts";
import type { HistoryFile, HistoryIndex } from "../../domain/history_files.ts";
import { ATTRIBUTION, DATA_LICENSE } from "../../domain/license.ts";
import { type Db, type Queryable, readOne } from "../db.ts";

/** Bytes of each chunk except the last one. */
export const CHUNK_BYTES = 262_144;

/**
 * Bytes read at a time; a chunk holds a whole number of such parts. Larger buffers stay in memory
 * longer: with whole chunks, eight clients that download a year take 100 MB.
 */
export const PART_BYTES = 32_768;

/**
 * A file to list: its entry, and the draft that holds its content. `origin` changes when the file
 * would be made from other data.
 */
export type FileToList = { entry: HistoryFile; draft: string; origin: string; asOf: Date };

// PostgreSQL reads the length of a value without reading the value.
const IS_WHOLE = `(entry ->> 'bytes')::int = (
    select coalesce(sum(octet_length(bytes)), 0)
    from history_chunk
    where file = versioned_name
  )`;

/** Returns the origins of the listed files, except those of files that lack bytes. */
export async function findOrigins(db: Queryable): Promise<Set<string>> {
  const text = `select origin
    from history_file
    where replaced_at is null
    group by origin
    having bool_and(${IS_WHOLE})`;
  const rows = await db.query<{ origin: string }>({ text });
  return new Set(rows.map(({ origin }) => origin));
}

/**
 * Returns the listed file of this name, or the file of this versioned name, even if it was
 * replaced; null if neither exists.
 */
export async function getHistoryFile(
  db: Queryable,
  name: string,
): Promise<{ entry: HistoryFile; isWhole: boolean } | null> {
  const text = `select entry, ${IS_WHOLE} as "isWhole" from history_file
    where versioned_name = $1 or (entry ->> 'name' = $1 and replaced_at is null)`;
  const rows = await db.query<{ entry: HistoryFile; isWhole: boolean }>({
    name: "history_file",
    text,
    values: [name],
  });
  return rows[0] ?? null;
}

// Prices by month, then by year; stations; means. Parquet comes before CSV.
const INDEX_SQL = `
  select max(as_of) as generated_at,
    coalesce(
      json_agg(
        entry order by
          array_position(array['changes', 'stations', 'daily'], entry ->> 'table'),
          entry ->> 'name' ~ '^[0-9]{4}[.]',
          entry ->> 'to',
          entry ->> 'name' desc
      ),
      '[]'
    ) as files
  from history_file
  where replaced_at is null`;

/** Returns the list of files by kind and period. */
export async function getHistoryIndex(db: Queryable): Promise<HistoryIndex> {
  const { generated_at, files } = await readOne<Pick<HistoryIndex, "generated_at" | "files">>(db, {
    text: INDEX_SQL,
  });
  return { generated_at, attribution: ATTRIBUTION, license: DATA_LICENSE, files };
}

const PART_SQL = `
  select substring(bytes from $3 for $4) as bytes
  from history_chunk
  where file = $1 and number = $2`;

/**
 * Yields `length` bytes of a file from `first` on, in parts. Each part is a query of its own, sent
 * when the caller wants it. Throws SERVICE_UNAVAILABLE if bytes are missing.
 */
export async function* readPart(
  db: Queryable,
  versionedName: string,
  { first, length }: { first: number; length: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const end = first + length;
  for (let at = first; at < end;) {
    const start = at % CHUNK_BYTES;
    const wanted = Math.min(PART_BYTES - start % PART_BYTES, end - at);
    const values = [versionedName, Math.floor(at / CHUNK_BYTES), start + 1, wanted];
    const [chunk] = await db.query<{ bytes: Uint8Array<ArrayBuffer> }>({
      name: "history_part",
      text: PART_SQL,
      values,
    });
    if (chunk?.bytes.length !== wanted) {
      throw new DomainError(
        "SERVICE_UNAVAILABLE",
        `The file ${versionedName} is damaged in the database`,
      );
    }
    yield chunk.bytes;
    at += wanted;
  }
}

const DRAFT_SQL = `insert into history_file (versioned_name, entry, origin, as_of, replaced_at)
values ($1, '{}', '', $2, $2)`;

/**
 * Begins a file that is not listed yet, and returns the name of its draft. A draft that is never
 * listed is deleted like a replaced file.
 */
export async function beginDraft(db: Queryable, now: Date): Promise<string> {
  const draft = `draft-${crypto.randomUUID()}`;
  await db.query({ text: DRAFT_SQL, values: [draft, now] });
  return draft;
}

const CHUNK_SQL = "insert into history_chunk (file, number, bytes) values ($1, $2, $3)";

/** Stores a chunk of a draft. */
export async function storeChunk(
  db: Queryable,
  { draft, number, bytes }: { draft: string; number: number; bytes: Uint8Array },
): Promise<void> {
  await db.query({ name: "history_chunk", text: CHUNK_SQL, values: [draft, number, bytes] });
}

const REPLACE_SQL = `update history_file set replaced_at = $3
where entry ->> 'name' = $1 and versioned_name <> $2 and replaced_at is null`;
const FILE_SQL =
  "insert into history_file (versioned_name, entry, origin, as_of) values ($1, $2, $3, $4)";
const MOVE_SQL = "update history_chunk set file = $1 where file = $2";
const DELETE_SQL = "delete from history_file where versioned_name = $1";

/**
 * Lists drafts in place of the files of the same names, all at once. Stores `now` as the end of the
 * old listings.
 */
export async function listFiles(db: Db, files: readonly FileToList[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { entry, draft, origin, asOf } of files) {
      const { name, versioned_name } = entry;
      await tx.query({ text: REPLACE_SQL, values: [name, versioned_name, now] });
      // A file with this versioned name has the same bytes, unless they were damaged.
      await tx.query({ text: DELETE_SQL, values: [versioned_name] });
      await tx.query({
        text: FILE_SQL,
        values: [versioned_name, JSON.stringify(entry), origin, asOf],
      });
      await tx.query({ text: MOVE_SQL, values: [versioned_name, draft] });
      await tx.query({ text: DELETE_SQL, values: [draft] });
    }
  });
}

/**
 * Ends the listing of files of other origins. Deletes files whose listing ended over an hour before
 * `now`, when their downloads are done.
 */
export async function deleteReplaced(
  db: Queryable,
  origins: readonly string[],
  now: Date,
): Promise<void> {
  const end = `update history_file
    set replaced_at = $2
    where replaced_at is null and origin <> all($1::text[])`;
  await db.query({ text: end, values: [origins, now] });
  const text = "delete from history_file where replaced_at < $1::timestamptz - interval '1 hour'";
  await db.query({ text, values: [now] });
}

// Uses the clock of the database, which all processes share.
const LEASE_SQL = `
  insert into history_lease as l (holder, expires_at)
  values ($1, now() + interval '1 minute')
  on conflict (only_row) do update
    set holder = excluded.holder, expires_at = excluded.expires_at
    where l.holder = excluded.holder or l.expires_at < now()
  returning holder`;

/**
 * Takes or renews the lease to make files for one minute; returns false if another process has it.
 */
export async function takeLease(db: Queryable, holder: string): Promise<boolean> {
  return (await db.query({ name: "history_lease", text: LEASE_SQL, values: [holder] })).length > 0;
}

/** Gives the lease back. */
export async function endLease(db: Queryable, holder: string): Promise<void> {
  await db.query({ text: "delete from history_lease where holder = $1", values: [holder] });
}
