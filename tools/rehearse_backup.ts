/** `deno task backup:rehearse`: dumps the server's database, restores it beside, and compares what both answer. @module */

import { Builder } from "fresh/dev";
import { createApp } from "../app.ts";
import { runCommand, UsageError } from "../lib/db/commands/command.ts";
import { describeServer, openDb } from "../lib/db/connection.ts";
import type { Db, Row } from "../lib/db/db.ts";
import { getState } from "../lib/db/state.ts";
import { createService } from "../lib/http/service.ts";
import { operations } from "../lib/operations/mod.ts";
import type { Clock } from "../lib/platform/clock.ts";
import type { Config } from "../lib/platform/config.ts";
import type { Log } from "../lib/platform/log.ts";
import { FUELS } from "../lib/shared/fuels.ts";
import { noSnapshots } from "../lib/snapshot/source.ts";

/** Questions of each operation. */
const ROUNDS = 60;

const TABLES = `select c.relname as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e') order by 1`;

const STATIONS =
  `select id::text, department, st_y(position::geometry) as lat, st_x(position::geometry) as lng from station
  where position is not null and department is not null order by random() limit ${ROUNDS}`;

type Station = { id: string; department: string; lat: number; lng: number };
type Ask = (path: string) => Promise<string>;

/** Runs a program of PostgreSQL on a database; the password goes by the environment, for others can read arguments. */
async function run(program: string, args: string[], database: string): Promise<void> {
  const url = new URL(database);
  const env: Record<string, string> = url.password ? { PGPASSWORD: decodeURIComponent(url.password) } : {};
  url.password = "";
  const options: Deno.CommandOptions = {
    args: [...args, `--dbname=${url.href}`],
    env,
    stdout: "null",
    stderr: "piped",
  };
  const { success, stderr } = await new Deno.Command(program, options).output();
  if (!success) throw new UsageError(`${program} failed: ${new TextDecoder().decode(stderr).trim()}`);
}

/** Runs `work` on a copy of a database that was dumped and restored; the copy and the dump are gone afterwards. */
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
    console.log(`Restored beside it: ${name}`);
    return await log.during("Comparing", () => work(url.href));
  } finally {
    await run("psql", ["--command", `drop database if exists ${name} with (force)`], databaseUrl);
    console.log(`Removed: ${name}`);
    await Deno.remove(folder, { recursive: true });
  }
}

/** Rows of each table of ours. */
async function countRows(db: Db): Promise<string[]> {
  const names = await db.query<{ name: string }>({ text: TABLES });
  return await Promise.all(names.map(async ({ name }) => {
    const [row] = await db.query<Row>({ text: `select count(*) as count from "${name}"` });
    return `${name}: ${row?.count} rows`;
  }));
}

/** The app over a database: status, name of the version and text of its answers. */
async function startApp(db: Db, { config, log, clock }: { config: Config; log: Log; clock: Clock }): Promise<Ask> {
  const free = { ...config, restLimit: 0, accessLog: false };
  const service = createService({ config: free, db, openKv: null, log, clock, snapshots: noSnapshots });
  const app = createApp(() => Promise.resolve(service));
  (await new Builder({ root: `${import.meta.dirname}/..` }).build({ snapshot: "memory" }))(app);
  const handler = app.handler();
  return async (path) => {
    const response = await handler(new Request(`http://localhost${path}`));
    return `${response.status} ${response.headers.get("etag")} ${await response.text()}`;
  };
}

/** Another question of an operation's example: near another station, of another fuel, over other days. */
function varyExample(example: string, { id, department, lat, lng }: Station): string {
  const between = (min: number, max: number) => min + Math.floor(Math.random() * (max - min + 1));
  const values: Record<string, string | number> = {
    ...{ lat, lng, north: lat + 0.2, south: lat - 0.2, east: lng + 0.2, west: lng - 0.2 },
    points: `${lat},${lng};${lat + 0.2},${lng + 0.2}`,
    ...{
      fuel: FUELS[between(0, FUELS.length - 1)]!,
      radius: between(1, 50),
      days: between(1, 90),
      limit: between(1, 20),
    },
  };
  const [path = "", query = ""] = example.split("?");
  const params = [...new URLSearchParams(query)].map(([name, value]) => [name, String(values[name] ?? value)]);
  const own = path.replace(/\/75015007$/, `/${id}`).replace(/\/75$/, `/${department}`);
  return params.length === 0 ? own : `${own}?${new URLSearchParams(params)}`;
}

/** The questions to which the two give other answers, and how many were answered with data. */
async function compare(
  stations: readonly Station[],
  asks: [Ask, Ask],
): Promise<{ differing: string[]; found: number }> {
  const differing: string[] = [];
  let found = 0;
  for (const station of stations) {
    for (const { example } of operations) {
      const path = varyExample(example, station);
      const [before, after] = await Promise.all(asks.map((ask) => ask(path)));
      if (before !== after) differing.push(path);
      if (before!.startsWith("200")) found += 1;
    }
  }
  return { differing, found };
}

/** Compares two databases and says what differs; nothing when they are alike. */
export async function findDifferences(one: Db, other: Db, settings: Parameters<typeof startApp>[1]): Promise<string[]> {
  const [before, after] = await Promise.all([countRows(one), countRows(other)]);
  console.log(`${before.length} tables compared`);
  const rows = before.filter((line) => !after.includes(line)).map((line) => `${line}, not so in the copy`);
  const stations = await one.query<Station>({ text: STATIONS });
  const asks: [Ask, Ask] = [await startApp(one, settings), await startApp(other, settings)];
  const { differing, found } = await compare(stations, asks);
  const asked = stations.length * operations.length;
  console.log(`${asked} random questions of ${operations.length} operations, ${found} with data`);
  if (found === 0) return ["no question found data: there is nothing to compare"];
  return [...rows, ...differing.map((path) => `another answer: ${path}`)];
}

if (import.meta.main) {
  await runCommand(async ({ config, log, clock }) => {
    const { databaseUrl } = config;
    if (Deno.args.length > 0 || databaseUrl === null) {
      throw new UsageError("Usage: deno task backup:rehearse, with DATABASE_URL of a role that may make databases");
    }
    const at = clock();
    const settings = { config, log, clock: () => at };
    const one = await openDb(config, { log });
    const { revision } = await getState(one);
    const differences = await withRestored({ databaseUrl, log }, async (url) => {
      const other = await openDb({ ...config, databaseUrl: url }, { log });
      return await findDifferences(one, other, settings).finally(() => other.close());
    });
    const isMoved = (await getState(one)).revision !== revision;
    await one.close();
    if (isMoved) throw new UsageError("An ingest ran meanwhile, so the copy is of another revision: try again");
    for (const line of differences.slice(0, 20)) console.error(line);
    console.log(differences.length === 0 ? "No difference" : `${differences.length} differences`);
    return differences.length === 0 ? 0 : 1;
  });
}
