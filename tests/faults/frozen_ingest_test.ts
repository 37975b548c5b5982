/** An ingest that is stopped in the middle (SIGSTOP): the others say that they wait, the server ends it, and they go on. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { type Db, readOne } from "../../lib/db/db.ts";
import { tryWriterLock } from "../../lib/db/state.ts";
import { createTestApp } from "../support/api_app.ts";
import { type Running, runProgram, startProgram } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const ENV = { CLOCK: "2026-06-01T10:10:00Z" };
/** How long the others may be kept waiting; the server ends the frozen one after eight seconds. */
const PATIENCE_MS = 60_000;
const COMMAND = ["ingest/commands/ingest.ts", "--file"];

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Stops a process when its transaction has written something. */
async function freezeWriting(db: Db, program: Running): Promise<void> {
  const text = "select from pg_stat_activity where datname = current_database() and backend_xid is not null";
  for (let time = 0; time < 5_000; time++) {
    if ((await db.query({ text })).length > 0) return program.kill("SIGSTOP");
    await pause(2);
  }
  throw new Error("The ingest never wrote");
}

/** The shown lock limit of an administrator, shorter than ours so that the test need not wait a minute, longer than two starts of a process on a busy machine. */
function withIdleLimit(url: string): string {
  const limited = new URL(url);
  limited.searchParams.set("options", "-c idle_in_transaction_session_timeout=8000");
  return limited.href;
}

async function readLastRun(db: Db): Promise<{ outcome: string; message: string | null }> {
  const app = await createTestApp(db, { reader: "PostGIS" });
  const { last_run } = await (await app.fetch("/readyz")).json();
  await app.close();
  return last_run;
}

/** Runs the same ingest until it is good; answers how often it was busy. */
async function ingestUntilGood(url: string, file: string): Promise<number> {
  const untilMs = performance.now() + PATIENCE_MS;
  for (let busy = 0; performance.now() < untilMs; busy++) {
    const { code, stdout } = await runProgram([...COMMAND, file], { ...ENV, DATABASE_URL: url });
    if (code === 0) return busy;
    match(stdout, /Ingest busy/);
  }
  throw new Error("The frozen ingest blocked the others");
}

Deno.test("an ingest stopped in the middle is ended by the server, and the others say busy until then", async () => {
  const folder = await Deno.makeTempDir();
  const [many, few] = [`${folder}/many.xml`, `${folder}/few.xml`];
  await Deno.writeFile(many, toFeed(toStations(8_000, "2026-06-01 08:00:00")));
  await Deno.writeFile(few, toFeed(toStations(120, "2026-06-01 09:00:00")));
  try {
    await withServerDb(async (db, url) => {
      const frozen = startProgram([...COMMAND, many], { ...ENV, DATABASE_URL: withIdleLimit(url) });
      try {
        await freezeWriting(db, frozen);
        const first = await runProgram([...COMMAND, few], { ...ENV, DATABASE_URL: url });
        deepEqual([first.code, /Ingest busy/.test(first.stdout)], [1, true], first.stdout + first.stderr);
        const { outcome, message } = await readLastRun(db);
        deepEqual([outcome, message], ["busy", "Another ingest is running"]);
        await ingestUntilGood(url, few);
      } finally {
        frozen.kill("SIGCONT");
      }
      const { code, lines } = await frozen.end();
      equal(code, 1, lines.join("\n"));
      equal((await db.query({ text: "select from station" })).length, 120, "nothing of the frozen one is stored");
      const last = await readLastRun(db);
      equal(last.outcome, "failed");
      match(last.message ?? "", /^(The database failed with the code 25P03|An unexpected fault)/);
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("whoever holds the writers' lock may stand still for a minute", async () => {
  await withServerDb(async (db) => {
    await db.transaction(async (tx) => {
      ok(await tryWriterLock(tx));
      const read = async (name: string) => (await readOne<Record<string, string>>(tx, { text: `show ${name}` }))[name];
      equal(await read("idle_in_transaction_session_timeout"), "1min");
    });
    const { idle } = await readOne<{ idle: string }>(db, {
      text: "select current_setting('idle_in_transaction_session_timeout') as idle",
    });
    equal(idle, "0", "other questions have no such bound");
  });
});
