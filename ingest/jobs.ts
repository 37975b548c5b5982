/** The background jobs of a running service: the feed every ten minutes, brands daily, the year's archive once. @module */

import type { Db } from "../lib/db/db.ts";
import { makeStaleMeans } from "../lib/db/history/daily_means.ts";
import { hasYearArchive } from "../lib/db/ingest/runs.ts";
import { getState } from "../lib/db/state.ts";
import { type Clock, systemClock } from "../lib/platform/clock.ts";
import type { Config } from "../lib/platform/config.ts";
import type { Log } from "../lib/platform/log.ts";
import type { DurationsBy } from "../lib/platform/metrics.ts";
import { formatCount } from "../lib/shared/words/format.ts";
import { toParisDay } from "../lib/shared/time/paris_time.ts";
import { sendAlerts } from "./alerts/send.ts";
import { type BackfillProgress, backfillYear, throttled } from "./archive/backfill.ts";
import { loadBrands } from "./brands/load_brands.ts";
import { readOwnBrands } from "./brands/read_brands.ts";
import { makeHistory } from "./history/make_history.ts";
import { isGood } from "./report.ts";
import { runIngest } from "./run.ts";
import { completeSample, loadSample } from "./sample/load.ts";
import type { Reports, ThreadEnd, ThreadOrder } from "./worker.ts";

/** `onChange` is called after every write that moved the data revision; `ingests` counts runs of the feed by outcome; `ending` is aborted before the database is closed; `isPushAddress`: where alerts may be sent, in tests to this machine. */
type JobDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  config: Config;
  ingests: DurationsBy;
  onChange(): Promise<void>;
  ending: AbortSignal;
  isPushAddress?(address: string): Promise<boolean>;
};

/** Does the work in a thread, which ends with the process; what it has not committed then is rolled back. */
async function runInThread<W extends keyof Reports>(work: W, { config, clock, ending }: JobDeps): Promise<Reports[W]> {
  ending.throwIfAborted();
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "ingest" });
  const { promise, resolve, reject } = Promise.withResolvers<Reports[W]>();
  worker.onmessage = ({ data }: MessageEvent<ThreadEnd>) =>
    "report" in data ? resolve(data.report as Reports[W]) : reject(data.error);
  worker.onerror = (event) => {
    event.preventDefault();
    reject(new Error(event.message));
  };
  const onEnd = () => reject(ending.reason);
  ending.addEventListener("abort", onEnd);
  worker.postMessage({ work, config, now: clock === systemClock ? null : clock() } satisfies ThreadOrder);
  return await promise.finally(() => {
    ending.removeEventListener("abort", onEnd);
    worker.terminate();
  });
}

/** The embedded database can be reached from this thread alone; on Deno Deploy a thread was never tried. */
function isThreaded({ db, config }: JobDeps): boolean {
  return db.kind === "server" && !config.deploy;
}

/** Makes the files of past prices that are missing or out of date; Deno Deploy has no disk for them. */
async function makeFiles(deps: JobDeps): Promise<void> {
  const { db, clock, log, config } = deps;
  if (config.deploy) return;
  const options = { folder: `${config.dataDir}/history`, now: clock(), pause: throttled().pause };
  const made = await (isThreaded(deps) ? runInThread("history", deps) : makeHistory(db, options));
  log.info("Files of past prices made", { made: made.length });
}

/** Ingests the feed; `isFirst` when there were no data before, or not the official ones. */
async function ingestFeed(deps: JobDeps): Promise<{ isGood: boolean; isFirst: boolean }> {
  const before = await getState(deps.db);
  const source = { kind: "official", url: deps.config.feedUrl } as const;
  const load = () => isThreaded(deps) ? runInThread("ingest", deps) : runIngest(deps, source);
  const report = await deps.log.during("Loading the feed", load);
  deps.ingests.add(report.outcome, report.durationMs / 1000);
  if (isGood(report)) await deps.onChange();
  return { isGood: isGood(report), isFirst: before.asOfMs === null || before.source !== "official" };
}

function toWords({ phase, prices, done, total }: BackfillProgress): string {
  if (phase === "prices") return `${formatCount(prices, "en")} prices`;
  return total ? `${phase} ${Math.floor(100 * done / total)} %` : phase;
}

