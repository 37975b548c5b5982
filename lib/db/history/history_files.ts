/** Stores the files of past prices in chunks, lists them, and reads parts of them. @module */

import { DomainError } from "../../domain/errors.ts";
import type { HistoryFile, HistoryIndex } from "../../domain/history_files.ts";
import { ATTRIBUTION, DATA_LICENSE } from "../../domain/license.ts";
import type { Db, Queryable } from "../db.ts";

/** Bytes of each chunk but the last. */
export const CHUNK_BYTES = 262_144;

/** What a file was made from. */
export type FileOrigin = {
  /** The instant of the data. */
  as_of: Date;
  /** The changes of its months before its rows were read; null if it has no months. */
  changes: number | null;
};

/** A stored file. `is_whole` is false if chunks are missing or too short. */
export type StoredFile = HistoryFile & FileOrigin & { is_whole: boolean };

/** A file to store. */
export type FileToStore = Omit<HistoryFile, "versioned_name"> & FileOrigin & {
  /** Its content; none if the content is stored already. */
  chunks: readonly Uint8Array[];
};

const COLUMNS =
  `name, kind as "table", first_day as "from", last_day as "to", covered_days, closed, rows, bytes, sha256,
  made_at, versioned_name, as_of, changes`;

// The length of a value is read without the value.
const STORED_SQL = `select ${COLUMNS}, bytes = (
    select sum(octet_length(c.bytes)) from history_chunk c where c.sha256 = f.sha256
  ) is true as is_whole
from history_file f`;

/** Returns the listed files, in no order. */
export async function findStoredFiles(db: Queryable): Promise<StoredFile[]> {
  return await db.query({ text: `${STORED_SQL} where replaced_at is null` });
}

/** Returns the listed file of this name, or the file whose versioned name it is, even if it was replaced; null if there is none. */
export async function getStoredFile(db: Queryable, name: string): Promise<StoredFile | null> {
  const text = `${STORED_SQL} where versioned_name = $1 or (name = $1 and replaced_at is null)`;
  const rows = await db.query<StoredFile>({ name: "history_file", text, values: [name] });
  return rows[0] ?? null;
}

/** Returns the list of files by kind and period, or null if none were made. */
export async function getHistoryIndex(db: Queryable): Promise<HistoryIndex | null> {
  const text = `select ${COLUMNS} from history_file where replaced_at is null
    order by array_position('{changes,stations,daily}', kind), first_day nulls first, last_day, name desc`;
  const rows = await db.query<HistoryFile & FileOrigin>({ name: "history_index", text });
  if (rows.length === 0) return null;
  return {
    generated_at: new Date(Math.max(...rows.map(({ as_of }) => as_of.getTime()))),
    attribution: ATTRIBUTION,
    license: DATA_LICENSE,
    files: rows.map(({ as_of: _asOf, changes: _changes, ...file }) => file),
  };
}

/**
 * Yields `length` bytes of a file from `first` on, at most a chunk at a time. Each is read when the caller wants it, by a query
 * of its own. Throws SERVICE_UNAVAILABLE if a chunk is missing or too short.
 */
export async function* readPart(
  db: Queryable,
  { name, sha256 }: Pick<HistoryFile, "name" | "sha256">,
  { first, length }: { first: number; length: number },
): AsyncGenerator<Uint8Array<ArrayBuffer>, undefined> {
  const text = "select substring(bytes from $3 for $4) as bytes from history_chunk where sha256 = $1 and number = $2";
  const end = first + length;
  for (let at = first; at < end;) {
    const number = Math.floor(at / CHUNK_BYTES);
    const from = at % CHUNK_BYTES;
    const wanted = Math.min(CHUNK_BYTES - from, end - at);
    const values = [sha256, number, from + 1, wanted];
    const [chunk] = await db.query<{ bytes: Uint8Array<ArrayBuffer> }>({ name: "history_part", text, values });
    if (chunk?.bytes.length !== wanted) {
      throw new DomainError("SERVICE_UNAVAILABLE", `The file ${JSON.stringify(name)} is damaged in the database`);
    }
    yield chunk.bytes;
    at += wanted;
  }
}

const CHUNK_SQL = `insert into history_chunk as c (sha256, number, bytes) values ($1, $2, $3)
  on conflict (sha256, number) do update set bytes = excluded.bytes where c.bytes <> excluded.bytes`;
const REPLACE_SQL = `update history_file set replaced_at = $3
  where name = $1 and versioned_name <> $2 and replaced_at is null`;
const ROW = `versioned_name, name, kind, first_day, last_day, covered_days, closed, rows, bytes, sha256, made_at, as_of,
  changes`;
const FILE_SQL =
  `insert into history_file (${ROW}) select ${ROW} from json_populate_record(null::history_file, $1::json)
  on conflict (versioned_name) do update set first_day = excluded.first_day, last_day = excluded.last_day,
    covered_days = excluded.covered_days, closed = excluded.closed, made_at = excluded.made_at, as_of = excluded.as_of,
    changes = excluded.changes, replaced_at = null`;

/** Stores and lists files in place of those of the same names, all at once; `now` is noted as the end of the old ones. */
export async function storeFiles(db: Db, files: readonly FileToStore[], now: Date): Promise<void> {
  await db.transaction(async (tx) => {
    for (const { chunks, ...file } of files) {
      for (const [number, bytes] of chunks.entries()) {
        await tx.query({ name: "history_chunk", text: CHUNK_SQL, values: [file.sha256, number, bytes] });
      }
      const versioned_name = `${file.sha256.slice(0, 16)}-${file.name}`;
      await tx.query({ name: "history_replace", text: REPLACE_SQL, values: [file.name, versioned_name, now] });
      const row = { ...file, versioned_name, kind: file.table, first_day: file.from, last_day: file.to };
      await tx.query({ name: "history_store", text: FILE_SQL, values: [JSON.stringify(row)] });
    }
  });
}

/** Ends the listing of all files but `names`, and deletes those whose listing ended over an hour before `now`: downloads of them are done. */
export async function deleteReplaced(db: Db, names: readonly string[], now: Date): Promise<void> {
  const end = "update history_file set replaced_at = $2 where replaced_at is null and name <> all($1::text[])";
  const forget = "delete from history_file where replaced_at < $1::timestamptz - interval '1 hour'";
  const clear = "delete from history_chunk where sha256 not in (select sha256 from history_file)";
  await db.transaction(async (tx) => {
    await tx.query({ text: end, values: [names, now] });
    await tx.query({ text: forget, values: [now] });
    await tx.query({ text: clear });
  });
}

// By the clock of the database, which all processes share.
const LEASE_SQL = `insert into history_lease as l (holder, expires_at) values ($1, now() + interval '1 minute')
  on conflict (only_row) do update set holder = excluded.holder, expires_at = excluded.expires_at
  where l.holder = excluded.holder or l.expires_at < now() returning holder`;

/** Takes or renews the lease to make files for one minute; returns false if another process has it. */
export async function takeLease(db: Queryable, holder: string): Promise<boolean> {
  return (await db.query({ name: "history_lease", text: LEASE_SQL, values: [holder] })).length > 0;
}

/** Gives the lease back. */
export async function endLease(db: Queryable, holder: string): Promise<void> {
  await db.query({ text: "delete from history_lease where holder = $1", values: [holder] });
}
