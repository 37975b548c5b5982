/** What a running service does beside answering: the feed every ten minutes, brands daily, the year's archive once. @module */

import type { Db, Queryable } from "../lib/db/db.ts";
import { makeOwedMeans } from "../lib/db/history/owed_means.ts";
import { hasUnfinishedArchive, hasYearArchive } from "../lib/db/ingest/archives.ts";
import { getStateRow } from "../lib/db/current/state.ts";
import type { Clock } from "../lib/platform/clock.ts";
import type { Config } from "../lib/platform/config.ts";
import type { Log } from "../lib/platform/log.ts";
import { toParisDay } from "../lib/shared/paris_time.ts";
import { backfillArchive } from "./archive/backfill.ts";
import { backfillYearQuietly, restfully } from "./archive/backfill_year.ts";
import { openArchive } from "./archive/open_archive.ts";
import { loadBrands } from "./brands/load_brands.ts";
import { readOwnBrands } from "./brands/own_brands.ts";
import { type IngestReport, runIngest } from "./run.ts";
import { buildSample, type Sample } from "./sample/build.ts";

/**
 * What the jobs need. `onChange` is called after every write that moved the data revision; `isEnding` tells whether the
 * process is about to end and closes the database under them.
 */
export type JobDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  config: Config;
  onChange(): Promise<void>;
  isEnding(): boolean;
};

/** The jobs of a running service. None of them throws: how they end is in the log and in `ingest_run`. */
export type Jobs = {
  /** The first feed (or the sample), then brands, then in the background the archive of the year. */
  begin(): Promise<void>;
  ingest(): Promise<void>;
  brands(): Promise<void>;
  /** Housekeeping of the embedded database. */
  maintain(): Promise<void>;
};

const isGood = (report: IngestReport) => report.outcome === "changed" || report.outcome === "unchanged";

/** Samples are drawn as at a full hour, so that one that was interrupted can be drawn again and completed. */
function toFullHour(instant: Date): Date {
  return new Date(Math.floor(instant.getTime() / 3_600_000) * 3_600_000);
}

async function loadSample(deps: JobDeps): Promise<void> {
  deps.log.warn("The official feed cannot be had and the database is empty: an invented sample is loaded instead");
  const sample = await buildSample({ at: toFullHour(deps.clock()) });
  const bytes = new Uint8Array(await sample.feedXml.arrayBuffer());
  if (!isGood(await runIngest(deps, { kind: "sample", name: "sample", bytes }))) return;
  await loadBrands(deps, { kind: "file", name: "sample", bytes: new TextEncoder().encode(sample.brandsCsv) });
  await deps.onChange();
  await loadSamplePast(deps, sample);
}

async function loadSamplePast(deps: JobDeps, sample: Sample): Promise<void> {
  for (const { year, xml } of sample.archives) {
    const data = new Uint8Array(await xml.arrayBuffer());
    await backfillArchive(deps, await openArchive({ kind: "bytes", name: `sample_${year}.xml`, bytes: data }), {
      ...restfully(),
      year,
      guard: requireSample,
    });
  }
  await deps.onChange();
}

/** Goes on with a sample's past that the end of an earlier process cut off. */
async function completeSample(deps: JobDeps, asOfMs: number): Promise<void> {
  if (!await hasUnfinishedArchive(deps.db)) return;
  await loadSamplePast(deps, await buildSample({ at: toFullHour(new Date(asOfMs)) }));
}

/** The official feed may come back while the sample's past is being loaded, and nothing of it may follow then. */
async function requireSample(tx: Queryable): Promise<void> {
  if ((await getStateRow(tx)).source !== "sample") throw new Error("Real data replaced the sample");
}

/** How an ingest of the official feed ended: `first` when the data before it were none, or not the official ones. */
type Ingested = { isGood: boolean; isFirst: boolean };

async function ingestFeed(deps: JobDeps): Promise<Ingested> {
  const before = await getStateRow(deps.db);
  const report = await runIngest(deps, { kind: "official", url: deps.config.feedUrl });
  if (isGood(report)) await deps.onChange();
  return { isGood: isGood(report), isFirst: before.as_of_ms === null || before.source !== "official" };
}

/** The archive of the running year, once in a database's life: from then on the feed keeps the history. */
async function loadArchive(deps: JobDeps): Promise<void> {
  if (await hasYearArchive(deps.db)) return;
  const year = Number(toParisDay(deps.clock()).slice(0, 4));
  await backfillYearQuietly({ ...deps, config: deps.config }, year);
  await deps.onChange();
}

async function guard(deps: JobDeps, job: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (deps.isEnding()) return;
    deps.log.warn("A job failed; it is tried again at its next time", { job, error });
  }
}

/** Puts the jobs together. */
export function createJobs(deps: JobDeps): Jobs {
  let archive: Promise<void> | null = null;
  const beginArchive = () => {
    archive ??= guard(deps, "archive", () => loadArchive(deps)).finally(() => archive = null);
  };
  const brands = () =>
    guard(deps, "brands", async () => {
      if ((await getStateRow(deps.db)).source === "sample") return;
      await loadBrands({ ...deps, own: await readOwnBrands() }, { kind: "url", url: deps.config.brandsUrl });
      await deps.onChange();
    });
  /** Means that a killed process still owes. */
  const payOwed = () =>
    guard(deps, "means", async () => {
      if (await makeOwedMeans(deps.db, { now: deps.clock(), ...restfully() }) > 0) await deps.onChange();
    });
  /** What belongs to real data beside the feed itself. */
  const complete = async () => {
    await brands();
    await payOwed();
    beginArchive();
  };
  return {
    begin: () =>
      guard(deps, "begin", async () => {
        const { as_of_ms: asOfMs, source } = await getStateRow(deps.db);
        const ingested = await ingestFeed(deps);
        if (ingested.isGood) return await complete();
        if (asOfMs === null) await loadSample(deps);
        else if (source === "sample") await completeSample(deps, asOfMs);
        await payOwed();
      }),
    ingest: () =>
      guard(deps, "ingest", async () => {
        const ingested = await ingestFeed(deps);
        // the source came back after a sample: its brands and its past must not wait for the night
        if (ingested.isGood && ingested.isFirst) await complete();
      }),
    brands: () =>
      guard(deps, "brands", async () => {
        if ((await getStateRow(deps.db)).source === "official") await complete();
        else await brands();
      }),
    maintain: () => guard(deps, "maintain", () => deps.db.maintain()),
  };
}
