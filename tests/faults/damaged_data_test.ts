import { deepEqual, doesNotMatch, equal, match, ok, rejects } from "../support/assert.ts";
import { openDb } from "../../lib/db/connection.ts";
import { openEmbedded } from "../../lib/db/embedded/mod.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { createTestApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { insertFixture } from "../support/api_fixture.ts";
import { startCluster } from "../support/cluster.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { createTestLog } from "../support/log.ts";
import { type Outcome, runProgram } from "../support/process.ts";

const ENV = { PORT: "0", INGEST: "off" };

function startOn(dataDir: string, shell?: string): Promise<Outcome> {
  return runProgram(["serve.ts"], { ...ENV, DATA_DIR: dataDir }, { shell });
}

function assertExplained({ code, stderr }: Outcome, sentence: RegExp): void {
  equal(code, 1, stderr);
  match(stderr, sentence);
  doesNotMatch(stderr, /^ {4}at /m);
  equal(stderr.trimEnd().split("\n").length, 1, stderr);
}

async function runAdvised(stderr: string): Promise<void> {
  const command = /DATA_DIR=\S+ deno task .+$/.exec(stderr.trimEnd())?.[0];
  const start = new Deno.Command("sh", {
    args: ["-c", `alias deno="$DENO"\n${command}`],
    env: { DENO: Deno.execPath() },
    stdout: "null",
    stderr: "piped",
  });
  const { success, stderr: reason } = await start.output();
  equal(success, true, `${command}: ${new TextDecoder().decode(reason)}`);
}

async function emptyWal(directory: string): Promise<void> {
  for await (const { name, isFile } of Deno.readDir(`${directory}/pg_wal`)) {
    if (isFile) await Deno.truncate(`${directory}/pg_wal/${name}`);
  }
}

async function randomizeControl(directory: string): Promise<void> {
  await Deno.writeFile(
    `${directory}/global/pg_control`,
    crypto.getRandomValues(new Uint8Array(8192)),
  );
}

for (
  const [what, damage] of [["a random pg_control", randomizeControl], [
    "an emptied WAL",
    emptyWal,
  ]] as const
) {
  Deno.test(`a database with ${what} is explained in one sentence, with the command that rebuilds it`, async () => {
    // Commands may not write below /dev, where tests otherwise keep their data.
    const { dataDir, remove } = await createDataDir({ dir: "/tmp" });
    try {
      await damage(`${dataDir}/pglite`);
      const outcome = await startOn(dataDir);
      assertExplained(
        outcome,
        /^The embedded database in \S+ does not start \(.+\)\. Move the directory away .+\n$/,
      );
      await runAdvised(outcome.stderr);
      const db = await openDb({ databaseUrl: null, dataDir, deploy: false }, {
        log: createTestLog().log,
      });
      deepEqual(await db.query({ text: "select count(*) as stations from station" }), [{
        stations: 0,
      }]);
      await db.close();
    } finally {
      await remove();
    }
  });
}

function mountDisk(megabytes: number): string {
  const mount = `mount -t tmpfs -o size=${megabytes}m,mode=0700 tmpfs "$DATA_DIR" && exec "$@"`;
  return `set -- unshare --mount sh -c '${mount}' sh "$@"`;
}

/** A limit on file size, which is the closest to a full disk without the right to mount. */
const LIMIT_FILES = `trap '' XFSZ\nulimit -f 16384`;

async function mayMount(): Promise<boolean> {
  const args = ["--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"];
  const { success } = await new Deno.Command("unshare", { args, stderr: "null" }).output().catch(
    () => ({
      success: false,
    }),
  );
  if (!success) console.warn("No disk can be mounted here: the size of files is limited instead");
  return success;
}

