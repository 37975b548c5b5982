import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { type Db, type Queryable, readOne } from "../../lib/db/db.ts";
import { tryIngestLocks } from "../../lib/db/data_state.ts";
import { createTestApp } from "../support/api_app.ts";
import { type Running, runProgram, startProgram, until } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const ENV = { CLOCK: "2026-06-01T10:10:00Z" };
const COMMAND = ["ingest/commands/ingest.ts", "--file"];

/**
 * Suspends a process in the middle of its transaction, while it waits for a lock that this process
 * then releases.
 */
async function freezeWriting(db: Db, program: Running): Promise<void> {
  const text =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  await db.transaction(async (tx) => {
    await tx.query({ text: "lock table current_price in share mode" });
    await until(async () => {
      await tx.query({ text: "select pg_stat_clear_snapshot()" });
      return await tx.query({ text });
    }, ({ length }) => length > 0);
    program.kill("SIGSTOP");
  });
}

/**
 * Adds an administrator's limit on idle transactions to the URL. It is shorter than ours, so that
 * the test need not wait a minute, and longer than two process starts on a busy machine.
 */
function withIdleLimit(url: string): string {
  const limited = new URL(url);
  limited.searchParams.set("options", "-c idle_in_transaction_session_timeout=30000");
  return limited.href;
}

async function readLastRun(db: Db): Promise<{ outcome: string; message: string | null }> {
  const app = await createTestApp(db, { reader: "PostGIS" });
  const { last_run } = await (await app.fetch("/readyz")).json();
  await app.close();
  return last_run;
}

Deno.test("a suspended ingest is ended by the server, and the others report busy until then", async () => {
  const folder = await Deno.makeTempDir();
  const many = `${folder}/many.xml`;
  const few = `${folder}/few.xml`;
  await Deno.writeFile(many, toFeed(toStations(8_000, "2026-06-01 08:00:00")));
  await Deno.writeFile(few, toFeed(toStations(120, "2026-06-01 09:00:00")));
  await withServerDb(async (db, url) => {
    const frozen = startProgram([...COMMAND, many], { ...ENV, DATABASE_URL: withIdleLimit(url) });
    try {
      await freezeWriting(db, frozen);
      const ingestFew = () => runProgram([...COMMAND, few], { ...ENV, DATABASE_URL: url });
      const first = await ingestFew();
      deepEqual(
        [first.code, /Ingest busy/.test(first.stdout)],
        [1, true],
        first.stdout + first.stderr,
      );
      const { outcome, message } = await readLastRun(db);
      deepEqual([outcome, message], ["busy", "Another ingest is running"]);
      const ended = await until(ingestFew, ({ code }) => code === 0);
      match(ended.stdout, /Ingest changed/);
    } finally {
      frozen.kill("SIGCONT");
    }
    const { code, lines } = await frozen.end();
    equal(code, 1, lines.join("\n"));
    equal(
      (await db.query({ text: "select from station" })).length,
      120,
      "nothing of the suspended ingest may be stored",
    );
    const last = await readLastRun(db);
    equal(last.outcome, "failed");
    match(last.message ?? "", /^(The database failed with the code 25P03|An unexpected fault)/);
  }).finally(() => Deno.remove(folder, { recursive: true }));
});

Deno.test("the holder of the writers' lock may pause for a minute", async () => {
  await withServerDb(async (db) => {
    const text = "select current_setting('idle_in_transaction_session_timeout') as idle";
    const read = async (tx: Queryable) => (await readOne<{ idle: string }>(tx, { text })).idle;
    await db.transaction(async (tx) => {
      ok(await tryIngestLocks(tx));
      equal(await read(tx), "1min");
    });
    equal(await read(db), "0", "other statements have no such limit");
  });
});