/** The archive of the running year, once in a database's life: from then on the feed keeps the history. */
async function loadArchive(deps: JobDeps): Promise<void> {
  if (await hasYearArchive(deps.db)) return;
  const year = Number(toParisDay(deps.clock()).slice(0, 4));
  const report = await deps.log.during(
    `Loading past prices of ${year}`,
    (show) => backfillYear(deps, year, { ...throttled(), onProgress: (progress) => show(toWords(progress)) }),
  );
  const { outcome, source, message: reason, covered, durationMs } = report;
  const summary = covered && `Past prices loaded: ${covered.first} to ${covered.last}`;
  deps.log[isGood(report) ? "info" : "warn"](`Archive ${outcome}`, { summary, source, reason, covered, durationMs });
  await deps.onChange();
}

/** The invented sample, or (with the instant of its data) what an earlier process did not load of it. */
async function loadInvented(deps: JobDeps, asOfMs: number | null): Promise<void> {
  await deps.log.during("Loading the sample", async (show) => {
    const backfill = { ...throttled(), onProgress: (progress: BackfillProgress) => show(toWords(progress)) };
    const options = { backfill, onChange: deps.onChange };
    await (asOfMs === null ? loadSample(deps, options) : completeSample(deps, asOfMs, options));
  });
}

async function guard(deps: JobDeps, job: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (deps.ending.aborted) return;
    deps.log.warn("A job failed; it is tried again at its next time", { job, error });
  }
}

/** The jobs of a running service. None of them throws: how they end is in the log and in `ingest_run`. */
export function createJobs(deps: JobDeps) {
  let archive: Promise<void> | null = null;
  const beginArchive = () => {
    archive ??= guard(deps, "archive", () => loadArchive(deps))
      .then(() => guard(deps, "history", () => makeFiles(deps)))
      .finally(() => archive = null);
  };
  let sending: Promise<void> | null = null;
  const send = async () => {
    if (!deps.config.alerts) return;
    await (sending ??= guard(deps, "alerts", () => sendAlerts(deps)).finally(() => sending = null));
  };
  let loading: Promise<void> | null = null;
  const load = (job: string, work: () => Promise<unknown>) => {
    const running = guard(deps, job, work).finally(() => {
      if (loading === running) loading = null;
    });
    return loading = running;
  };
  const loadBrandList = () =>
    guard(deps, "brands", async () => {
      if ((await getState(deps.db)).source === "sample") return;
      const own = await readOwnBrands();
      const source = { kind: "url", url: deps.config.brandsUrl } as const;
      await deps.log.during("Loading brands", () => loadBrands({ ...deps, own }, source));
      await deps.onChange();
    });
  const refreshStale = () =>
    guard(deps, "means", async () => {
      if (await makeStaleMeans(deps.db, { now: deps.clock(), ...throttled() }) > 0) await deps.onChange();
    });
  const loadTheRest = async () => {
    await loadBrandList();
    await refreshStale();
    beginArchive();
  };
  return {
    /** The first feed (or the sample), then brands, then in the background the archive of the year. */
    begin: async () => {
      // an ingest in progress would make this one's feed and sample "busy", and the database would stay empty
      await loading;
      await load("begin", async () => {
        const { asOfMs, source } = await getState(deps.db);
        const ingested = await ingestFeed(deps);
        if (ingested.isGood) return await loadTheRest();
        if (asOfMs === null) {
          const fault = "The official feed cannot be had and the database is empty";
          deps.log.warn(`${fault}: an invented sample is loaded instead`);
          await loadInvented(deps, null);
        } else if (source === "sample") await loadInvented(deps, asOfMs);
        else await loadBrandList();
        await refreshStale();
      });
    },
    /** The feed; nothing where `INGEST` is off. */
    ingest: () =>
      loading ?? load("ingest", async () => {
        if (!deps.config.ingest) return;
        const ingested = await ingestFeed(deps);
        // not waited for: a push service may be slow
        void send();
        // the source came back after a sample: its brands and its past must not wait for the night
        if (ingested.isGood && ingested.isFirst) await loadTheRest();
      }),
    /** Brands, and what of the past is missing; nothing where `INGEST` is off. */
    brands: () =>
      guard(deps, "brands", async () => {
        if (!deps.config.ingest) return;
        if ((await getState(deps.db)).source === "official") await loadTheRest();
        else await loadBrandList();
      }),
    /** Sends the alerts that are due; nothing where `ALERTS` is off. */
    alerts: send,
    /** Housekeeping of the embedded database; a server keeps house by itself. */
    maintain: () =>
      guard(deps, "maintain", async () => {
        if (deps.db.kind === "embedded") await deps.db.maintain();
      }),
  };
}

/** The jobs of a running service. */
export type Jobs = ReturnType<typeof createJobs>;
