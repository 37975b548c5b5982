/**
 * Opens the parts of the process, once: settings, database, KV, snapshots, service and jobs.
 *
 * @module
 */

import { Jobs } from "./ingest/jobs.ts";
import { mayUseAlerts } from "./lib/db/alerts/rights.ts";
import { openDb } from "./lib/db/connection.ts";
import { type Db, describeError } from "./lib/db/db.ts";
import { migrate } from "./lib/db/migrate.ts";
import { getQuotaSecret } from "./lib/db/quota_secret.ts";
import { getState } from "./lib/db/data_state.ts";
import { createService } from "./lib/http/service.ts";
import type { Service } from "./lib/http/state.ts";
import { type Clock, createClock, systemClock } from "./lib/platform/clock.ts";
import { type Config, findMisspelt, readConfig } from "./lib/platform/config.ts";
import { makeDataDir } from "./lib/platform/data_dir.ts";
import { Lifecycle } from "./lib/platform/lifecycle.ts";
import { LineWriter } from "./lib/platform/line_writer.ts";
import { consoleSink, createLog, type Log, type LogSink } from "./lib/platform/log.ts";
import { watchEventLoop } from "./lib/platform/metrics/event_loop.ts";
import { createMetrics, type Metrics } from "./lib/platform/metrics/metrics.ts";
import { isFirstThread } from "./lib/platform/thread.ts";
import { StartError } from "./lib/platform/uncaught_errors.ts";
import { Alarm } from "./lib/selfcheck/alarm.ts";
import { runSelfCheck } from "./lib/selfcheck/self_check.ts";
import { lazy } from "./lib/shared/lazy.ts";
import { createSnapshotSource, noSnapshots, type WatchingSource } from "./lib/snapshot/source.ts";

/**
 * The first snapshot waits for the first requests, since it takes the one connection of an embedded
 * database for a second.
 */
const FIRST_SNAPSHOT_WAIT_MS = 200;

/** How often the log says why the service is not open yet. */
const WAITING_LINE_MS = 60_000;

/** The running parts of this process. */
export type Running = {
  service: Service;
  jobs: Jobs;
  /** Waits until `answered` has settled, and closes everything. */
  close(answered: Promise<unknown>): Promise<void>;
};

/** Reads the settings from the environment. Throws a `ConfigError` that lists every problem. */
export function readSettings(): Config {
  return readConfig((name) => Deno.env.get(name), { isTerminal: Deno.stdout.isTerminal() });
}

