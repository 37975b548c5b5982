/**
 * Runs the background jobs of a service. Each has its own cron, lock and timeout, and none waits
 * for another.
 *
 * @module
 */

import type { Db } from "../lib/db/db.ts";
import { makeStaleMeans } from "../lib/db/history/daily_means.ts";
import { hasYearArchive } from "../lib/db/ingest/runs.ts";
import { getState } from "../lib/db/data_state.ts";
import type { Clock } from "../lib/platform/clock.ts";
import type { Config } from "../lib/platform/config.ts";
import { Job, type JobContext } from "../lib/platform/job.ts";
import type { Metrics } from "../lib/platform/metrics/metrics.ts";
import { formatCount } from "../lib/words/format.ts";
import { toParisDay } from "../lib/shared/time/paris_time.ts";
import { decideAlerts } from "./alerts/decide.ts";
import { sendAlerts, type SendContext } from "./alerts/send.ts";
import { type BackfillProgress, backfillYear } from "./archive/backfill.ts";
import { loadBrands } from "./brands/load_brands.ts";
import { readOwnBrands } from "./brands/read_brands.ts";
import { makeHistory } from "./history/make_history.ts";
import { canUseThread, runInThread } from "./ingest_thread.ts";
import { isGood } from "./report.ts";
import { runIngest } from "./run_ingest.ts";
import { completeSample, loadSample } from "./sample/load.ts";
import { throttled } from "./throttle.ts";

/**
 * The dependencies of the jobs. `onChange` is called after every write that changed the revision.
 * `metrics` counts runs of the feed by outcome. `checkAnswers` and `checkAlarm` are the jobs of the
 * self-check; ingests do not know them.
 */
export type JobsContext = JobContext & {
  db: Db;
  clock: Clock;
  config: Config;
  metrics: Pick<Metrics, "ingests" | "ingestFaults">;
  onChange(): Promise<void>;
  checkAnswers?(): Promise<unknown>;
  checkAlarm?(): Promise<unknown>;
  forTests?: TestOptions;
};

/**
 * Replaces built-in parts of the service. `resolve` finds the hosts of push services,
 * `pushTimeoutMs` is the time for one message, `minPauseMs` the shortest pause of work in small
 * steps, and `timeoutsMs` the timeouts of jobs.
 */
export type TestOptions = Pick<SendContext, "resolve" | "pushTimeoutMs"> & {
  minPauseMs?: number;
  timeoutsMs?: Partial<Record<JobName, number>>;
};

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Time after which a run of a job is given up. That of the feed is shorter than the ten minutes of
 * its cron.
 */
const TIMEOUTS_MS = {
  ingest: 9 * MINUTE_MS,
  sample: HOUR_MS,
  decide_alerts: 5 * MINUTE_MS,
  send_alerts: 5 * MINUTE_MS,
  brands: 15 * MINUTE_MS,
  means: HOUR_MS,
  archive: 3 * HOUR_MS,
  history_files: 3 * HOUR_MS,
  self_check: 15 * MINUTE_MS,
  alarm: MINUTE_MS,
  maintenance: HOUR_MS,
} as const;

/** Names of the jobs in the log and the metrics. */
export type JobName = keyof typeof TIMEOUTS_MS;

/** The names of all jobs. */
export const jobNames = Object.keys(TIMEOUTS_MS) as JobName[];

/**
 * Loads the feed. `isFirst` is true if the run was good and the first one with the official feed.
 */
async function ingestFeed(
  context: JobsContext,
  signal: AbortSignal,
): Promise<{ isFirst: boolean }> {
  const before = await getState(context.db);
  const source = { kind: "official", url: context.config.feedUrl } as const;
  const load = () =>
    canUseThread(context)
      ? runInThread("ingest", { ...context, signal })
      : runIngest(context, source);
  const report = await context.log.during("Loading the feed", load);
  const { ingests, ingestFaults } = context.metrics;
  ingests.observe({ outcome: report.outcome }, report.durationMs / 1_000);
  if (report.fault) ingestFaults.inc({ fault: report.fault });
  if (!isGood(report)) return { isFirst: false };
  await context.onChange();
  return { isFirst: before.asOfMs === null || before.source !== "official" };
}

/** Loads names and brands of stations, except for the sample, which has its own. */
async function loadBrandList(context: JobsContext): Promise<void> {
  if ((await getState(context.db)).source === "sample") return;
  const own = await readOwnBrands();
  const source = { kind: "url", url: context.config.brandsUrl } as const;
  await context.log.during("Loading brands", () => loadBrands({ ...context, own }, source));
  await context.onChange();
}

async function makeMeans(context: JobsContext, signal: AbortSignal): Promise<void> {
  const days = await makeStaleMeans(context.db, {
    now: context.clock(),
    ...throttled(signal, context.forTests),
  });
  if (days > 0) await context.onChange();
}

/** Makes the files of past prices that are missing or out of date. */
async function makeFiles(context: JobsContext, signal: AbortSignal): Promise<void> {
  const { db, clock, log } = context;
  const options = { now: clock(), pause: throttled(signal, context.forTests).pause };
  const made =
    await (canUseThread(context)
      ? runInThread("history", { ...context, signal })
      : makeHistory(db, options));
  log.info("Files of past prices were built", { made: made?.length ?? 0 });
}

