/**
 * Serves the app without Fresh's own server: builds its scripts, listens on HOST and PORT with the
 * number of threads in THREADS, and shuts down gracefully. The other threads run this file, too.
 *
 * @module
 */

import { setTimeout as delay } from "node:timers/promises";
import { Builder } from "fresh/dev";
import { DatabaseOpenError, isUnavailable } from "./lib/db/db.ts";
import { MigrationError } from "./lib/db/migrate.ts";
import { aroundApp } from "./lib/http/around_app.ts";
import { systemClock } from "./lib/platform/clock.ts";
import { type Config, ConfigError } from "./lib/platform/config.ts";
import { createLog, type Log, toPrintableLines } from "./lib/platform/log.ts";
import { DRAIN_MS, leave } from "./lib/platform/lifecycle.ts";
import { notifySystemd } from "./lib/platform/systemd.ts";
import { isFirstThread, thread } from "./lib/platform/thread.ts";
import { StartError } from "./lib/platform/uncaught_errors.ts";
import { app } from "./main.ts";
import { lifecycle, program, readSettings, type Running } from "./program.ts";

const END_MS = 10_000;
const LISTEN_AGAIN_MS = 500;

const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 30_000;

type Address = { hostname: string; port: number };

function toHostAndPort({ hostname, port }: Address): string {
  return hostname.includes(":") && !hostname.startsWith("[")
    ? `[${hostname}]:${port}`
    : `${hostname}:${port}`;
}

/**
 * Listens until it is shut down. Listens again after Deno's own server has ended because no
 * descriptor was free.
 */
class Listener {
  #server: Deno.HttpServer;
  #address: Address;
  #isEnding = false;

