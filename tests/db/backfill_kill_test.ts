import { deepEqual, equal, match } from "node:assert/strict";
import { openDb } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { createTestLog } from "../support/log.ts";
import { SHORT_LIVED } from "../support/process.ts";
import { createServerUrl } from "../support/server_db.ts";

const COMMAND = new URL("../../ingest/commands/backfill.ts", import.meta.url).pathname;
const DAY_MS = 86_400_000;

/** Enough stations that the second transaction is far from the last. */
function createStations(): XmlStation[] {
  return Array.from({ length: 700 }, (_, index) => ({
    id: 1000001 + index,
    prices: Array.from({ length: 40 }, (_, step) => {
      const at = new Date(Date.UTC(2025, 0, 2, 8) + (step + index % 3) * 3 * DAY_MS);
      const milli = 1700 + ((step >> 1) * 7 + index) % 90;
      return ["Gazole", at.toISOString().slice(0, 19), (milli / 1000).toFixed(3)] as [string, string, string];
    }),
  }));
}

type Environment = Record<string, string>;

function start(file: string, env: Environment): Deno.ChildProcess {
  const args = ["run", "-A", COMMAND, file];
  const environment = { ...SHORT_LIVED, ...env, CLOCK: "2026-01-10T10:00:00Z" };
  return new Deno.Command(Deno.execPath(), { args, env: environment, stdout: "piped", stderr: "piped" }).spawn();
}

/** Waits for the first line of progress, which follows the first transaction, and kills the process as rudely as can be. */
async function killInTheMiddle(file: string, env: Environment): Promise<void> {
  const child = start(file, env);
  const lines = child.stderr.pipeThrough(new TextDecoderStream());
  for await (const text of lines) if (/stations/.test(text)) break;
  child.kill("SIGKILL");
  await child.stdout.cancel();
  equal((await child.status).signal, "SIGKILL");
}

async function read(db: Db, text: string): Promise<unknown[][]> {
  return (await db.query({ text })).map((row) => Object.values(row));
}

async function readAll(env: Environment): Promise<{ done: number; tables: unknown[][][] }> {
  const config = { databaseUrl: env.DATABASE_URL ?? null, dataDir: env.DATA_DIR ?? "", deploy: false };
  const db = await openDb(config, { log: createTestLog().log });
  try {
    const [progress] = await read(db, "select stations_done from backfill_progress");
    const tables = [
      await read(db, "select station_id, fuel, at, price_milli, confirmed_at from price_change order by 1, 2, 3"),
      await read(
        db,
        "select area, fuel, day, sum_milli, min_milli, max_milli, station_count from daily_mean order by 1, 2, 3",
      ),
      await read(db, "select id, first_seen_at, last_seen_at, left_at from station order by 1"),
      await read(db, "select station_id, fuel, price_milli, updated_at, listed from current_price order by 1, 2"),
      await read(db, "select day, averaged from coverage order by 1"),
    ];
    return { done: progress ? progress[0] as number : -1, tables };
  } finally {
    await db.close();
  }
}

async function completeAfterKill(env: Environment, whole: unknown[][][]): Promise<void> {
  const file = await Deno.makeTempFile({ suffix: ".xml" });
  try {
    await Deno.writeTextFile(file, toArchiveXml(createStations()));
    await killInTheMiddle(file, env);
    const killed = await readAll(env);
    equal(killed.done > 0 && killed.done < 700, true, `killed after ${killed.done} of 700 stations`);
    equal(killed.tables[2]!.length, killed.done);
    const { success, stdout } = await start(file, env).output();
    const said = new TextDecoder().decode(stdout);
    equal(success, true, said);
    match(said, new RegExp(`an earlier run had stored the first ${killed.done} stations`));
    const { done, tables } = await readAll(env);
    equal(done, -1);
    deepEqual(tables.map((rows) => rows.length), whole.map((rows) => rows.length));
    deepEqual(tables, whole);
  } finally {
    await Deno.remove(file);
  }
}

let loaded: Promise<unknown[][][]> | undefined;

/** The tables after loading without interruption, once for all tests. */
function loadInOneGo(): Promise<unknown[][][]> {
  return loaded ??= loadWhole();
}

async function loadWhole(): Promise<unknown[][][]> {
  const { url, drop } = await createServerUrl();
  const file = await Deno.makeTempFile({ suffix: ".xml" });
  try {
    await Deno.writeTextFile(file, toArchiveXml(createStations()));
    const { success, stderr } = await start(file, { DATABASE_URL: url }).output();
    equal(success, true, new TextDecoder().decode(stderr));
    return (await readAll({ DATABASE_URL: url })).tables;
  } finally {
    await Deno.remove(file);
    await drop();
  }
}

Deno.test("deno task backfill completes after kill -9, and holds what one go holds [server]", async () => {
  const whole = await loadInOneGo();
  const { url, drop } = await createServerUrl();
  await completeAfterKill({ DATABASE_URL: url }, whole).finally(drop);
});

Deno.test("deno task backfill completes after kill -9, and holds what one go holds [embedded]", async () => {
  const whole = await loadInOneGo();
  const { dataDir, remove } = await createDataDir();
  await completeAfterKill({ DATA_DIR: dataDir }, whole).finally(remove);
});