// Makes: a start
Deno.test("a disk that fills while the database is created is explained in one sentence", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    // The disk fills while files are written, and while tables are created, where PostgreSQL stops
    // in the middle of a statement.
    for (const shell of await mayMount() ? [20, 64].map(mountDisk) : [LIMIT_FILES]) {
      assertExplained(
        await startOn(dataDir, shell),
        /(No space left on device|File too large).*\n$/,
      );
    }
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

/** Runs a command as an owner that is not root, because root ignores file modes. */
const AS_OWNER =
  `[ "$(id -u)" != 0 ] || set -- setpriv --bounding-set=-dac_override --inh-caps=-dac_override "$@"`;

Deno.test("a read-only DATA_DIR is explained in one sentence", async () => {
  const { dataDir, remove } = await createDataDir();
  try {
    for (const path of [dataDir, `${dataDir}/pglite`, `${dataDir}/pglite/global`]) {
      await Deno.chmod(path, 0o500);
    }
    assertExplained(
      await startOn(dataDir, AS_OWNER),
      /^DATA_DIR \S+ cannot be used: Permission denied .*\n$/,
    );
    await Deno.chmod(dataDir, 0o700);
  } finally {
    await remove();
  }
});

Deno.test("DATA_DIR is created for its owner only, and one that others may open is rejected with the command to fix it", async () => {
  const folder = await Deno.makeTempDir();
  const dataDir = `${folder}/a folder`;
  const run = (...command: string[]) => runProgram(command, { DATA_DIR: dataDir });
  const migrateIn = () => run("lib/db/commands/migrate.ts");
  try {
    equal((await run("lib/db/commands/reset.ts", "--yes")).code, 0);
    equal((await Deno.stat(dataDir)).mode! & 0o777, 0o700);
    for (const start of [() => startOn(dataDir), migrateIn]) {
      await Deno.chmod(dataDir, 0o755);
      const outcome = await start();
      assertExplained(
        outcome,
        /^DATA_DIR .+ cannot be used: other accounts .+ \(mode 0755\).+ Type: chmod -R go= .+\n$/,
      );
      const command = outcome.stderr.slice(outcome.stderr.indexOf("chmod"));
      ok((await new Deno.Command("sh", { args: ["-c", command] }).output()).success);
    }
    equal((await migrateIn()).code, 0);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("opening a database throws if it takes too long", async () => {
  const { dataDir, remove } = await createDataDir();
  try {
    await rejects(openEmbedded(dataDir, { log: createTestLog().log, openMs: 1 }), {
      name: "DatabaseOpenError",
      message: /does not start \(.*it did not open within 0\.001 s\)/,
    });
  } finally {
    await remove();
  }
});

// Makes: the database's files are damaged
Deno.test("a table whose file is missing returns 503 with the reason in the log, and memory still responds", async () => {
  const cluster = await startCluster();
  const log = createTestLog();
  const open = () =>
    openDb({ databaseUrl: cluster.adminUrl, dataDir: "", deploy: false }, { log: log.log });
  const before = await open();
  await migrate(before);
  await insertFixture(before);
  await before.query({ text: "checkpoint" });
  const [file] = await before.query<{ path: string }>({
    text:
      "select current_setting('data_directory') || '/' || pg_relation_filepath('price_change') as path",
  });
  await before.close(); // a connection keeps open the files that it has read
  await Deno.remove(file!.path);
  const db = await open();
  const app = await createTestApp(db);
  await checkError(
    await app.fetch("/api/v1/prices/history/75015007?fuel=gazole&days=7"),
    "SERVICE_UNAVAILABLE",
  );
  const [line] = app.log.at("warn");
  equal(line?.message, "Database unavailable");
  match(String(line?.reason), /could not open file/);
  equal((await app.read("/api/v1/prices/national?fuel=gazole")).status, 200);
  match((await app.read("/stations/75015007")).text, /L’historique est indisponible/);
  const found = log.at("error").map(({ message }) => message);
  ok(found.length >= 2, "what a page hides must be in the log");
  deepEqual([...new Set(found)], ["The database cannot read its files"]);
  await app.close("Database unavailable");
  await db.close();
  await cluster.stop();
});
