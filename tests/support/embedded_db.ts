/** Provides embedded databases for tests, copied from one that is created once. @module */

import { existsSync } from "node:fs";
import { openDb } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { createTestLog } from "./log.ts";
import { hashMigrations } from "./schema_hash.ts";

const ROOT = new URL("../..", import.meta.url).pathname;
const SEEDS = `${ROOT}.build/test`;

async function open(dataDir: string): Promise<Db> {
  return await openDb({ databaseUrl: null, dataDir, deploy: false }, { log: createTestLog().log });
}

/** Returns a name with versions and migrations, so that a seed of another state is not reused. */
async function nameSeed(): Promise<string> {
  const { imports } = JSON.parse(await Deno.readTextFile(`${ROOT}deno.json`)) as {
    imports: Record<string, string>;
  };
  const parts = ["@electric-sql/pglite", "@electric-sql/pglite-postgis"].map((name) =>
    imports[name]!.split("@").at(-1)
  );
  return ["embedded-slim", ...parts, await hashMigrations()].join("-");
}

/**
 * Creates the seed at a temporary path and renames it, so that an existing one is always complete.
 */
async function makeSeed(place: string): Promise<void> {
  await Deno.mkdir(SEEDS, { recursive: true });
  const draft = await Deno.makeTempDir({ dir: SEEDS, prefix: "draft-" });
  const db = await open(draft);
  await migrate(db);
  await db.maintain();
  await db.close();
  try {
    await Deno.rename(draft, place);
  } catch (error) {
    await Deno.remove(draft, { recursive: true });
    if (!existsSync(place)) throw error; // another test file was faster
  }
}

/**
 * Returns the directory of a migrated, empty embedded database, kept between runs under `.build/`.
 * Copy it, never open it.
 */
export async function provideSeed(): Promise<string> {
  const place = `${SEEDS}/${await nameSeed()}`;
  if (!existsSync(place)) await makeSeed(place);
  return place;
}

/** Copies synchronously: awaiting each of the thousand files doubles the processor time. */
function copyDirectory(from: string, to: string): void {
  Deno.mkdirSync(to, { recursive: true });
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyDirectory(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}

/**
 * Creates a DATA_DIR with a migrated, empty database, in the folder `dir`. `remove` deletes it, and
 * the database must be closed before.
 */
export async function createDataDir(
  { dir }: { dir?: string } = {},
): Promise<{ dataDir: string; remove(): Promise<void> }> {
  const dataDir = await Deno.makeTempDir({ dir, prefix: "fuel-embedded-" });
  copyDirectory(await provideSeed(), dataDir);
  return { dataDir, remove: () => Deno.remove(dataDir, { recursive: true }) };
}

/** Opens a new migrated embedded database. `drop` closes and deletes it. */
export async function createEmbeddedDb(): Promise<
  { db: Db; dataDir: string; drop(): Promise<void> }
> {
  const { dataDir, remove } = await createDataDir();
  const db = await open(dataDir);
  return {
    db,
    dataDir,
    async drop() {
      await db.close();
      await remove();
    },
  };
}

/** Runs `work` with a new embedded database. */
export async function withEmbeddedDb<T>(work: (db: Db, dataDir: string) => Promise<T>): Promise<T> {
  const { db, dataDir, drop } = await createEmbeddedDb();
  return await work(db, dataDir).finally(drop);
}
