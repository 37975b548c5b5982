import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { openDb } from "../../lib/db/connection.ts";
import { type Db, readOne } from "../../lib/db/db.ts";
import { readMigrations } from "../../lib/db/migrate.ts";
import { getState } from "../../lib/db/data_state.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { createTestLog } from "../support/log.ts";
import { runProgram, startProgram } from "../support/process.ts";
import { createServerUrl, withRole } from "../support/server_db.ts";

const RESET = "lib/db/commands/reset.ts";
const SEED = "ingest/commands/seed.ts";

async function withServer(
  work: (
    env: Record<string, string>,
    query: <T>(ask: (db: Db) => Promise<T>) => Promise<T>,
  ) => Promise<void>,
  options: { migrated?: boolean } = {},
): Promise<void> {
  const { url, drop } = await createServerUrl(options);
  await work({ DATABASE_URL: url }, (ask) => withRole(url, "postgres", ask)).finally(drop);
}

function countDays(db: Db): Promise<{ days: number }> {
  return readOne(db, { text: "select count(*)::int as days from coverage" });
}

const mark = { text: "insert into coverage (day, source) values ('2026-01-01', 'feed')" };

Deno.test("deno task db:reset prints what it would delete, and with --yes creates the tables again", async () => {
  await withServer(async (env, query) => {
    await query((db) => db.query(mark));
    const { code, stderr } = await runProgram([RESET], env);
    equal(code, 2);
    match(stderr, /^This deletes everything in the database [^@]+\. To do so, add --yes\.\n$/);
    deepEqual(await query(countDays), { days: 1 });
    const again = await runProgram([RESET, "--yes"], env);
    equal(again.code, 0, again.stderr);
    match(again.stdout, /Created empty: the database /);
    deepEqual(await query(countDays), { days: 0 });
    const migrations = await query((db) => db.query({ text: "select from migration" }));
    equal(migrations.length, (await readMigrations()).length);
  });
});

Deno.test("deno task db:reset --yes rejects a database that is not the service's", async () => {
  await withServer(async (env, query) => {
    await query((db) => db.query({ text: "create table invoice (id int)" }));
    const { code, stderr } = await runProgram([RESET, "--yes"], env);
    equal(code, 2);
    match(stderr, /holds tables \(invoice\) but not this service's; nothing was deleted/);
    deepEqual(await query((db) => db.query({ text: "select from invoice" })), []);
  }, { migrated: false });
});

Deno.test("deno task db:reset --yes recreates a damaged embedded database, but not one in use; db:seed fills it", async () => {
  const { dataDir, remove } = await createDataDir();
  const env = { DATA_DIR: dataDir, CLOCK: "2026-06-05T10:10:00Z" };
  try {
    const holder = startProgram(["tests/support/hold_database.ts", dataDir]);
    equal(await holder.nextLine(), "open");
    const refused = await runProgram([RESET, "--yes"], env);
    equal(refused.code, 1);
    match(refused.stderr, new RegExp(`in use by process ${holder.pid} `));
    holder.kill("SIGKILL");
    await holder.end();
    await Deno.writeTextFile(`${dataDir}/pglite/PG_VERSION`, "9\n");
    const { code, stderr } = await runProgram([RESET, "--yes"], env);
    equal(code, 0, stderr);
    const seeded = await runProgram([SEED, "--stations", "60"], env);
    equal(seeded.code, 0, seeded.stderr);
    const db = await openDb({ databaseUrl: null, dataDir, deploy: false }, {
      log: createTestLog().log,
    });
    equal((await getState(db)).source, "sample");
    ok((await countDays(db)).days >= 39);
    await db.close();
  } finally {
    await remove();
  }
});

Deno.test("deno task db:seed loads the sample again, and never over real data", async () => {
  await withServer(async (env, query) => {
    const size = ["--stations", "60"];
    for (const hour of ["10", "11"]) {
      const { code, stderr } = await runProgram([SEED, ...size], {
        ...env,
        CLOCK: `2026-06-05T${hour}:10:00Z`,
      });
      equal(code, 0, stderr);
    }
    equal((await query((db) => db.query({ text: "select from station" }))).length, 60);
    await query((db) => db.query({ text: "update data_state set source = 'official'" }));
    const refused = await runProgram([SEED, ...size], { ...env, CLOCK: "2026-06-05T12:10:00Z" });
    equal(refused.code, 1);
    match(refused.stdout, /A synthetic sample must not replace real data/);
  });
});

Deno.test("deno task db:reset and db:seed reject other arguments with their usage", async () => {
  for (
    const [file, args] of [[RESET, ["now"]], [RESET, ["--no"]], [SEED, ["folder"]], [SEED, [
      "--stations",
      "0",
    ]]] as const
  ) {
    const { code, stderr } = await runProgram([file, ...args], { DATA_DIR: "/nonexistent/jauge" });
    equal(code, 2, stderr);
    match(stderr, /^Usage: deno task db:/);
  }
});
