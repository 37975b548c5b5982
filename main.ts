/** Exports the Fresh app and schedules the background jobs; the service behind both is opened when it is first needed. @module */

import { setTimeout as delay } from "node:timers/promises";
import { createApp } from "./app.ts";
import { type JobName, Jobs } from "./ingest/jobs.ts";
import { openDb } from "./lib/db/connection.ts";
import type { Db } from "./lib/db/db.ts";
import { migrate } from "./lib/db/migrate.ts";
import { getState } from "./lib/db/state.ts";
import { createService } from "./lib/http/service.ts";
import type { Service } from "./lib/http/state.ts";
import { createClock, systemClock } from "./lib/platform/clock.ts";
import { type Config, findMisspelt, readConfig } from "./lib/platform/config.ts";
import { LineWriter } from "./lib/platform/line_writer.ts";
import { consoleSink, createLog, type Log, type LogSink } from "./lib/platform/log.ts";
import { createMetrics, watchEventLoop } from "./lib/platform/metrics.ts";
import { Alarm } from "./lib/selfcheck/alarm.ts";
import { runSelfCheck } from "./lib/selfcheck/run.ts";
import { isFirstThread } from "./lib/platform/thread.ts";
import { StartError, surviveUncaughtErrors } from "./lib/platform/uncaught_errors.ts";
import { lazy } from "./lib/shared/lazy.ts";
import { traffic } from "./lib/platform/traffic.ts";
import { createSnapshotSource, noSnapshots } from "./lib/snapshot/source.ts";

/** The first snapshot comes a little after the first requests: it takes the one connection of an embedded database for a second. */
const FIRST_SNAPSHOT_WAIT_MS = 200;

/** What runs in this process. */
export type Running = {
  service: Service;
  jobs: Jobs;
  /** Waits for `answered` and closes what was opened. */
  close(answered: Promise<unknown>): Promise<void>;
};

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await Deno.mkdir(dataDir, { recursive: true });
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}

/** An end of the process gives up a database server that is being opened, as it may be silent. */
async function openMigrated(config: Config, log: Log): Promise<Db> {
  ending.signal.throwIfAborted();
  const opening = new AbortController();
  const giveUp = () => opening.abort();
  ending.signal.addEventListener("abort", giveUp);
  try {
    const db = await openDb(config, { log, signal: opening.signal });
    await migrate(db, { log }).catch(async (error) => {
      await db.close().catch(() => {}); // a database that has just failed may fail again
      throw error;
    });
    return db;
  } finally {
    ending.signal.removeEventListener("abort", giveUp);
  }
}

/** Loads what the data lack, or says that nothing will. */
async function begin(jobs: Jobs, { db, config, log }: { db: Db; config: Config; log: Log }): Promise<void> {
  const isEmpty = (await getState(db)).asOfMs === null;
  // Instances of Deno Deploy start with every burst of requests; there the crons load, once for all of them.
  if (config.ingest) return config.deploy && !isEmpty ? undefined : await jobs.begin();
  if (!isEmpty) return;
  log.warn("The database is empty and INGEST=off: every answer is 503 until something else loads the feed", {
    hint: "deno task ingest, or another instance with INGEST=on",
  });
}

/** The settings from the environment. Throws a `ConfigError` that lists every problem. */
export function readSettings(): Config {
  return readConfig((name) => Deno.env.get(name), { isTerminal: Deno.stdout.isTerminal() });
}

const standardOutput = new LineWriter(Deno.stdout);

const gatheringSink: LogSink = (line, level) => {
  if (level === "info" || level === "debug") standardOutput.write(line);
  else consoleSink(line, level);
};

let log = createLog({ clock: systemClock });

/** Null without a webhook, where `INGEST` is off, and until the service is open. */
let alarm: Alarm | null = null;

/** To be aborted when the process ends: the jobs stop, `/readyz` says 503, and the crons no longer keep it alive. */
export const ending = new AbortController();

/** Names settings that have no effect because they are misspelt. Their values may be secrets. */
function warnOfMisspelt(log: Log): void {
  for (const { name, setting } of findMisspelt(Object.keys(Deno.env.toObject()))) {
    log.warn(`${name} is no setting and has no effect; did you mean ${setting}?`);
  }
}

/** Longest wait for responses at the end. With closing it stays under the five seconds that Deno Deploy leaves. */
export const DRAIN_MS = 3_500;
const LOOK_MS = 50;
const LEAVE_MS = 500;

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
let forget = () => {};

/** Has SIGINT and SIGTERM call `end`, and nothing that was to be called before. A second signal ends the process at once. */
export function endOnSignal(end: () => unknown): void {
  forget();
  const onSignal = () => {
    forget();
    end();
  };
  forget = () => SIGNALS.forEach((signal) => Deno.removeSignalListener(signal, onSignal));
  SIGNALS.forEach((signal) => Deno.addSignalListener(signal, onSignal));
}

/** Waits until all requests are answered, but no longer than {@link DRAIN_MS}. */
async function drain(): Promise<void> {
  for (let waitedMs = 0; traffic.answered < traffic.requests && waitedMs < DRAIN_MS; waitedMs += LOOK_MS) {
    await delay(LOOK_MS);
  }
}

/** The end under Fresh's own server, which takes no more connections after a signal, and leaves the process to its jobs. */
async function end(): Promise<void> {
  ending.abort();
  const opened = await open().catch(() => null); // what was not opened before is not opened now
  await opened?.close(drain());
  leave();
}

