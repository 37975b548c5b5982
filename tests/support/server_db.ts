/** Gives each test a separate database on a real PostGIS. @module */

// @ts-types="npm:@types/pg@8.23.1"
import pg from "pg";
import { openDb, type OpenOptions } from "../../lib/db/connection.ts";
import type { Db } from "../../lib/db/db.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { SERVER_DEFAULTS } from "../../lib/platform/config.ts";
import { type Cluster, startCluster } from "./cluster.ts";
import { createTestLog } from "./log.ts";
import { hashMigrations } from "./schema_hash.ts";

/**
 * Names a server on which tests may create and drop databases; set by the test runner. Without it a
 * file starts its own.
 */
export const SERVER_ENV = "TEST_DATABASE_URL";

export type ServerDb = { db: Db; url: string; drop(): Promise<void> };

let own: Promise<Cluster> | undefined;
let template: Promise<string> | undefined;

async function getAdminUrl(): Promise<string> {
  const given = Deno.env.get(SERVER_ENV);
  if (given) return given;
  own ??= startCluster(); // its keeper ends it with this process
  return (await own).adminUrl;
}

function toUrl(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await work(client).finally(() => client.end());
}

/** On a busy machine a connection may take longer than a service would wait. */
const SERVER = { ...SERVER_DEFAULTS, connectTimeoutMs: 60_000 };

async function open(url: string, options: Partial<OpenOptions> = {}): Promise<Db> {
  const config = { databaseUrl: url, dataDir: "", deploy: false, server: SERVER };
  return await openDb(config, { log: createTestLog().log, ...options });
}

/** Returns the URL of a database for one of the server's roles. */
export function toRoleUrl(url: string, role: string): string {
  return Object.assign(new URL(url), { username: role }).href;
}

/** Runs `work` on a database as one of the server's roles. */
export async function withRole<T>(
  url: string,
  role: string,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  const db = await open(toRoleUrl(url, role));
  return await work(db).finally(() => db.close());
}

async function withAdmin<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return await withClient(await getAdminUrl(), work);
}

/** Creates the template under a temporary name, so that an existing one is always complete. */
async function makeTemplate(client: pg.Client, name: string): Promise<void> {
  const draft = `${name}_draft`;
  await client.query(`drop database if exists ${draft}`);
  await client.query(`create database ${draft}`);
  const db = await open(toUrl(await getAdminUrl(), draft));
  await migrate(db).finally(() => db.close());
  await client.query(`alter database ${draft} rename to ${name}`);
}

/**
 * Returns the migrated database from which all others are copied, created once per server and state
 * of the migrations.
 */
async function provideTemplate(): Promise<string> {
  const name = `template_${await hashMigrations()}`;
  await withAdmin(async (client) => {
    await client.query("select pg_advisory_lock(7431)"); // test files run in parallel
    const { rowCount } = await client.query("select from pg_database where datname = $1", [name]);
    if (rowCount === 0) await makeTemplate(client, name);
  });
  return name;
}

/**
 * Creates a new database and returns its name and URL. If `migrated` is false, it is empty and
 * without PostGIS.
 */
export async function createServerUrl(
  options: { migrated?: boolean } = {},
): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll("-", "")}`;
  const source = options.migrated === false ? "template0" : await (template ??= provideTemplate());
  // Copied as files: the template is so small that the required checkpoint is cheap.
  await withAdmin((client) =>
    client.query(`create database ${name} template ${source} strategy file_copy`)
  );
  return {
    url: toUrl(await getAdminUrl(), name),
    async drop() {
      await withAdmin((client) => client.query(`drop database if exists ${name} with (force)`));
    },
  };
}

/** Opens a new migrated database. `drop` closes and deletes it. */
export async function createServerDb(options: Partial<OpenOptions> = {}): Promise<ServerDb> {
  const { url, drop } = await createServerUrl();
  const db = await open(url, options);
  return {
    db,
    url,
    async drop() {
      await db.close();
      await drop();
    },
  };
}

/** Runs `work` on a new migrated database (50 ms). */
export async function withServerDb<T>(work: (db: Db, url: string) => Promise<T>): Promise<T> {
  const { db, url, drop } = await createServerDb();
  return await work(db, url).finally(drop);
}

/** Returns the server's log lines from `WARNING` up about a database. */
export async function readServerWarnings(url: string): Promise<string[]> {
  const { pathname } = new URL(url);
  const { rows } = await withClient(url, (client) => client.query("show data_directory"));
  const log = await Deno.readTextFile(`${rows[0].data_directory}/../log`);
  return log.split("\n")
    .filter((line) => line.includes(`@${pathname.slice(1)} `))
    .flatMap((line) => /(?:WARNING|ERROR|FATAL|PANIC): .*/.exec(line)?.[0] ?? []);
}

/** Runs `work` while no other test changes the server's roles. */
export async function withServerRoles<T>(work: () => Promise<T>): Promise<T> {
  return await withAdmin(async (client) => {
    await client.query("select pg_advisory_lock(7432)");
    return await work();
  });
}

/**
 * Makes sure that server and template exist, so that the first test does not include the time to
 * create them.
 */
export async function prepareServer(): Promise<void> {
  await (template ??= provideTemplate());
}
