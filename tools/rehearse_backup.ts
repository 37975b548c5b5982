/**
 * `deno task backup:rehearse`: dumps the server's database, restores it next to the original, and
 * compares both.
 *
 * @module
 */

import { runCommand, UsageError } from "../lib/db/commands/command.ts";
import { TABLES_SQL } from "../lib/db/commands/reset.ts";
import { describeServer, openDb } from "../lib/db/connection.ts";
import type { Db } from "../lib/db/db.ts";
import { getState } from "../lib/db/data_state.ts";
import type { Log } from "../lib/platform/log.ts";

/**
 * Runs a program of PostgreSQL on a database and returns its output. The environment has the
 * password: other users can read arguments.
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
 * Runs `work` on a copy of a database that was dumped and restored; the copy and the dump are gone
 * afterwards.
 */
async function withRestored<T>(
  { databaseUrl, log }: { databaseUrl: string; log: Log },
  work: (url: string) => Promise<T>,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  const url = new URL(databaseUrl);
  const name = `rehearsal_${crypto.randomUUID().slice(0, 8)}`;
  url.pathname = `/${name}`;
  try {
    const dumpArgs = ["--format=custom", `--file=${folder}/dump`];
    await log.during("Dumping", () => run("pg_dump", dumpArgs, databaseUrl));
    const { size } = await Deno.stat(`${folder}/dump`);
    console.log(`Dumped ${describeServer(databaseUrl)}: ${(size / 1e6).toFixed(1)} MB`);
    await run("psql", ["--command", `create database ${name} template template0`], databaseUrl);
    const restoreArgs = ["--no-owner", "--no-acl", "--exit-on-error", `${folder}/dump`];
    await log.during("Restoring", () => run("pg_restore", restoreArgs, url.href));
    console.log(`Restored next to it: ${name}`);
    return await log.during("Comparing", () => work(url.href));
  } finally {
    await run("psql", ["--command", `drop database if exists ${name} with (force)`], databaseUrl);
    console.log(`Removed: ${name}`);
    await Deno.remove(folder, { recursive: true });
  }
}

/** A table by its number of rows and a sum over all of them, whatever their order. */
async function describeTable(db: Db, name: string): Promise<string> {
  const digest = "sum(('x' || left(md5(t::text), 15))::bit(60)::bigint)";
  const text = `select count(*)::text as count, ${digest}::text as digest from "${name}" t`;
  const [row] = await db.query<{ count: string; digest: string | null }>({ text });
  return `${name}: ${row!.count} rows, sum ${row!.digest ?? 0}`;
}

/**
 * The lines of the schema as SQL, without comments and without what a newer `pg_dump` says to
 * `psql`.
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

/** The differences of two databases: tables by their rows, and lines of the schema. */
export async function findDifferences(
  original: OpenDatabase,
  copy: OpenDatabase,
): Promise<string[]> {
  const [before, after] = await Promise.all([describeDatabase(original), describeDatabase(copy)]);
  const missing = before.filter((line) => !after.includes(line)).map((line) =>
    `not so in the copy: ${line}`
  );
  const extra = after.filter((line) => !before.includes(line)).map((line) =>
    `only so in the copy: ${line}`
  );
  return [...missing, ...extra];
}

if (import.meta.main) {
  await runCommand(async ({ config, log }) => {
    const { databaseUrl } = config;
    if (Deno.args.length > 0 || databaseUrl === null) {
      throw new UsageError(
        "Usage: deno task backup:rehearse, with DATABASE_URL of a role that may make databases",
      );
    }
    const original = await openDb(config, { log });
    const { revision } = await getState(original);
    const differences = await withRestored({ databaseUrl, log }, async (url) => {
      const copy = await openDb({ ...config, databaseUrl: url }, { log });
      return await findDifferences({ db: original, databaseUrl }, { db: copy, databaseUrl: url })
        .finally(() => copy.close());
    });
    const isMoved = (await getState(original)).revision !== revision;
    await original.close();
    if (isMoved) {
      throw new UsageError(
        "An ingest ran in between, so the copy is of another revision: try again",
      );
    }
    for (const line of differences.slice(0, 20)) console.error(line);
    console.log(differences.length === 0 ? "No difference" : `${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  });
}
