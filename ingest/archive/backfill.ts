/**
 * Loads one archive, downloaded by its year or at hand: chunk by chunk, resumable at any moment,
 * readers and ingests never starved.
 *
 * @module
 */

import {
  type ArchiveEnd,
  beginProgress,
  dropProgress,
  endArchiveRun,
  getProgress,
  insertRun,
  moveProgress,
  quarantine,
} from "../../lib/db/ingest/runs.ts";
import type { Queryable } from "../../lib/db/db.ts";
import {
  coverDays,
  getState,
  markStockOutsObserved,
  moveRevision,
  takeWriterLock,
} from "../../lib/db/data_state.ts";
import { markSuspectPrices } from "../../lib/db/ingest/suspect_marks.ts";
import { makeStaleMeans } from "../../lib/db/history/daily_means.ts";
import type { Config } from "../../lib/platform/config.ts";
import { toPublicUrl } from "../../lib/platform/public_url.ts";
import { type Checked, checkEntry, loadTownTable } from "../check.ts";
import { requireSameClock } from "../check_clock.ts";
import type { IngestContext } from "../context.ts";
import { decodeStations } from "../decode.ts";
import { fetchBytes, type FetchOptions } from "../fetch.ts";
import { FeedRefused } from "../refusals.ts";
import type { RunReport } from "../report.ts";
import { type OpenArchive, openArchive } from "./open_archive.ts";
import { storeChunk } from "./store_chunk.ts";
import {
  type ArchiveTally,
  countStation,
  findMainYear,
  findNewestMs,
  startTally,
  toCoveredDays,
} from "./tally.ts";

/** How far loading is: stations and prices read, those of an earlier run included. */
export type BackfillProgress = {
  phase: "download" | "prices" | "means";
  stations: number;
  prices: number;
  /** Done and in all, of the phase: bytes read, or days made; null when unknown. */
  done: number;
  total: number | null;
};

/** How an archive is loaded; `windowDays` is that of `makeStaleMeans`. */
export type BackfillOptions = {
  /** The year that its name promises: an archive that mostly holds another is refused. */
  year?: number;
  /**
   * Stations stored by one transaction; 25 by default: few enough for their rows to die young in
   * memory.
   */
  chunkStations?: number;
  windowDays?: number;
  /** Called between transactions, for a background job to give way. */
  pause?: () => Promise<void>;
  /**
   * Called in every transaction that stores stations, under the writers' lock; it may throw to
   * stop.
   */
  guard?: (tx: Queryable) => Promise<void>;
  onProgress?: (progress: BackfillProgress) => void;
};

/**
 * How loading ended. `refused`: nothing was stored; `failed`: what was read stays, and the same
 * command goes on; `busy`: another process is loading the same archive, and this one gave way.
 */
export type BackfillReport = RunReport & {
  tally: ArchiveTally;
  /** Stations that an earlier, unfinished run had stored already. */
  resumedAt: number;
  /** Days that the archive covers, first and last; null when it did not complete. */
  covered: { first: string; last: string; days: number } | null;
  meansMade: number;
};

/** How loading ended; `days` are those that the archive covers, ascending. */
type End = Pick<BackfillReport, "outcome" | "message"> & { days: string[] };

const CHUNK_STATIONS = 25;
const STATEMENT_TIMEOUT_MS = 600_000;
/** The embedded database neither vacuums nor writes checkpoints by itself. */
const MAINTAIN_EVERY_PRICES = 1_000_000;

/** Another process stored stations of the same archive meanwhile. */
class ArchiveBusy extends Error {
  override readonly message = "Another process is loading this archive";
}

class Backfill {
  readonly #began = performance.now();
  readonly #startedAt: Date;
  #tally = startTally();
  #runId: number | null = null;
  #resumedAt = 0;
  #chunk: Checked[] = [];
  #sinceMaintained = 0;

  constructor(
    private readonly context: IngestContext,
    private readonly archive: OpenArchive,
    private readonly options: BackfillOptions,
  ) {
    this.#startedAt = context.clock();
  }

