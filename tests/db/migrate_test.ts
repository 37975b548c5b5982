/** Migrations: order, record, refusals, two instances at once. @module */

import { deepEqual, equal, match, rejects } from "node:assert/strict";
import { openDb } from "../../lib/db/connection.ts";
import { migrate, type Migration, MigrationError, readMigrations } from "../../lib/db/migrate.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { createServerUrl } from "../support/server_db.ts";

const KNOWN = await readMigrations();

/** A migration that comes after all others. */
function toMigration(name: string, sql: string, checksum = `checksum of ${sql}`): Migration {
  return { name: `99990101T0000_${name}.sql`, sql, checksum };
}

async function withEmptyServer(work: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createServerUrl({ migrated: false });
  try {
    await work(url);
  } finally {
    await drop();
  }
}

function open(databaseUrl: string) {
  return openDb({ databaseUrl, dataDir: "", deploy: false }, { log: createTestLog().log });
}

Deno.test("migrate() brings an empty database up to date, in order, once", async () => {
  await withEmptyServer(async (url) => {
    const db = await open(url);
    const names = KNOWN.map(({ name }) => name);
    const { log, at } = createTestLog();
    deepEqual(await migrate(db, { log }), names);
    deepEqual(at("debug").map(({ name }) => name), names);
    deepEqual(at("info").map(({ summary, names }) => ({ summary, names })), [{ summary: "Database made", names }]);
    deepEqual(await migrate(db), []);
    const recorded = await db.query({ text: "select name, checksum from migration order by applied_at, name" });
    deepEqual(recorded, KNOWN.map(({ name, checksum }) => ({ name, checksum })));
    await db.close();
  });
});

Deno.test("migrate() applies each file once when five instances start together", async () => {
  await withEmptyServer(async (url) => {
    const slow = toMigration("slow", "select pg_sleep(0.2); create table slow (id int)");
    const instances = await Promise.all(Array.from({ length: 5 }, () => open(url)));
    const applied = await Promise.all(instances.map((db) => migrate(db, { migrations: [...KNOWN, slow] })));
    deepEqual(applied.flat().sort(), [...KNOWN, slow].map(({ name }) => name));
    await Promise.all(instances.map((db) => db.close()));
  });
});

forEachDb("migrate() undoes a file that fails and tells which and why", async (_t, db) => {
  const bad = toMigration("bad", "create table half (id int); select 1 / 0");
  await rejects(migrate(db, { migrations: [...KNOWN, bad] }), (error: Error) => {
    equal(error.name, "MigrationError");
    match(error.message, /99990101T0000_bad\.sql failed and was undone: division by zero/);
    return true;
  });
  deepEqual(await db.query({ text: "select to_regclass('half') as half" }), [{ half: null }]);
  deepEqual(await migrate(db), []);
});

forEachDb("migrate() refuses a file that has changed since it was applied", async (_t, db) => {
  const changed = KNOWN.map((migration) => ({ ...migration, checksum: migration.checksum.replace(/^./, "x") }));
  const pattern = new RegExp(`${KNOWN[0]!.name} was applied with another text`);
  await rejects(migrate(db, { migrations: changed }), { name: "MigrationError", message: pattern });
});

forEachDb("migrate() refuses a database that is newer than the program", async (_t, db) => {
  const pattern = new RegExp(`newer than this program: it has the migration ${KNOWN[0]!.name}`);
  await rejects(migrate(db, { migrations: [] }), { name: "MigrationError", message: pattern });
});

forEachDb(
  "migrate() takes a database that is newer by an additive migration, and applies its own to it",
  async (_t, db) => {
    const additive = toMigration("column_additive", "alter table station add column extra int");
    const other = toMigration("other", "create table other (id int)");
    deepEqual(await migrate(db, { migrations: [...KNOWN, additive] }), [additive.name]);
    deepEqual(await migrate(db), []);
    deepEqual(await migrate(db, { migrations: [...KNOWN, other] }), [other.name]);
  },
);

forEachDb("migrate() refuses a PostgreSQL and a PostGIS that are too old", async (_t, db) => {
  await rejects(migrate(db, { requires: { postgres: 99, postgis: [3, 3] } }), {
    name: "MigrationError",
    message: /The server is PostgreSQL 1\d\.\d+.*needs 99 or newer/,
  });
  await rejects(migrate(db, { requires: { postgres: 15, postgis: [3, 99] } }), {
    name: "MigrationError",
    message: /The server has PostGIS 3\.\d+\.\d+; the service needs 3\.99 or newer/,
  });
  await rejects(migrate(db, { requires: { postgres: 15, postgis: [4, 0] } }), MigrationError);
});

Deno.test("readMigrations() refuses a name out of form and reads both kinds of line ends alike", async () => {
  const directory = await Deno.makeTempDir();
  await Deno.writeTextFile(`${directory}/20260101T0000_one.sql`, "select 1;\nselect 2;\n");
  await Deno.writeTextFile(`${directory}/20260102T0000_two.sql`, "select 1;\r\nselect 2;\r\n");
  const [one, two] = await readMigrations(directory);
  equal(one!.checksum, two!.checksum);
  match(one!.checksum, /^[0-9a-f]{64}$/);
  await Deno.writeTextFile(`${directory}/three.sql`, "select 3");
  await rejects(readMigrations(directory), { name: "MigrationError", message: /three\.sql is not named like/ });
  await Deno.remove(directory, { recursive: true });
});
