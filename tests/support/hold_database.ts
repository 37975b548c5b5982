/**
 * Runs a process that holds the embedded database of a folder and writes, for tests of locks and
 * kills.
 *
 * @module
 */

import { openDb } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import { readRows, toIngestContext, wrapTransactions } from "./load.ts";
import { createTestLog } from "./log.ts";

/** Prints the number of each row once it is committed. It runs until it is killed. */
async function writeRows(db: Db): Promise<never> {
  const text = "insert into coverage (day, source) values (date '2026-01-01' + $1::int, 'feed')";
  for (let number = 0;; number++) {
    await db.query({ name: "hold", text, values: [number] });
    console.log(number);
  }
}

/**
 * Ingests a feed, and prints `written` instead of committing once everything is written. It runs
 * until it is killed.
 */
async function ingestAlmost(db: Db, file: string): Promise<void> {
  const [[before]] = await readRows(db, "select count(*) from station") as [[number]];
  const stuck = wrapTransactions(db, async (tx, work) => {
    const result = await work(tx);
    const [[count]] = await readRows(tx, "select count(*) from station") as [[number]];
    if (count > before) {
      console.log("written");
      setInterval(() => {}, 1e9); // keeps the process alive
      await new Promise(() => {});
    }
    return result;
  });
  await runIngest(toIngestContext(stuck, "2026-06-05T10:20:00Z"), {
    kind: "file",
    name: file,
    bytes: await Deno.readFile(file),
  });
}

if (import.meta.main) {
  const [dataDir = "", file] = Deno.args;
  const db = await openDb({ databaseUrl: null, dataDir, deploy: false }, {
    log: createTestLog().log,
  });
  console.log("open");
  await (file ? ingestAlmost(db, file) : writeRows(db));
}
