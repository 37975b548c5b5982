/** Serves the app without Fresh's own server: builds its scripts, listens on HOST and PORT, and shuts down gracefully. @module */

import { Builder } from "fresh/dev";
import { DatabaseOpenError, isUnavailable } from "./lib/db/db.ts";
import { MigrationError } from "./lib/db/migrate.ts";
import { systemClock } from "./lib/platform/clock.ts";
import { type Config, ConfigError } from "./lib/platform/config.ts";
import { createLog, type Log } from "./lib/platform/log.ts";
import { app, DataDirError, open, readSettings, type Running } from "./main.ts";

/** With what is closed afterwards it stays within the five seconds that Deno Deploy leaves. */
const DRAIN_MS = 4000;
const END_MS = 10_000;
const LISTEN_AGAIN_MS = 500;

/** Waits between attempts to reach a database server. */
const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [1_000, 30_000];

/** The port cannot be listened on. */
class ListenError extends Error {}

/** The pages' scripts are missing, and this process may not make them. */
class BuildError extends Error {}

type Address = { hostname: string; port: number };

function toHostAndPort({ hostname, port }: Address): string {
  return hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]:${port}` : `${hostname}:${port}`;
}

function announce(config: Config, address: Address): void {
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

/** Listens until it is shut down, also again after a time without a free descriptor, which ends Deno's own server. */
class Listener {
  #server: Deno.HttpServer;
  #address: Address;
  #isEnding = false;

  /** Throws a {@link ListenError} when the port cannot be had. */
  constructor(private readonly config: Config, private readonly log: Log) {
    this.#address = { hostname: config.host, port: config.port };
    try {
      this.#server = this.#listen((address) => announce(config, address));
    } catch (error) {
      const reason = (error as Error).message;
      throw new ListenError(`Cannot listen on ${toHostAndPort(this.#address)} (HOST, PORT): ${reason}`, {
        cause: error,
      });
    }
    this.#address.port = (this.#server.addr as Deno.NetAddr).port;
  }

  /** Takes no more connections; resolves when what is under way is answered. */
  async shutdown(): Promise<void> {
    this.#isEnding = true;
    await this.#server.shutdown();
  }

  #listen(onListen: (address: Address) => void): Deno.HttpServer {
    const server = Deno.serve({ ...this.#address, onListen }, app.handler());
    server.finished.catch((error) => {
      this.log.warn("No connection can be accepted; those that are open go on", { error });
      this.#listenAgain();
    });
    return server;
  }

  #listenAgain(): void {
    setTimeout(() => {
      if (this.#isEnding) return;
      try {
        this.#server = this.#listen(() => this.log.warn("Connections are accepted again"));
      } catch {
        this.#listenAgain();
      }
    }, LISTEN_AGAIN_MS);
  }
}

function explain(error: unknown): string {
  const isExplained = [ConfigError, DatabaseOpenError, MigrationError, DataDirError, ListenError, BuildError].some((
    kind,
  ) => error instanceof kind);
  if (isExplained) return (error as Error).message;
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

function fail(error: unknown): never {
  console.error(explain(error));
  Deno.exit(error instanceof ConfigError ? 2 : 1);
}

/** Answers what is under way, then closes; a second signal ends at once. */
function endOnSignals(opening: Promise<Running>, listener: Listener): void {
  let running: Running | null = null;
  let isEnding = false;
  opening.then((opened) => running = opened, fail);
  const end = () => {
    if (isEnding) Deno.exit(130);
    isEnding = true;
    // whatever hangs on a database that is gone ends with the process
    setTimeout(() => Deno.exit(1), END_MS);
    const answered = Promise.race([listener.shutdown(), new Promise((resolve) => setTimeout(resolve, DRAIN_MS))]);
    (running?.close(answered) ?? answered).then(() => Deno.exit(0), fail);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) Deno.addSignalListener(signal, end);
}

/** Opens the service, and waits for a database server that is away: meanwhile requests are answered 503. */
async function openWithRetries(log: Log): Promise<Running> {
  for (let waitMs = FIRST_WAIT_MS;; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
    try {
      return await open();
    } catch (error) {
      if (!isUnavailable(error) && !isUnavailable((error as Error).cause)) throw error;
      log.warn("The database is away; the service waits for it", { reason: (error as Error).message, waitMs });
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

/** Gives the app its scripts: those on disk, or new ones, which take the permission to run esbuild. */
async function build(): Promise<void> {
  try {
    (await new Builder({ root: import.meta.dirname }).build())(app);
  } catch (error) {
    if ((await Deno.permissions.query({ name: "run" })).state === "granted") throw error;
    throw new BuildError(
      "The scripts of the pages are missing or old, and this process may run no program: " +
        "run deno task build first",
      { cause: error },
    );
  }
}

/** Listens before anything is opened, so that a taken port is known first; requests wait for what they need. */
async function start(): Promise<void> {
  const config = readSettings();
  await build();
  const log = createLog({ clock: systemClock });
  const listener = new Listener(config, log);
  endOnSignals(openWithRetries(log), listener);
}

await start().catch(fail);