function describeProgress({ phase, prices, done, total }: BackfillProgress): string {
  if (phase === "prices") return `${formatCount(prices, "en")} prices`;
  return total ? `${phase} ${Math.floor(100 * done / total)} %` : phase;
}

/**
 * Loads the archive of the current year, once in the life of a database. From then on the feed
 * keeps the history.
 */
async function loadArchive(context: JobsContext, signal: AbortSignal): Promise<void> {
  if ((await getState(context.db)).source !== "official" || await hasYearArchive(context.db)) {
    return;
  }
  const year = Number(toParisDay(context.clock()).slice(0, 4));
  const report = await context.log.during(`Loading past prices of ${year}`, (show) => {
    const onProgress = (progress: BackfillProgress) => show(describeProgress(progress));
    return backfillYear(context, year, { ...throttled(signal, context.forTests), onProgress });
  });
  const { outcome, source, message: reason, covered, durationMs } = report;
  const summary = covered && `Past prices loaded: ${covered.first} to ${covered.last}`;
  const level = isGood(report) || outcome === "busy" ? "info" : "warn";
  context.log[level](`Archive ${outcome}`, { summary, source, reason, covered, durationMs });
  await context.onChange();
}

/**
 * Loads the invented sample into an empty database, or the rest of it if an earlier process was
 * stopped.
 */
async function loadInvented(context: JobsContext, signal: AbortSignal): Promise<void> {
  const { asOfMs, source } = await getState(context.db);
  if (asOfMs !== null && source !== "sample") return;
  await context.log.during("Loading the sample", async (show) => {
    const onProgress = (progress: BackfillProgress) => show(describeProgress(progress));
    const options = {
      backfill: { ...throttled(signal, context.forTests), onProgress },
      onChange: context.onChange,
    };
    await (asOfMs === null
      ? loadSample(context, options)
      : completeSample(context, asOfMs, options));
  });
  await makeMeans(context, signal);
}

type Work = (signal: AbortSignal) => Promise<unknown>;

const doNothing = () => Promise.resolve();

/** The background jobs of a process. */
export class Jobs {
  readonly #jobs = new Map<JobName, Job>();

  constructor(private readonly context: JobsContext) {
    const { db, checkAnswers = doNothing, checkAlarm = doNothing } = context;
    const work: Record<JobName, Work> = {
      ingest: (signal) => this.#ingest(signal),
      sample: (signal) => loadInvented(context, signal),
      decide_alerts: () => this.#decideAlerts(),
      send_alerts: (signal) => sendAlerts({ ...context, ...context.forTests, ending: signal }),
      brands: (signal) => this.#loadBrands(signal),
      means: (signal) => makeMeans(context, signal),
      archive: (signal) => this.#loadArchive(signal),
      history_files: (signal) => makeFiles(context, signal),
      self_check: checkAnswers,
      alarm: checkAlarm,
      maintenance: db.kind === "embedded" ? () => db.maintain() : doNothing,
    };
    const timeoutsMs = { ...TIMEOUTS_MS, ...context.forTests?.timeoutsMs };
    for (const name of jobNames) {
      const options = { name, timeoutMs: timeoutsMs[name], work: work[name] };
      this.#jobs.set(name, new Job(context, options));
    }
  }

  /**
   * Runs a job to its end, or joins its run in progress. Does nothing if a setting disables the
   * job.
   */
  async run(name: JobName): Promise<void> {
    const { config } = this.context;
    const isOn = name === "maintenance" ||
      (name.endsWith("_alerts") ? config.alerts : config.ingest);
    if (isOn) await this.#jobs.get(name)!.run();
  }

  /**
   * Loads the feed, or starts to load the sample if it fails on an empty database. Then starts the
   * jobs that load the rest.
   */
  async begin(): Promise<void> {
    // Starts a new run after the one in progress, which may fail; the next cron comes only in ten
    // minutes.
    await this.settled("ingest");
    await this.run("ingest");
    const { asOfMs, source } = await getState(this.context.db);
    if (asOfMs === null) {
      this.context.log.warn(
        "The official feed cannot be loaded and the database is empty: " +
          "an invented sample is loaded instead",
      );
    }
    if (asOfMs === null || source === "sample") this.#start("sample");
    else this.#startBrandsAndArchive();
  }

  /** Waits until the current run of the job, if there is one, has ended. */
  async settled(name: JobName): Promise<void> {
    await this.#jobs.get(name)!.settled();
  }

  /** Returns a sentence for each job whose last run was given up. */
  findFaults(): string[] {
    return [...this.#jobs.values()].flatMap((job) => job.fault ?? []);
  }

  #start(name: JobName): void {
    void this.run(name);
  }

  #startBrandsAndArchive(): void {
    this.#start("brands");
    this.#start("archive");
  }

  async #ingest(signal: AbortSignal): Promise<void> {
    const { isFirst } = await ingestFeed(this.context, signal);
    this.#start("decide_alerts");
    // The source may be back after a sample: its brands and past prices do not wait for the night.
    if (isFirst) this.#startBrandsAndArchive();
  }

  async #decideAlerts(): Promise<void> {
    await decideAlerts(this.context).finally(() => this.#start("send_alerts"));
  }

  async #loadBrands(signal: AbortSignal): Promise<void> {
    await loadBrandList(this.context);
    signal.throwIfAborted();
    this.#start("means");
  }

  async #loadArchive(signal: AbortSignal): Promise<void> {
    await loadArchive(this.context, signal).finally(() => this.#start("history_files"));
  }
}
