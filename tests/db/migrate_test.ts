import { deepEqual, equal, match, rejects } from "../support/assert.ts";
import { openDb } from "../../lib/db/connection.ts";
import { findPending, migrate, type Migration, readMigrations } from "../../lib/db/migrate.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { createServerUrl } from "../support/server_db.ts";

const KNOWN = await readMigrations();

function toMigration(name: string, sql: string, checksum = `checksum of ${sql}`): Migration {
  return { name: `99990101T0000_${name}.sql`, sql, checksum };
}

async function withEmptyServer(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createServerUrl({ migrated: false });
  await work(url).finally(drop);
}

function open(databaseUrl: string) {
  return openDb({ databaseUrl, dataDir: "", deploy: false }, { log: createTestLog().log });
}

Deno.test("migrate() brings an empty database up to date, in order, once", async () => {
  await withEmptyServer(async (url) => {
    const db = await open(url);
    const migrations = [
      ...KNOWN,
      toMigration("a_table", "create table extra (id int)"),
      toMigration("b_column", "alter table extra add column name text"),
    ];
    const names = migrations.map(({ name }) => name);
    const { log, at } = createTestLog();
    deepEqual(await migrate(db, { log, migrations }), names);
    deepEqual(at("info").map(({ summary, names }) => ({ summary, names })), [{
      summary: "Database created",
      names,
    }]);
    deepEqual(await migrate(db, { migrations }), []);
    const recorded = await db.query({
      text: "select name, checksum from migration order by applied_at, name",
    });
    deepEqual(recorded, migrations.map(({ name, checksum }) => ({ name, checksum })));
    await db.close();
  });
});

Deno.test("migrate() applies each file once when five instances start together", async () => {
  await withEmptyServer(async (url) => {
    const slow = toMigration("slow", "select pg_sleep(0.2); create table slow (id int)");
    const instances = await Promise.all(Array.from({ length: 5 }, () => open(url)));
    const applied = await Promise.all(
      instances.map((db) => migrate(db, { migrations: [...KNOWN, slow] })),
    );
    deepEqual(applied.flat().sort(), [...KNOWN, slow].map(({ name }) => name));
    await Promise.all(instances.map((db) => db.close()));
  });
});

forEachDb("migrate() rolls back a failing file and reports which one and why", async (_t, db) => {
  const bad = toMigration("bad", "create table half (id int); select 1 / 0");
  const message = /99990101T0000_bad\.sql failed and was undone: division by zero/;
  await rejects(migrate(db, { migrations: [...KNOWN, bad] }), { name: "MigrationError", message });
  deepEqual(await db.query({ text: "select to_regclass('half') as half" }), [{ half: null }]);
  deepEqual(await migrate(db), []);
});

forEachDb(
  "migrate() rejects changed files, a newer database and servers that are too old",
  async (_t, db) => {
    const changed = KNOWN.map((migration) => ({
      ...migration,
      checksum: migration.checksum.replace(/^./, "x"),
    }));
    const first = KNOWN[0]!.name;
    const cases: [Parameters<typeof migrate>[1], RegExp][] = [
      [{ migrations: changed }, new RegExp(`${first} was applied with another text`)],
      [{ migrations: [] }, new RegExp(`newer than this program: it has the migration ${first}`)],
      [
        { requires: { postgres: 99, postgis: [3, 3] } },
        /The server is PostgreSQL 1\d\.\d+.*needs 99 or newer/,
      ],
      [
        { requires: { postgres: 15, postgis: [3, 99] } },
        /The server has PostGIS 3\.\d+\.\d+; .* needs 3\.99 or newer/,
      ],
      [{ requires: { postgres: 15, postgis: [4, 0] } }, /needs 4\.0 or newer/],
    ];
    for (const [options, message] of cases) {
      await rejects(migrate(db, options), {
        name: "MigrationError",
        message,
      });
    }
  },
);

forEachDb(
  "migrate() accepts a database with a newer additive migration, and applies its own to it",
  async (_t, db) => {
    const additive = toMigration("column_additive", "alter table station add column extra int");
    const other = toMigration("other", "create table other (id int)");
    deepEqual(await migrate(db, { migrations: [...KNOWN, additive] }), [additive.name]);
    deepEqual(await migrate(db), []);
    deepEqual(await migrate(db, { migrations: [...KNOWN, other] }), [other.name]);
  },
);

Deno.test("findPending() lists what would run and whether it is additive, and changes nothing", async () => {
  await withEmptyServer(async (url) => {
    const db = await open(url);
    const additive = toMigration("column_additive", "alter table station add column extra int");
    const other = toMigration("other", "alter table station drop column city");
    const migrations = [...KNOWN, additive, other];
    const added = { name: additive.name, isAdditive: true };
    const changed = { name: other.name, isAdditive: false };
    const known = KNOWN.map(({ name }) => ({ name, isAdditive: false }));
    deepEqual(await findPending(db, migrations), [...known, added, changed]);
    const tables = await db.query({ text: "select to_regclass('migration') as name" });
    deepEqual(tables, [{ name: null }]);
    await migrate(db);
    deepEqual(await findPending(db, migrations), [added, changed]);
    deepEqual(await findPending(db), []);
    await rejects(findPending(db, []), {
      name: "MigrationError",
      message: /newer than this program/,
    });
    await db.close();
  });
});

Deno.test("readMigrations() rejects a malformed name, and ignores the kind of line endings", async () => {
  const directory = await Deno.makeTempDir();
  await Deno.writeTextFile(`${directory}/20260101T0000_one.sql`, "select 1;\nselect 2;\n");
  await Deno.writeTextFile(`${directory}/20260102T0000_two.sql`, "select 1;\r\nselect 2;\r\n");
  const [one, two] = await readMigrations(directory);
  equal(one!.checksum, two!.checksum);
  match(one!.checksum, /^[0-9a-f]{64}$/);
  await Deno.writeTextFile(`${directory}/three.sql`, "select 3");
  await rejects(readMigrations(directory), {
    name: "MigrationError",
    message: /three\.sql is not named like/,
  });
  await Deno.remove(directory, { recursive: true });
});
