import { deepEqual, equal, match, ok, rejects } from "../support/assert.ts";
import { relative } from "node:path";
import { openDb } from "../../lib/db/connection.ts";
import { type Db, isUnavailable, readOne } from "../../lib/db/db.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { ingest } from "../support/load.ts";
import { createTestLog } from "../support/log.ts";
import { runProgram, startProgram } from "../support/process.ts";
import { asker } from "../support/reference_feed.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const HOLDER = "tests/support/hold_database.ts";
const MIGRATE = "lib/db/commands/migrate.ts";

function open(dataDir: string, log = createTestLog().log): Promise<Db> {
  return openDb({ databaseUrl: null, dataDir, deploy: false }, { log });
}

async function withDataDir(work: (dataDir: string) => Promise<void>): Promise<void> {
  const { dataDir, remove } = await createDataDir();
  await work(dataDir).finally(remove);
}

async function countDays(db: Db): Promise<number> {
  const { count } = await readOne<{ count: number }>(db, {
    text: "select count(*) as count from coverage",
  });
  return count;
}

/**
 * Checks that other processes that open the database are rejected with the holder's process ID,
 * commands included.
 */
async function checkRefused(dataDir: string, holder: number): Promise<void> {
  await rejects(open(dataDir), {
    name: "DatabaseOpenError",
    message: new RegExp(
      `in use by process ${holder} \\(tests/support/hold_database\\.ts .*stop that process first`,
    ),
  });
  const command = await runProgram([MIGRATE], { DATA_DIR: dataDir });
  equal(command.code, 1);
  match(
    command.stderr,
    new RegExp(`^The embedded database in .* is in use by process ${holder} .*\\n$`),
  );
}

const mark = { text: "insert into coverage (day, source) values ('2026-01-01', 'feed')" };

Deno.test("an ingest is searchable, and one killed before it commits keeps the previous data", async () => {
  const file = await Deno.makeTempFile();
  await Deno.writeFile(file, toFeed(toStations(70, "2026-06-05 12:10:00")));
  await withDataDir(async (dataDir) => {
    const search = async (db: Db) => {
      const ask = asker({
        db,
        snapshots: noSnapshots,
        clock: () => new Date("2026-06-05T10:20:00Z"),
      });
      return await ask("searchStations", { lat: 48.84, lng: 2.36, fuel: "gazole" }) as {
        meta: { total: number };
      };
    };
    const first = await open(dataDir);
    await ingest(first, "2026-06-05T10:10:00Z", toFeed(toStations(60, "2026-06-05 12:00:00")));
    const before = await search(first);
    equal(before.meta.total, 60);
    await first.close();
    const killed = startProgram([HOLDER, dataDir, file]);
    for (const line of ["open", "written"]) equal(await killed.nextLine(), line);
    killed.kill("SIGKILL");
    await killed.end();
    const again = await open(dataDir);
    deepEqual(await search(again), before);
    await ingest(again, "2026-06-05T10:20:00Z", await Deno.readFile(file));
    equal((await search(again)).meta.total, 70);
    await again.close();
  }).finally(() => Deno.remove(file));
});

Deno.test("a second process is rejected until the holder is killed with -9, and then finds every committed row", async () => {
  await withDataDir(async (dataDir) => {
    const holder = startProgram([HOLDER, dataDir]);
    equal(await holder.nextLine(), "open");
    await checkRefused(dataDir, holder.pid);
    for (let read = 0; read < 100; read++) await holder.nextLine();
    holder.kill("SIGKILL");
    const committed = 100 + (await holder.end()).lines.length;
    const db = await open(dataDir);
    const count = await countDays(db);
    ok(
      count === committed || count === committed + 1,
      `${committed} rows were reported, ${count} exist`,
    );
    await db.close();
  });
});

/** Repeats a query until the database is back. The number of failed tries varies. */
async function askUntilAnswered<T>(ask: () => Promise<T>, tries = 1_000): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isUnavailable(error) || tries === 0) throw error;
    return await askUntilAnswered(ask, tries - 1);
  }
}

Deno.test("opening twice in one process throws until close(), which keeps the rows, also by a relative path", async (t) => {
  await withDataDir(async (dataDir) => {
    const first = await open(dataDir);
    await first.query(mark);
    await rejects(open(dataDir), {
      name: "DatabaseOpenError",
      message: new RegExp(`process ${Deno.pid} `),
    });
    await first.close();
    const { log, at } = createTestLog();
    const second = await open(relative(Deno.cwd(), dataDir), log);
    equal(await countDays(second), 1);
    await t.step(
      "the embedded database restarts with its rows after a crash",
      async () => {
        // This statement crashes PGlite.
        await rejects(second.query({ text: "copy coverage from stdin" }), isUnavailable);
        equal(await askUntilAnswered(() => countDays(second)), 1);
        deepEqual(at("warn").map(({ message }) => message), [
          "The embedded database had stopped; starting it again",
        ]);
      },
    );
    await second.close();
  });
});

Deno.test("a directory of another PostgreSQL is rejected with both versions", async () => {
  await withDataDir(async (dataDir) => {
    await Deno.writeTextFile(`${dataDir}/pglite/PG_VERSION`, "17\n");
    await rejects(open(dataDir), {
      name: "DatabaseOpenError",
      message: /is of PostgreSQL 17; this program reads 18\. Move/,
    });
  });
});

Deno.test("a damaged directory is rejected with advice and left unchanged", async () => {
  await withDataDir(async (dataDir) => {
    await Deno.writeFile(`${dataDir}/pglite/global/pg_control`, new Uint8Array(8192));
    await rejects(open(dataDir), {
      name: "DatabaseOpenError",
      message: /does not start .*Move the directory away/,
    });
    await Deno.remove(`${dataDir}/pglite/PG_VERSION`);
    await rejects(open(dataDir), { name: "DatabaseOpenError", message: /PG_VERSION is missing/ });
    ok((await Deno.stat(`${dataDir}/pglite/base`)).isDirectory);
  });
});

Deno.test("a half-created directory is created again", async () => {
  const dataDir = await Deno.makeTempDir();
  await Deno.mkdir(`${dataDir}/pglite/base`, { recursive: true });
  await Deno.writeTextFile(`${dataDir}/embedded.making`, "");
  const db = await open(dataDir);
  deepEqual(await db.query({ text: "select 1 as one" }), [{ one: 1 }]);
  await db.close();
  await rejects(Deno.stat(`${dataDir}/embedded.making`), Deno.errors.NotFound);
  await Deno.remove(dataDir, { recursive: true });
});

Deno.test("a DATA_DIR that cannot be created is rejected", async () => {
  const file = await Deno.makeTempFile();
  await rejects(open(`${file}/data`), {
    name: "DatabaseOpenError",
    message: /^DATA_DIR .* cannot be used/,
  });
  await Deno.remove(file);
});

Deno.test("the containers run the PostgreSQL version that is embedded", async () => {
  const compose = await Deno.readTextFile(new URL("../../deploy/compose.yaml", import.meta.url));
  await withDataDir(async (dataDir) => {
    const version = (await Deno.readTextFile(`${dataDir}/pglite/PG_VERSION`)).trim();
    match(compose, new RegExp(`image: docker\\.io/postgis/postgis:${version}-`));
  });
});
