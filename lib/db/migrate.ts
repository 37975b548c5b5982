/** Migrates the tables to the form that this program expects. @module */

import { createHash } from "node:crypto";
import type { Log } from "../platform/log.ts";
import { type Db, type Queryable, readOne } from "./db.ts";

/**
 * The program cannot migrate this database. The message says what to do, and the process exits with
 * 1.
 */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

/** A file of SQL, with the SHA-256 of its text in hex. */
export type Migration = { name: string; sql: string; checksum: string };

/** The oldest versions that work; PostGIS as major and minor. */
type Requirements = { postgres: number; postgis: readonly [number, number] };

type Recorded = Pick<Migration, "name" | "checksum">;

const FILE_NAME = /^\d{8}T\d{4}_[a-z0-9_]+\.sql$/;
/** The name of an additive migration: older programs that do not know it work as before. */
const ADDITIVE = /_additive\.sql$/;
const LOCK = "select pg_advisory_xact_lock(5277017391)"; // Any number that no other lock uses.
const REQUIRES: Requirements = { postgres: 15, postgis: [3, 3] };

const BOOTSTRAP = `create table if not exists migration (
  name text primary key,
  checksum text not null,
  applied_at timestamptz not null default now()
)`;

/**
 * Returns the migrations of a directory in the order of their names. Throws if a name does not have
 * the form `20261125T0930_stations.sql`.
 */