async function openDataDir(dataDir: string): Promise<void> {
  try {
    await makeDataDir(dataDir);
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

/**
 * Warns of settings that are ignored because they are misspelt. Leaves out their values, which may
 * be secrets.
 */
function warnOfMisspelt(log: Log): void {
  for (const { name, setting } of findMisspelt(Object.keys(Deno.env.toObject()))) {
    log.warn(`Unknown setting ${name} is ignored; did you mean ${setting}?`);
  }
}

/** Warns that each decision about alerts will fail. */
async function warnOfAlerts(db: Db, log: Log): Promise<void> {
  if (await mayUseAlerts(db)) return;
  log.warn("ALERTS is on, but the database's role may not use the tables of alerts", {
    hint: "ALERTS=off, or the role jauge_writer",
  });
}

function openKv({ kvUrl, deploy, dataDir }: Config): Promise<Deno.Kv> {
  return Deno.openKv(kvUrl ?? (deploy ? undefined : `${dataDir}/counters.kv`));
}

/** Loads missing data, or warns that nothing will load them. */
async function begin(
  jobs: Jobs,
  { db, config, log }: { db: Db; config: Config; log: Log },
): Promise<void> {
  if (config.alerts) await warnOfAlerts(db, log);
  const isEmpty = (await getState(db)).asOfMs === null;
  if (config.ingest) {
    // On Deno Deploy instances start with every burst of requests. The crons then load new data
    // once for all of them.
    if (isEmpty || !config.deploy) await jobs.begin();
  } else if (isEmpty) {
    log.warn(
      "The database is empty and INGEST=off: every answer is 503 until something else loads the feed",
      { hint: "deno task ingest, or another instance with INGEST=on" },
    );
  }
}

/** The program of a thread. */
class Program {
  #log = createLog({ clock: systemClock });
  /** Null without a webhook, if `INGEST` is off, and until the service is open. */
  #alarm: Alarm | null = null;
  readonly #output = new LineWriter(Deno.stdout);
  /** When the log last said why the service is not open. */
  #waitingLoggedMs = -Infinity;
  #hasWarned = false;

  constructor(private readonly ending: AbortSignal) {}

  /** The log, which follows the settings once they are read. */
  get log(): Log {
    return this.#log;
  }

  /**
   * Reads the settings, opens database and KV and starts the jobs, once for all callers. After a
   * failure the next call tries again. Throws a `ConfigError`, `DatabaseOpenError`,
   * `MigrationError` or {@link StartError}, whose messages say what to do.
   */
  readonly open: () => Promise<Running> = lazy(() => this.#start());

  /** Returns the service for a request. Throws as {@link open} does. */
  readonly openService = async (): Promise<Service> => {
    try {
      return (await this.open()).service;
    } catch (error) {
      this.logWaiting(error);
      throw error;
    }
  };

  /**
   * Logs why the service is not open, at most once a minute: each request and each retry fails
   * alike.
   */
  logWaiting(error: unknown): void {
    const nowMs = performance.now();
    if (this.ending.aborted || nowMs - this.#waitingLoggedMs < WAITING_LINE_MS) return;
    this.#waitingLoggedMs = nowMs;
    this.#log.warn("The service cannot be opened yet; every request gets 503", {
      reason: describeError(error),
    });
  }

  /** Reports an error that reached no `catch` to the operator's webhook. */
  reportUncaught(text: string): void {
    this.#alarm?.reportUncaught(text).catch((error) =>
      this.#log.warn("An error could not be reported", { error })
    );
  }

  async #start(): Promise<Running> {
    this.ending.throwIfAborted();
    const config = readSettings();
    const clock = createClock(config.clock);
    this.#openLog(config, clock);
    const log = this.#log;
    this.#warnOfSettings(config);
    if (!config.deploy) await openDataDir(config.dataDir);
    const db = await log.during("Opening the database", () => this.#openMigrated(config));
    const metrics = createMetrics(config);
    const unwatchLoop = watchEventLoop(metrics.eventLoopLag);
    const snapshots = this.#createSnapshots(config, db, metrics);
    const service = createService({
      config,
      db,
      openKv: () => openKv(config),
      readSecret: () => getQuotaSecret(db),
      log,
      clock,
      snapshots,
      metrics,
      isEnding: () => this.ending.aborted,
    });
    const refresh = () => snapshots.refresh().then(() => {}, (error) => this.#warnOfRefresh(error));
    // Not awaited: the database serves requests until the snapshot is ready.
    void refresh();
    // No other process writes to the embedded database, and requests need its one connection.
    const unwatch = db.kind === "server" ? snapshots.watch() : () => {};
    const jobs = this.#startJobs(service, refresh);
    const close = async (answered: Promise<unknown>) => {
      unwatch();
      unwatchLoop();
      service.end();
      await answered;
      await this.#output.flush();
      await service.close();
      await db.close();
      await this.#output.flush();
    };
    return { service, jobs, close };
  }

  /** Warns only once, since a start that waits for its database tries again and again. */
  #warnOfSettings({ clock }: Config): void {
    if (!isFirstThread || this.#hasWarned) return;
    this.#hasWarned = true;
    warnOfMisspelt(this.#log);
    if (clock) {
      this.#log.warn("CLOCK is set for a replay: the service does not use the current time", {
        clock,
      });
    }
  }

  #createSnapshots(config: Config, db: Db, { swaps }: Metrics): WatchingSource {
    if (!config.snapshot) return noSnapshots;
    return createSnapshotSource(db, {
      onError: (error) => this.#warnOfRefresh(error),
      onSwap: (ms) => swaps.observe(ms / 1000),
      firstWaitMs: FIRST_SNAPSHOT_WAIT_MS,
    });
  }

  #warnOfRefresh(error: unknown): void {
    if (!this.ending.aborted) this.#log.warn("Snapshot refresh failed", { error });
  }

  #openLog({ log, telemetry, deploy }: Config, clock: Clock): void {
    // People, telemetry and Deno Deploy get each line at once, from the console.
    const isBuffered = !telemetry && !deploy && log.format === "json";
    const buffer: LogSink = (line, level) => {
      if (level === "info" || level === "debug") this.#output.write(line);
      else consoleSink(line, level);
    };
    this.#log = createLog({ clock, ...log, sink: isBuffered ? buffer : undefined });
  }

  /**
   * Opens and migrates the database. The end of the process stops it, since the server may never
   * respond.
   */
  async #openMigrated(config: Config): Promise<Db> {
    this.ending.throwIfAborted();
    const log = this.#log;
    const opening = new AbortController();
    const giveUp = () => opening.abort();
    this.ending.addEventListener("abort", giveUp);
    try {
      const db = await openDb(config, { log, signal: opening.signal });
      await migrate(db, { log }).catch(async (error) => {
        await db.close().catch(() => {}); // A database that has just failed may fail again.
        throw error;
      });
      return db;
    } finally {
      this.ending.removeEventListener("abort", giveUp);
    }
  }

  /**
   * Creates the background jobs of a service, and starts them in the first thread. `refresh` reads
   * changed data into memory.
   */
  #startJobs({ config, clock, backend, metrics }: Service, refresh: () => Promise<void>): Jobs {
    const log = this.#log;
    const jobs = new Jobs({
      db: backend.db,
      clock,
      log,
      config,
      ending: this.ending,
      metrics,
      recorder: metrics.jobs,
      onChange: refresh,
      checkAnswers: () => runSelfCheck({ ...backend, log }),
      checkAlarm: async () => await this.#alarm?.check(),
    });
    if (config.ingest && config.alertWebhook) {
      this.#alarm = new Alarm(config.alertWebhook, {
        ...backend,
        log,
        findJobFaults: () => jobs.findFaults(),
      });
    }
    if (isFirstThread) {
      void jobs.run("decide_alerts");
      begin(jobs, { db: backend.db, config, log }).catch((error) =>
        log.warn("The state of the data cannot be read", { error })
      );
    }
    return jobs;
  }
}

/** The life cycle of this thread. */
export const lifecycle = new Lifecycle();

/** The program of this thread. */
export const program = new Program(lifecycle.signal);
