/**
 * Loads feeds and archives into a test's database as of an instant, and reads rows back.
 *
 * @module
 */

import { equal } from "./assert.ts";
import { backfillArchive, type BackfillOptions } from "../../ingest/archive/backfill.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import type { IngestReport } from "../../ingest/report.ts";
import { type IngestOptions, runIngest } from "../../ingest/run_ingest.ts";
import type { Db, Queryable } from "../../lib/db/db.ts";
import { toArchiveXml, type XmlStation } from "./archive_xml.ts";
import { createTestLog } from "./log.ts";

/** A file as its bytes, or as its stations. */
export type TestFile = readonly XmlStation[] | Uint8Array;

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

function toFileBytes(file: TestFile): Uint8Array<ArrayBuffer> {
  return file instanceof Uint8Array ? file as Uint8Array<ArrayBuffer> : toBytes(toArchiveXml(file));
}

/** Returns the context of ingest and backfill at an instant. */
export function toIngestContext(db: Db, now: string | number | Date) {
  return { db, clock: () => new Date(now), log: createTestLog().log };
}

/**
 * Ingests a feed and checks the outcome, unless `outcome` is null. `force` keeps small feeds from
 * being rejected.
 */
export async function ingest(
  db: Db,
  now: string | number | Date,
  feed: TestFile,
  { outcome = "changed", force = true, ...options }: IngestOptions & { outcome?: string | null } =
    {},
): Promise<IngestReport> {
  const source = { kind: "file" as const, name: "feed.xml", bytes: toFileBytes(feed) };
  const report = await runIngest(toIngestContext(db, now), source, { force, ...options });
  if (outcome !== null) equal(report.outcome, outcome, report.message ?? "");
  return report;
}

/** Loads an archive as of an instant. Returns the report. */
export async function backfill(
  db: Db,
  now: string | number | Date,
  file: TestFile,
  options: BackfillOptions = {},
) {
  const archive = await openArchive({
    kind: "bytes",
    name: "archive.xml",
    bytes: toFileBytes(file),
  });
  return await backfillArchive(toIngestContext(db, now), archive, options);
}

/** Returns the rows of a query as arrays of their values. */
export async function readRows(db: Queryable, text: string): Promise<unknown[][]> {
  return (await db.query({ text })).map((row) => Object.values(row));
}

/** Resets a database to the state after its migrations, for the next order of loading. */
export async function emptyTables(db: Db): Promise<void> {
  const history = "price_change, current_price, pending_price, suspect_price, daily_mean, coverage";
  const tables = `station, station_brand, stock_out, closure, absence, ${history}, ingest_run`;
  await db.query({ text: `truncate ${tables} restart identity cascade` });
  await db.query({
    text: "update data_state set revision = 0, as_of = null, feed_at = null, first_as_of = null",
  });
}

/** Wraps the database so that `around` runs the work of every transaction. */
export function wrapTransactions(
  db: Db,
  around: <T>(tx: Queryable, work: (tx: Queryable) => Promise<T>) => Promise<T>,
): Db {
  const transaction: Db["transaction"] = (work, options) =>
    db.transaction((tx) => around(tx, work), options);
  return new Proxy(db, {
    get(_, name: keyof Db) {
      const value = db[name];
      if (name === "transaction") return transaction;
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
}