export async function readMigrations(
  directory: string = `${import.meta.dirname}/migrations`,
): Promise<Migration[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(directory)) {
    if (entry.name.endsWith(".sql")) names.push(entry.name);
  }
  const bad = names.find((name) => !FILE_NAME.test(name));
  if (bad) {
    throw new MigrationError(`The migration ${bad} is not named like 20261125T0930_stations.sql`);
  }
  return await Promise.all(
    names.sort().map(async (name) => {
      // Line ends may differ between checkouts of the same file.
      const sql = (await Deno.readTextFile(`${directory}/${name}`)).replaceAll("\r\n", "\n");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}

const VERSIONS_SQL = `
  select
    current_setting('server_version') as postgres,
    (
      select coalesce(installed_version, default_version)
      from pg_available_extensions
      where name = 'postgis'
    ) as postgis`;

/** Throws if PostgreSQL or PostGIS is too old, or PostGIS is missing. */
async function checkVersions(db: Queryable, requires: Requirements): Promise<void> {
  const { postgres, postgis } = await readOne<{ postgres: string; postgis: string | null }>(db, {
    text: VERSIONS_SQL,
  });
  if (parseInt(postgres) < requires.postgres) {
    throw new MigrationError(
      `The server is PostgreSQL ${postgres}; the service needs ${requires.postgres} or newer`,
    );
  }
  const [oldestMajor, oldestMinor] = requires.postgis;
  const needed = `the service needs ${oldestMajor}.${oldestMinor} or newer`;
  if (postgis === null) {
    throw new MigrationError(
      `PostGIS is not installed on the server; ${needed} (on Debian: postgresql-15-postgis-3)`,
    );
  }
  const [major = 0, minor = 0] = postgis.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new MigrationError(`The server has PostGIS ${postgis}; ${needed}`);
}

/**
 * Throws if the recorded migrations contradict the files of the program. Additive migrations that
 * it does not know are accepted.
 */
function checkRecorded(recorded: readonly Recorded[], migrations: readonly Migration[]): void {
  const byName = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of recorded) {
    const migration = byName.get(name);
    if (!migration) {
      if (ADDITIVE.test(name)) continue;
      throw new MigrationError(
        `The database is newer than this program: it has the migration ${name}, ` +
          "which this program does not know. Run the release that made it, or a newer one.",
      );
    }
    if (migration.checksum === checksum) continue;
    throw new MigrationError(
      `The migration ${name} was applied with another text ` +
        `(recorded ${checksum.slice(0, 12)}, now ${migration.checksum.slice(0, 12)}). ` +
        "Restore the file, and write a new migration for the change.",
    );
  }
}

async function apply(tx: Queryable, { name, sql, checksum }: Migration): Promise<void> {
  try {
    await tx.query({ text: sql });
  } catch (error) {
    throw new MigrationError(
      `The migration ${name} failed and was undone: ${(error as Error).message}`,
      {
        cause: error,
      },
    );
  }
  await tx.query({
    text: "insert into migration (name, checksum) values ($1, $2)",
    values: [name, checksum],
  });
}

async function readRecorded(db: Queryable): Promise<Recorded[]> {
  const text = "select to_regclass('migration') is not null as exists";
  const { exists } = await readOne<{ exists: boolean }>(db, { text });
  if (!exists) return [];
  return await db.query<Recorded>({ text: "select name, checksum from migration order by name" });
}

/**
 * Returns the migrations that are not recorded, the oldest first. Throws if the record contradicts
 * the files.
 */
async function findMissing(db: Queryable, migrations: readonly Migration[]): Promise<Migration[]> {
  const recorded = await readRecorded(db);
  checkRecorded(recorded, migrations);
  const done = new Set(recorded.map(({ name }) => name));
  return migrations.filter(({ name }) => !done.has(name));
}

/** A migration that would run, and whether programs that do not know it work as before. */
export type PendingMigration = { name: string; isAdditive: boolean };

/**
 * Returns what {@link migrate} would apply, in order, and changes nothing; any role may call it.
 * Throws a {@link MigrationError} if this program cannot work with the database.
 */
export async function findPending(
  db: Queryable,
  migrations?: readonly Migration[],
): Promise<PendingMigration[]> {
  const missing = await findMissing(db, migrations ?? await readMigrations());
  return missing.map(({ name }) => ({ name, isAdditive: ADDITIVE.test(name) }));
}

/**
 * Applies the oldest migration that is not recorded, and returns its name; null if all are
 * recorded.
 */
async function applyNext(db: Db, migrations: readonly Migration[]): Promise<string | null> {
  return await db.transaction(async (tx) => {
    // Two instances may start together: the second waits here, and then finds the work done.
    await tx.query({ text: LOCK });
    await tx.query({ text: BOOTSTRAP });
    const [next] = await findMissing(tx, migrations);
    if (!next) return null;
    await apply(tx, next);
    return next.name;
  }, { statementTimeoutMs: 0 });
}

/** PostgreSQL's codes if the role lacks the permission, or the server or session is read-only. */
const FORBIDDEN = ["42501", "25006"];
/** PostgreSQL's code for a full disk. */
const DISK_FULL = "53100";

function explain(error: unknown): unknown {
  const cause = error instanceof MigrationError ? error.cause : error;
  const { code = "", message } = (cause ?? {}) as { code?: string; message?: string };
  if (code === DISK_FULL) {
    return new MigrationError(`The disk of the database is full: ${message}. Free some space.`, {
      cause,
    });
  }
  if (!FORBIDDEN.includes(code)) return error;
  return new MigrationError(
    `The database is older than this program, and its role may not change it (${message}). ` +
      "Run deno task migrate as the owner of the tables.",
    { cause },
  );
}

/**
 * Applies the missing migrations in order, each in its own transaction, and returns their names.
 * Throws a {@link MigrationError} that says what to do.
 */
export async function migrate(
  db: Db,
  { log, requires = REQUIRES, ...options }: {
    log?: Log;
    migrations?: readonly Migration[];
    requires?: Requirements;
  } = {},
): Promise<string[]> {
  const migrations = options.migrations ?? await readMigrations();
  await checkVersions(db, requires);
  const applied: string[] = [];
  if ((await findMissing(db, migrations)).length === 0) return applied;
  try {
    for (
      let name = await applyNext(db, migrations);
      name !== null;
      name = await applyNext(db, migrations)
    ) {
      log?.debug("Migration applied", { name });
      applied.push(name);
    }
  } catch (error) {
    throw explain(error);
  } finally {
    const summary = applied.length === migrations.length
      ? "Database created"
      : `Database migrated: ${applied.join(", ")}`;
    if (applied.length > 0) log?.info("Migrations applied", { summary, names: applied });
  }
  return applied;
}
