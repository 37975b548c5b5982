/** Reads history files back. @module */

import { equal } from "./assert.ts";
import { createHash } from "node:crypto";
import { parquetReadObjects } from "../packages/hyparquet.ts";
import { ChunkedFile } from "../../ingest/history/chunked_file.ts";
import type { Db } from "../../lib/db/db.ts";
import {
  beginDraft,
  CHUNK_BYTES,
  getHistoryIndex,
  listFiles,
  readPart,
  storeChunk,
} from "../../lib/db/history/history_files.ts";
import type { HistoryFile, HistoryRow } from "../../lib/domain/history_files.ts";
import { toPriceText } from "../../lib/shared/price/money.ts";
import { addDays, endOfParisDay, toParisDay } from "../../lib/shared/time/paris_time.ts";

/**
 * Returns a row of the file as it was before it was written. The reader multiplies decimals, and
 * may be off by a tiny amount.
 */
export function toWritten(
  { price, since, until, confirmed, ...row }: Record<string, unknown>,
): HistoryRow {
  const toMs = (at: unknown) => at instanceof Date ? at.getTime() : null;
  const times = { since: toMs(since), until: toMs(until), confirmed: toMs(confirmed) };
  return { ...row as HistoryRow, price: Math.round(1000 * Number(price)), ...times };
}

/** Returns the listed files by name. */
export async function readListed(db: Db): Promise<Map<string, HistoryFile>> {
  return new Map((await getHistoryIndex(db)).files.map((file) => [file.name, file]));
}

/** Returns the bytes of a stored file. Their length and hash must match the list. */
export async function readContent(db: Db, file: HistoryFile): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(file.bytes);
  let at = 0;
  for await (const piece of readPart(db, file.versioned_name, { first: 0, length: file.bytes })) {
    content.set(piece, at);
    at += piece.length;
  }
  equal(createHash("sha256").update(content).digest("hex"), file.sha256, file.name);
  return content;
}

/** Fields of a listed file that no test reads. */
export const LISTED_FILE: Omit<HistoryFile, "name" | "bytes" | "sha256" | "versioned_name"> = {
  table: "changes",
  from: "2024-01-01",
  to: "2024-12-31",
  covered_days: 366,
  closed: true,
  rows: 1,
  made_at: "2026-06-05T10:10:00.000Z",
};

/** Stores bytes as a file and returns its versioned name. */
export async function storeContent(
  db: Db,
  name: string,
  content: Uint8Array,
  now: Date,
): Promise<string> {
  const draft = await beginDraft(db, now);
  const file = new ChunkedFile((number, bytes) => storeChunk(db, { draft, number, bytes }));
  for (let at = 0; at < content.length; at += CHUNK_BYTES) {
    file.add(content.subarray(at, at + CHUNK_BYTES));
    await file.storeFull();
  }
  const { bytes, sha256 } = await file.finish();
  const versioned_name = `${sha256.slice(0, 16)}-${name}`;
  const entry = { ...LISTED_FILE, name, bytes, sha256, versioned_name };
  await listFiles(db, [{ entry, draft, origin: name, asOf: now }], now);
  return versioned_name;
}

/** Returns all rows of a Parquet file. */
export async function readParquet(
  content: Uint8Array<ArrayBuffer>,
): Promise<Record<string, unknown>[]> {
  return await parquetReadObjects({ file: content.buffer });
}

/** Returns the text of a gzipped file. */
export async function readPacked(content: Uint8Array<ArrayBuffer>): Promise<string> {
  return await new Response(
    new Blob([content]).stream().pipeThrough(new DecompressionStream("gzip")),
  ).text();
}

/**
 * Computes the 365 days of `/prices/history` at an instant from a station's rows of one fuel: the
 * last price that started by each day's end.
 */
export function carryOn(
  rows: readonly HistoryRow[],
  now: Date,
): { recordedAt: string; price: string }[] {
  const days = Array.from({ length: 365 }, (_, day) => addDays(toParisDay(now), day - 364));
  return days.flatMap((day) => {
    const last = rows.findLast(({ since }) => Number(since) < endOfParisDay(day).getTime());
    return last ? [{ recordedAt: day, price: toPriceText(Number(last.price)) }] : [];
  });
}