  /** Throws a {@link StartError} if it cannot listen on the port. */
  constructor(readonly config: Config, private readonly log: Log) {
    this.#address = { hostname: config.host, port: thread.port ?? config.port };
    try {
      this.#server = this.#listen((address) => {
        if (!isFirstThread) return;
        const origin = config.baseUrl ?? `http://${toHostAndPort(address)}`;
        log.info("Listening", {
          summary: `Listening: ${origin}/ with /docs, /api/v1, /mcp and /readyz`,
          origin,
        });
      });
    } catch (cause) {
      const { message } = cause as Error;
      throw new StartError(
        `Cannot listen on ${toHostAndPort(this.#address)} (HOST, PORT): ${message}`,
        { cause },
      );
    }
    this.#address.port = (this.#server.addr as Deno.NetAddr).port;
  }

  get port(): number {
    return this.#address.port;
  }

  /** Accepts no more connections. Resolves when the requests in progress are finished. */
  async shutdown(): Promise<void> {
    this.#isEnding = true;
    await this.#server.shutdown();
  }

  #listen(onListen: (address: Address) => void): Deno.HttpServer {
    const reusePort = this.config.threads > 1;
    const handler = aroundApp(app.handler(), program.openService);
    const server = Deno.serve({ ...this.#address, reusePort, onListen }, handler);
    server.finished.catch((error) => {
      this.log.warn("No connection can be accepted; open ones continue", { error });
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

const EXPLAINED = [ConfigError, DatabaseOpenError, MigrationError, StartError];

function fail(error: unknown): never {
  const isExplained = EXPLAINED.some((kind) => error instanceof kind);
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  console.error(toPrintableLines(isExplained ? message : stack));
  Deno.exit(error instanceof ConfigError ? 2 : 1);
}

/**
 * Ends a thread other than the first, and with it the process: a StartError is the only error that
 * leaves a thread.
 */
function failThread(cause: unknown): never {
  throw new StartError((cause as Error).message, { cause });
}

/**
 * Serves requests as long as load balancers may send them, finishes those in progress, and closes
 * everything.
 */
async function endListening(opening: Promise<Running | null>, listener: Listener): Promise<void> {
  lifecycle.abort();
  const { drainMs } = listener.config;
  if (drainMs > 0) await delay(drainMs);
  const answered = Promise.race([listener.shutdown(), delay(DRAIN_MS, undefined, { ref: false })]);
  const running = await opening;
  await (running?.close(answered) ?? answered);
}

/** A thread other than the first. `listening` resolves once it listens for messages. */
type Thread = { worker: Worker; listening: Promise<void> };

/** A message from another thread to the first one. */
type ThreadMessage = "listening" | "ended" | { uncaught: string };

function waitFor(worker: Worker, wanted: ThreadMessage): Promise<void> {
  return new Promise((resolve) => {
    worker.addEventListener("message", ({ data }: MessageEvent<ThreadMessage>) => {
      if (data === wanted) resolve();
    });
  });
}

/**
 * Starts the other threads. A thread that cannot work ends the process. Other errors are logged in
 * their thread and reported by this one.
 */
function startThreads({ config, port }: Listener): Thread[] {
  return Array.from({ length: config.threads - 1 }, (_, index) => {
    const name = JSON.stringify({ number: index + 2, port });
    const worker = new Worker(Deno.mainModule, { type: "module", name });
    worker.addEventListener("message", ({ data }: MessageEvent<ThreadMessage>) => {
      if (typeof data === "object") program.reportUncaught(data.uncaught);
    });
    worker.onerror = (event) => {
      event.preventDefault();
      fail(new StartError(`Thread ${index + 2} cannot work: ${event.message}`));
    };
    return { worker, listening: waitFor(worker, "listening") };
  });
}

/** Ends a thread in the same way as this one, and waits for it. */
async function endThread({ worker, listening }: Thread): Promise<void> {
  await listening;
  const ended = waitFor(worker, "ended");
  worker.postMessage("end");
  await ended;
  worker.terminate();
}

/**
 * Ends all threads on SIGINT and SIGTERM; a second signal ends the process at once. The process
 * ends because no work is left: `Deno.exit` hangs if telemetry is being sent (Deno 2.9.6; see
 * denoland/deno#33157).
 */
function endOnSignals(opening: Promise<Running | null>, listener: Listener): void {
  let threads: Thread[] = [];
  opening.then(() => {
    if (!lifecycle.signal.aborted) threads = startThreads(listener);
  }, fail);
  lifecycle.endOnSignal(async () => {
    // Work that hangs because the database is gone ends with the process.
    const timer = setTimeout(() => Deno.exit(1), listener.config.drainMs + END_MS);
    await Promise.all([endListening(opening, listener), ...threads.map(endThread)]).catch(fail);
    clearTimeout(timer);
    leave();
  });
}

function endOnMessage(opening: Promise<Running | null>, listener: Listener): void {
  const postMessage = (message: ThreadMessage) => self.postMessage(message);
  opening.catch(failThread);
  self.onmessage = async () => {
    await endListening(opening, listener).catch(failThread);
    postMessage("ended");
  };
  postMessage("listening");
}

/**
 * Opens the service. Waits for a database server that is unreachable; requests get a 503 meanwhile.
 * Returns null if the process ends first. Never waits for an embedded database that fails, since it
 * does not recover by itself.
 */
async function openWithRetries({ databaseUrl }: Config): Promise<Running | null> {
  const { signal } = lifecycle;
  for (
    let waitMs = FIRST_WAIT_MS;
    !signal.aborted;
    waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)
  ) {
    try {
      return await program.open();
    } catch (error) {
      if (signal.aborted) break;
      const isAway = isUnavailable(error) || isUnavailable((error as Error).cause);
      if (!databaseUrl || !isAway) throw error;
      program.logWaiting(error);
      await delay(waitMs, undefined, { ref: false, signal }).catch(() => {});
    }
  }
  return null;
}

/**
 * Adds the scripts to the app: those of `deno task build`, or new ones, which need the permission
 * to run esbuild.
 */
async function build(): Promise<void> {
  try {
    (await new Builder({ root: import.meta.dirname }).build({ snapshot: "memory" }))(app);
  } catch (error) {
    if ((await Deno.permissions.query({ name: "run" })).state === "granted") throw error;
    throw new StartError(
      "The scripts of the pages are missing or old, and this process may not run programs: " +
        "run deno task build first",
      { cause: error },
    );
  }
}

/**
 * Listens before it opens anything, so that an occupied port is noticed first. Requests wait for
 * the parts that they need.
 */
async function start(): Promise<void> {
  const config = readSettings();
  await build();
  const log = createLog({ clock: systemClock, ...config.log });
  const listener = new Listener(config, log);
  const opening = openWithRetries(config);
  const { systemd, dataDir } = config;
  if (isFirstThread && systemd) {
    opening.then((running) => running && notifySystemd(systemd, { dataDir, log }), () => {});
  }
  if (isFirstThread) endOnSignals(opening, listener);
  else endOnMessage(opening, listener);
}

await start().catch(isFirstThread ? fail : failThread);
