/**
 * `deno task backup:rehearse [FILE]`: restores a dump next to the server's database, and compares
 * both. Without a file it dumps the database first.
 *
 * @module
 */

import { type CommandSettings, runCommand, UsageError } from "../lib/db/commands/command.ts";
import { TABLES_SQL } from "../lib/db/commands/reset.ts";
import { describeServer, openDb } from "../lib/db/connection.ts";
import { type Db, readOne } from "../lib/db/db.ts";
import { getState } from "../lib/db/data_state.ts";
import { migrate } from "../lib/db/migrate.ts";

const USAGE = `Usage: deno task backup:rehearse [FILE]

Restores FILE, a dump of pg_dump, next to the database of DATABASE_URL, applies missing migrations,
and compares the schema. Without FILE: dumps that database, and compares the rows too.
The role must be allowed to make databases.

Exit: 0 no difference, 1 differences, 2 bad usage, or a dump that cannot be restored.`;

/**
 * Runs a program of PostgreSQL on a database and returns its output. Passes the password in the
 * environment, because other users can read arguments.
 */
async function run(program: string, args: string[], database: string): Promise<string> {
  const url = new URL(database);
  const env: Record<string, string> = url.password
    ? { PGPASSWORD: decodeURIComponent(url.password) }
    : {};
  url.password = "";
  const command = new Deno.Command(program, { args: [...args, `--dbname=${url.href}`], env });
  const { success, stdout, stderr } = await command.output();
  if (!success) {
    throw new UsageError(`${program} failed: ${new TextDecoder().decode(stderr).trim()}`);
  }
  return new TextDecoder().decode(stdout);
}

/**
 * The settings of a rehearsal, with the address of the original database and its open connection.
 */
type Rehearsal = CommandSettings & { databaseUrl: string; original: Db };

/** Dumps the database into a file and removes it after `work`. */
async function withDump<T>(
  { databaseUrl, log }: Rehearsal,
  work: (file: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/dump`;
  try {
    const args = ["--format=custom", `--file=${file}`];
    await log.during("Dumping", () => run("pg_dump", args, databaseUrl));
    const { size } = await Deno.stat(file);
    console.log(`Dumped ${describeServer(databaseUrl)}: ${(size / 1e6).toFixed(1)} MB`);
    return await work(file);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Restores a dump into a new database, runs `work` on it, and drops it. */
async function withRestored<T>(
  file: string,
  { databaseUrl, config, log }: Rehearsal,
  work: (copy: OpenDatabase) => Promise<T>,
): Promise<T> {
  const url = new URL(databaseUrl);
  const name = `rehearsal_${crypto.randomUUID().slice(0, 8)}`;
  url.pathname = `/${name}`;
  try {
    await run("psql", ["--command", `create database ${name} template template0`], databaseUrl);
    const restoreArgs = ["--no-owner", "--no-acl", "--exit-on-error", file];
    await log.during("Restoring", () => run("pg_restore", restoreArgs, url.href));
    console.log(`Restored next to it: ${name}`);
    const db = await openDb({ ...config, databaseUrl: url.href }, { log });
    return await log.during("Comparing", () => work({ db, databaseUrl: url.href }))
      .finally(() => db.close());
  } finally {
    await run("psql", ["--command", `drop database if exists ${name} with (force)`], databaseUrl);
    console.log(`Removed: ${name}`);
  }
}

/** Returns a table's number of rows, and a checksum of them that ignores their order. */
async function describeTable(db: Db, name: string): Promise<string> {
  const digest = "sum(('x' || left(md5(t::text), 15))::bit(60)::bigint)";
  const text = `select count(*)::text as count, ${digest}::text as digest from "${name}" t`;
  const [row] = await db.query<{ count: string; digest: string | null }>({ text });
  return `${name}: ${row!.count} rows, sum ${row!.digest ?? 0}`;
}

/**
 * Returns the lines of the schema as SQL. Drops comments, and the psql commands that newer versions
 * of `pg_dump` add.
 */
async function dumpSchema(databaseUrl: string): Promise<string[]> {
  const sql = await run("pg_dump", ["--schema-only", "--no-owner", "--no-acl"], databaseUrl);
  return sql.split("\n").filter((line) => !/^(--|\\)/.test(line));
}

type OpenDatabase = { db: Db; databaseUrl: string };

async function describeDatabase({ db, databaseUrl }: OpenDatabase): Promise<string[]> {
  const names = await db.query<{ name: string }>({ text: TABLES_SQL });
  const tables = await Promise.all(names.map(({ name }) => describeTable(db, name)));
  return [...tables, ...await dumpSchema(databaseUrl)];
}

/**
 * Returns the differences between two databases: tables with different rows, and lines of the
 * schema.
 */
export async function findDifferences(
  original: OpenDatabase,
  copy: OpenDatabase,
): Promise<string[]> {
  return compareLines(...await Promise.all([describeDatabase(original), describeDatabase(copy)]));
}

function compareLines(before: string[], after: string[]): string[] {
  const missing = before.filter((line) => !after.includes(line)).map((line) =>
    `only in the original: ${line}`
  );
  const extra = after.filter((line) => !before.includes(line)).map((line) =>
    `only in the copy: ${line}`
  );
  return [...missing, ...extra];
}

/**
 * Dumps the database, restores the dump, and returns the differences. Throws if an ingest ran
 * meanwhile.
 */
async function rehearseDump(rehearsal: Rehearsal): Promise<string[]> {
  const { original: db, databaseUrl } = rehearsal;
  const { revision } = await getState(db);
  const differences = await withDump(
    rehearsal,
    (file) => withRestored(file, rehearsal, (copy) => findDifferences({ db, databaseUrl }, copy)),
  );
  if ((await getState(db)).revision !== revision) {
    throw new UsageError("An ingest ran in between, so the copy is of another revision: try again");
  }
  return differences;
}

const CONTENT_SQL = `select as_of as "asOf", (select count(*) from station) as stations,
  (select count(*) from price_change) as prices from data_state`;

/**
 * Restores a dump and returns how its schema differs. Does not compare rows, which change after a
 * dump.
 */
async function rehearseFile(file: string, rehearsal: Rehearsal): Promise<string[]> {
  return await withRestored(file, rehearsal, async ({ db, databaseUrl }) => {
    await migrate(db, { log: rehearsal.log });
    const content = await readOne<{ asOf: Date | null; stations: number; prices: number }>(db, {
      text: CONTENT_SQL,
    });
    if (content.asOf === null) return ["the backup has no data"];
    const { asOf, stations, prices } = content;
    console.log(`Data of ${asOf.toISOString()}: ${stations} stations, ${prices} prices`);
    return compareLines(await dumpSchema(rehearsal.databaseUrl), await dumpSchema(databaseUrl));
  });
}

if (import.meta.main) {
  await runCommand(async (settings) => {
    const { config: { databaseUrl }, config, log } = settings;
    const [file, ...others] = Deno.args;
    if (others.length > 0 || file?.startsWith("-") || databaseUrl === null) {
      throw new UsageError(USAGE);
    }
    const original = await openDb(config, { log });
    const rehearsal = { ...settings, databaseUrl, original };
    const differences = await (file ? rehearseFile(file, rehearsal) : rehearseDump(rehearsal))
      .finally(() => original.close());
    for (const line of differences.slice(0, 20)) console.error(line);
    console.log(differences.length === 0 ? "No difference" : `${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  });
}