  async run(): Promise<BackfillReport> {
    try {
      const progress = await getProgress<ArchiveTally>(this.context.db, this.archive.identity);
      if (progress) {
        ({ runId: this.#runId, stationsDone: this.#resumedAt, tally: this.#tally } = progress);
      }
      await this.#readAll();
      if (this.#tally.prices + this.#tally.stockOuts === 0) throw new FeedRefused("empty");
    } catch (error) {
      if (error instanceof ArchiveBusy) {
        return this.#toReport({ outcome: "busy", message: error.message, days: [] });
      }
      if (!(error instanceof FeedRefused)) throw error;
      const outcome = this.#runId === null ? "refused" : "failed";
      return await this.#end({ outcome, message: error.message, days: [] });
    }
    const { changed, confirmed, stationsAdded, stockOutsWritten } = this.#tally;
    const isNews = changed + confirmed + stationsAdded + stockOutsWritten > 0;
    const outcome = isNews ? "changed" : "unchanged";
    return await this.#end({ outcome, message: null, days: toCoveredDays(this.#tally) });
  }

  async #readAll(): Promise<void> {
    const { chunkStations = CHUNK_STATIONS } = this.options;
    const checking = { nowMs: this.#startedAt.getTime(), towns: await loadTownTable() };
    let read = 0;
    try {
      for await (const raw of decodeStations(this.archive.xml)) {
        if (read++ < this.#resumedAt) continue;
        this.#chunk.push(checkEntry(raw, checking));
        if (this.#chunk.length >= chunkStations) await this.#flush();
      }
    } catch (error) {
      if (error instanceof FeedRefused) await this.#flush(); // what came before the fault is good
      throw error;
    }
    await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#chunk.length === 0) return;
    const tally = structuredClone(this.#tally);
    for (const checked of this.#chunk) countStation(tally, checked);
    this.#requireYear(tally);
    this.#runId = await this.context.db.transaction((tx) => this.#store(tx, tally), {
      statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    });
    this.#sinceMaintained += tally.prices - this.#tally.prices;
    this.#tally = tally;
    this.#chunk = [];
    const { bytes, totalBytes } = this.archive.position();
    this.#report("prices", bytes, totalBytes);
    if (this.#sinceMaintained >= MAINTAIN_EVERY_PRICES) {
      this.#sinceMaintained = 0;
      await this.context.db.maintain();
    }
    await this.options.pause?.();
  }

  #requireYear(tally: ArchiveTally): void {
    const { year } = this.options;
    const found = findMainYear(tally);
    if (year === undefined || found === null || found === year) return;
    const detail =
      `${this.archive.name} is said to hold ${year}, but most of its prices are of ${found}`;
    throw new FeedRefused("wrong_year", detail);
  }

  async #store(tx: Queryable, tally: ArchiveTally): Promise<number> {
    await takeWriterLock(tx);
    await requireSameClock(tx, this.context);
    await this.options.guard?.(tx);
    await this.#requireAlone(tx);
    const { identity, name: source } = this.archive;
    const runId = this.#runId ??
      await beginProgress(tx, { identity, source, startedAt: this.#startedAt, tally });
    const entries = this.#chunk.flatMap(({ entry }) => entry ?? []);
    const counts = await storeChunk(tx, entries, { nowMs: this.#startedAt.getTime() });
    for (const [key, count] of Object.entries(counts)) tally[key as keyof typeof counts] += count;
    await quarantine(tx, this.#chunk.flatMap(({ refused }) => refused), {
      runId,
      at: this.#startedAt,
    });
    await moveProgress(tx, {
      identity,
      stationsDone: tally.stations,
      tally,
      at: this.context.clock(),
    });
    return runId;
  }

  /** Throws unless the stored progress is what this process wrote last. */
  async #requireAlone(tx: Queryable): Promise<void> {
    const progress = await getProgress<ArchiveTally>(tx, this.archive.identity);
    const isOurs = progress === null
      ? this.#runId === null
      : progress.runId === this.#runId && progress.stationsDone === this.#tally.stations;
    if (!isOurs) throw new ArchiveBusy();
  }

  #report(phase: BackfillProgress["phase"], done: number, total: number | null): void {
    const { stations, prices } = this.#tally;
    this.options.onProgress?.({ phase, stations, prices, done, total });
  }

  async #write(work: (tx: Queryable) => Promise<void>): Promise<void> {
    await this.context.db.transaction(async (tx) => {
      await takeWriterLock(tx);
      await work(tx);
    });
  }

  #toReport(
    { outcome, message, days, meansMade = 0 }: End & { meansMade?: number },
  ): BackfillReport {
    const first = days.at(0);
    const last = days.at(-1);
    return {
      outcome,
      message,
      meansMade,
      source: this.archive.name,
      tally: this.#tally,
      covered: first !== undefined && last !== undefined
        ? { first, last, days: days.length }
        : null,
      resumedAt: this.#resumedAt,
      durationMs: Math.round(performance.now() - this.#began),
    };
  }

  async #end(
    { outcome, message, days }: End & { outcome: ArchiveEnd["outcome"] },
  ): Promise<BackfillReport> {
    await this.#write(async (tx) => {
      await coverDays(tx, days, "archive");
      if (this.#tally.stockOuts > 0) await markStockOutsObserved(tx, days);
      // and again at the end, since making the means judges reports
      await markSuspects(tx);
    });
    const meansMade = outcome === "refused" ? 0 : await makeStaleMeans(this.context.db, {
      now: this.context.clock(),
      windowDays: this.options.windowDays,
      pause: this.options.pause,
      onProgress: ({ days, total }) => this.#report("means", days, total),
    });
    const report = this.#toReport({ outcome, message, days, meansMade });
    await this.#write(async (tx) => {
      await markSuspects(tx);
      await this.#writeEnd(tx, { ...report, outcome });
    });
    if (meansMade > 0) await this.context.db.maintain();
    return report;
  }

  async #writeEnd(
    tx: Queryable,
    report: BackfillReport & Pick<ArchiveEnd, "outcome">,
  ): Promise<void> {
    const { outcome, message, covered, meansMade, tally } = report;
    const { identity, name: source } = this.archive;
    const newestMs = findNewestMs(tally);
    const end: ArchiveEnd = {
      finishedAt: this.context.clock(),
      feedAt: newestMs === null ? null : new Date(newestMs),
      counts: { ...tally, covered, meansMade },
      outcome,
      message,
    };
    if (this.#runId !== null) await endArchiveRun(tx, this.#runId, end);
    else {
      const unstored = {
        kind: "archive" as const,
        source,
        startedAt: this.#startedAt,
        contentHash: identity,
      };
      await insertRun(tx, { ...end, ...unstored, etag: null, lastModified: null });
    }
    if (outcome === "changed" || outcome === "unchanged") await dropProgress(tx, identity);
  }
}

