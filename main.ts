/** Starts the service: reads the settings, opens the database, builds the app, schedules the ingest and listens. @module */

import { App, staticFiles } from "fresh";
import { prepare } from "fresh/dev";
import { manifest } from "./fresh.gen.ts";
import { createJobs, type Jobs } from "./ingest/jobs.ts";
import { openDb } from "./lib/db/connection.ts";
import { DatabaseOpenError, type Db } from "./lib/db/db.ts";
import { migrate, MigrationError } from "./lib/db/migrate.ts";
import { getState } from "./lib/db/state.ts";
import { type Handler, withEdge } from "./lib/http/edge.ts";
import { createService } from "./lib/http/service.ts";
import { provideState, type Service, type State } from "./lib/http/state.ts";
import { startClockAt, systemClock } from "./lib/platform/clock.ts";
import { type Config, ConfigError, readConfig } from "./lib/platform/config.ts";
import { createLog, type Log } from "./lib/platform/log.ts";
import { createSnapshotSource, noSnapshots } from "./lib/snapshot/source.ts";

/** The whole app over a service, as Deno.serve calls it. `write`: whether the built scripts are kept on disk. */
export async function createHandler(service: Service, options: { write: boolean }): Promise<Handler> {
  const app = new App<State>().use(staticFiles()).use(provideState(service)).fsRoutes();
  await prepare(app, { root: import.meta.dirname!, manifest, write: options.write });
  const handler = app.handler();
  return withEdge(service, (request, info) => handler(request, info));
}

/** A running service and how to end it. */
type Running = { jobs: Jobs; stop(): Promise<void> };

async function openKv(config: Config, log: Log): Promise<Deno.Kv | null> {
  try {
    // Deno Deploy has a KV of its own, shared by all instances.
    return await Deno.openKv(config.deploy ? undefined : `${config.dataDir}/counters.kv`);
  } catch (error) {
    log.warn("The counters' KV cannot be opened: each instance counts by itself", { error });
    return null;
  }
}

/** What an operator can mend: printed as a sentence, without a stack. */
class StartError extends Error {}

function toHostAndPort({ hostname, port }: { hostname: string; port: number }): string {
  return hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

function announce(config: Config, address: { hostname: string; port: number }): void {
  const origin = config.baseUrl ?? `http://${toHostAndPort(address)}`;
  console.log(`
  Jauge is listening.

    map            ${origin}/
    documentation  ${origin}/docs
    REST API       ${origin}/api/v1/prices/national?fuel=e10
    MCP            ${origin}/mcp
    state          ${origin}/readyz
`);
}

function listen(config: Config, handler: Handler): Deno.HttpServer {
  const address = { hostname: config.host, port: config.port };
  try {
    return Deno.serve({ ...address, onListen: (listening) => announce(config, listening) }, handler);
  } catch (error) {
    const reason = (error as Error).message;
    throw new StartError(`Cannot listen on ${toHostAndPort(address)} (HOST, PORT): ${reason}`, { cause: error });
  }
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await Deno.mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** Says that nothing can be answered where nothing will load the data either. */
async function warnWhenEmpty(db: Db, log: Log): Promise<void> {
  if ((await getState(db)).asOfMs !== null) return;
  log.warn("The database is empty and INGEST=off: every answer is 503 until something else loads the feed", {
    hint: "deno task ingest, or another instance with INGEST=on",
  });
}

const DRAIN_MS = 5000;

async function start(config: Config): Promise<Running> {
  const clock = config.clock ? startClockAt(config.clock) : systemClock;
  const log = createLog({ clock });
  if (!config.deploy) await makeDataDir(config.dataDir);
  const db = await openDb(config, { log });
  await migrate(db, { log });
  const kv = await openKv(config, log);
  const onError = (error: unknown) => log.warn("The snapshot is not renewed", { error });
  const snapshots = config.snapshot ? createSnapshotSource(db, { onError }) : noSnapshots;
  const service = createService({ config, db, kv, log, clock, snapshots });
  const refresh = () => snapshots.refresh().then(() => {}, onError);
  // not waited for: the database answers until the snapshot is there
  void refresh();
  const server = listen(config, await createHandler(service, { write: !config.deploy }));
  if (!config.ingest) await warnWhenEmpty(db, log);
  let isEnding = false;
  const jobs = createJobs({ db, clock, log, config, onChange: refresh, isEnding: () => isEnding });
  // Nobody else writes to the embedded database, and its one connection is wanted for answers.
  const unwatch = db.kind === "server" ? snapshots.watch() : () => {};
  const stop = async () => {
    isEnding = true;
    unwatch();
    await Promise.race([server.shutdown(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
    await service.close();
    kv?.close();
    await db.close();
  };
  return { jobs, stop };
}

function explain(error: unknown): string {
  const isExplained = [ConfigError, DatabaseOpenError, MigrationError, StartError].some((kind) =>
    error instanceof kind
  );
  if (isExplained) return (error as Error).message;
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

function fail(error: unknown): never {
  console.error(explain(error));
  Deno.exit(error instanceof ConfigError ? 2 : 1);
}

function endOnSignals(running: Running): void {
  let isEnding = false;
  const end = () => {
    if (isEnding) Deno.exit(130);
    isEnding = true;
    running.stop().then(() => Deno.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, end);
}

function readSettings(): Config {
  try {
    return readConfig((name) => Deno.env.get(name));
  } catch (error) {
    fail(error);
  }
}

if (import.meta.main) {
  const config = readSettings();
  const starting = start(config);
  // Deno Deploy looks for crons while the module is evaluated, so they are named before anything is awaited.
  if (config.ingest) {
    Deno.cron("ingest the feed", "*/10 * * * *", async () => await (await starting).jobs.ingest());
    Deno.cron("load brands", "17 4 * * *", async () => await (await starting).jobs.brands());
  }
  if (config.databaseUrl === null) {
    Deno.cron("keep house", "47 * * * *", async () => await (await starting).jobs.maintain());
  }
  const running = await starting.catch(fail);
  if (!config.deploy) endOnSignals(running);
  if (config.ingest) await running.jobs.begin();
}