/** Ends a process in which all is closed, although its host or the connection to a KV that hangs keeps it alive. */
export function leave(): void {
  Deno.unrefTimer(setTimeout(() => Deno.exit(0), LEAVE_MS));
}

/** Creates the background jobs of a service; `refresh` reads the changed data into memory. */
function createJobs({ config, clock, deps, metrics }: Service, refresh: () => Promise<void>): Jobs {
  return new Jobs({
    db: deps.db,
    clock,
    log,
    config,
    ending: ending.signal,
    ingests: metrics.ingests,
    recorder: metrics.jobs,
    onChange: refresh,
    checkAnswers: () => runSelfCheck({ ...deps, log }),
    checkAlarm: async () => await alarm?.check(),
  });
}

async function start(): Promise<Running> {
  ending.signal.throwIfAborted();
  const config = readSettings();
  const clock = createClock(config.clock);
  // lines for a person, for telemetry and for Deno Deploy go through the console, at once
  const isGathered = !config.telemetry && !config.deploy && config.log.format === "json";
  log = createLog({ clock, ...config.log, sink: isGathered ? gatheringSink : undefined });
  if (isFirstThread) warnOfMisspelt(log);
  if (!config.deploy) await makeDataDir(config.dataDir);
  const db = await log.during("Opening the database", () => openMigrated(config, log));
  const openKv = () => Deno.openKv(config.kvUrl ?? (config.deploy ? undefined : `${config.dataDir}/counters.kv`));
  const { signal } = ending;
  const onError = (error: unknown) => {
    if (!signal.aborted) log.warn("Snapshot refresh failed", { error });
  };
  const metrics = createMetrics(config);
  const unwatchLoop = watchEventLoop(metrics.eventLoopLag);
  const onSwap = (ms: number) => metrics.swaps.observe(ms / 1000);
  const snapshots = config.snapshot
    ? createSnapshotSource(db, { onError, onSwap, firstWaitMs: FIRST_SNAPSHOT_WAIT_MS })
    : noSnapshots;
  const isEnding = () => signal.aborted;
  const service = createService({ config, db, openKv, log, clock, snapshots, metrics, isEnding });
  const refresh = () => snapshots.refresh().then(() => {}, onError);
  // not waited for: the database answers until the snapshot is there
  void refresh();
  // No other process writes to the embedded database, and its one connection is needed for requests.
  const unwatch = db.kind === "server" ? snapshots.watch() : () => {};
  const jobs = createJobs(service, refresh);
  if (config.ingest && config.alertWebhook) {
    alarm = new Alarm(config.alertWebhook, { ...service.deps, log, findJobFaults: () => jobs.findFaults() });
  }
  if (isFirstThread) {
    void jobs.run("decide_alerts");
    begin(jobs, { db, config, log }).catch((error) => log.warn("The state of the data cannot be read", { error }));
  }
  const close = async (answered: Promise<unknown>) => {
    unwatch();
    unwatchLoop();
    service.end();
    await answered;
    await standardOutput.flush();
    await service.close();
    await db.close();
    await standardOutput.flush();
  };
  return { service, jobs, close };
}

/**
 * Reads the settings, opens database and KV and starts the jobs, once for all callers; after a failure the next call tries
 * again. Throws a `ConfigError`, `DatabaseOpenError`, `MigrationError` or {@link StartError}, whose messages say what to do.
 */
export const open: () => Promise<Running> = lazy(start);

/** The service for a request. Throws what {@link open} throws. */
export async function openForRequest(): Promise<Service> {
  try {
    return (await open()).service;
  } catch (error) {
    log.warn("A request came while the service cannot be opened", { error });
    throw error;
  }
}

/** The app, for whatever serves it: Fresh's build, or `serve.ts`. The first request opens the service. */
export const app = createApp(openForRequest);

/** Runs a job in the first thread: each thread evaluates this module. */
async function runJob(name: JobName): Promise<void> {
  if (isFirstThread) await (await open()).jobs.run(name);
}

/** Reports an error that reached no `catch` to the operator's webhook. */
export function reportUncaught(text: string): void {
  alarm?.reportUncaught(text).catch((error) => log.warn("An error could not be reported", { error }));
}

// Only the first thread has the alarm.
surviveUncaughtErrors({
  log: () => log,
  report: isFirstThread ? reportUncaught : (uncaught) => self.postMessage({ uncaught }),
});

if (isFirstThread) endOnSignal(end);

const { signal } = ending;
// Deno Deploy finds crons when it evaluates the module, and only those that no condition guards.
Deno.cron("ingest the feed", "*/10 * * * *", { signal }, () => runJob("ingest"));
Deno.cron("decide alerts", "* * * * *", { signal }, () => runJob("decide_alerts"));
Deno.cron("send alerts", "* * * * *", { signal }, () => runJob("send_alerts"));
Deno.cron("check the alarm", "5-59/10 * * * *", { signal }, () => runJob("alarm"));
Deno.cron("load brands", "17 4 * * *", { signal }, () => runJob("brands"));
Deno.cron("load the archive", "37 4 * * *", { signal }, () => runJob("archive"));
Deno.cron("make the history files", "7 5 * * *", { signal }, () => runJob("history_files"));
Deno.cron("make means", "3-59/10 * * * *", { signal }, () => runJob("means"));
Deno.cron("check answers", "27 2 * * *", { signal }, () => runJob("self_check"));
Deno.cron("keep house", "47 * * * *", { signal }, () => runJob("maintenance"));