/** An archive has earlier prices of a station, which are part of the verdict on its current one. */
async function markSuspects(tx: Queryable): Promise<void> {
  const { asOfMs } = await getState(tx);
  if (asOfMs === null) return;
  if (await markSuspectPrices(tx, new Date(asOfMs)) > 0) await moveRevision(tx);
}

/**
 * Loads an archive; called again it resumes, or changes nothing. Faults of the archive are in the
 * report, those of the database are thrown.
 */
export async function backfillArchive(
  context: IngestContext,
  archive: OpenArchive,
  options: BackfillOptions = {},
): Promise<BackfillReport> {
  try {
    return await new Backfill(context, archive, options).run();
  } finally {
    await archive.close();
  }
}

/** First year of the State's archives. */
export const FIRST_YEAR = 2007;

/** Bounds of the download of a year, which has about 40 MB packed. */
const ARCHIVE_FETCH: FetchOptions = {
  headTimeoutMs: 120_000,
  pauseTimeoutMs: 60_000,
  totalTimeoutMs: 3_600_000,
  maxBytes: 300_000_000,
  backoffMs: 5_000,
};

/**
 * Downloads the archive of a year (2007 to now) and loads it. Throws `FetchFailed`, and
 * `FeedRefused` on anything but an archive.
 */
export async function backfillYear(
  context: IngestContext & { config: Pick<Config, "archiveUrl">; fetch?: FetchOptions },
  year: number,
  options: Omit<BackfillOptions, "year"> = {},
): Promise<BackfillReport> {
  const url = `${context.config.archiveUrl}/annee/${year}`;
  options.onProgress?.({ phase: "download", stations: 0, prices: 0, done: 0, total: null });
  const bytes = await fetchBytes(url, context.fetch ?? ARCHIVE_FETCH);
  const archive = await openArchive({ kind: "bytes", name: toPublicUrl(url), bytes });
  return await backfillArchive(context, archive, { ...options, year });
}
