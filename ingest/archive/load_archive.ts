/**
 * Loads an archive chunk by chunk. A load can resume at any moment, and never blocks readers or
 * ingests for long.
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
import { type Checked, checkEntry, loadTownTable } from "../check.ts";
import { requireSameClock } from "../check_clock.ts";
import type { IngestContext } from "../context.ts";
import { decodeStations } from "../decode.ts";
import { FeedRefused } from "../refusals.ts";
import type { BackfillOptions, BackfillProgress, BackfillReport } from "./backfill_report.ts";
import type { OpenArchive } from "./open_archive.ts";
import { storeChunk } from "./store_chunk.ts";
import {
  type ArchiveTally,
  countStation,
  findMainYear,
  findNewestMs,
  startTally,
  toCoveredDays,
} from "./tally.ts";

/** How a load ended; `days` are those that the archive covers, ascending. */
type End = Pick<BackfillReport, "outcome" | "message"> & { days: string[] };

const CHUNK_STATIONS = 25;
const STATEMENT_TIMEOUT_MS = 600_000;
/** The embedded database neither vacuums nor writes checkpoints by itself. */
const MAINTAIN_EVERY_PRICES = 1_000_000;

/** Another process has stored stations of the same archive. */
class ArchiveBusy extends Error {
  override readonly message = "Another process is loading this archive";
}

/** The load of one archive. */
export class Backfill {
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
        this.#runId = progress.runId;
        this.#resumedAt = progress.stationsDone;
        this.#tally = progress.tally;
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
      if (error instanceof FeedRefused) await this.#flush(); // Stations before the fault are valid.
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
      `${this.archive.name} should hold ${year}, but most of its prices are of ${found}`;
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

  /** Throws unless this process wrote the stored progress. */
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
      // The last transaction marks them again, because computing the means changes verdicts.
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

/**
 * Marks suspect prices again: an archive has earlier prices of a station, which change the verdict
 * on its current price.
 */
async function markSuspects(tx: Queryable): Promise<void> {
  const { asOfMs } = await getState(tx);
  if (asOfMs === null) return;
  if (await markSuspectPrices(tx, new Date(asOfMs)) > 0) await moveRevision(tx);
}
