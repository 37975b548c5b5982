/** Runs one ingest from beginning to end: fetch, decode, check, store, report. @module */

import { type Db, isUnavailable } from "../lib/db/db.ts";
import { getState, tryIngestLocks } from "../lib/db/data_state.ts";
import {
  getLastGoodRun,
  type GoodRun,
  insertRun,
  keepRefusedFeed,
  quarantine,
  type RunToWrite,
} from "../lib/db/ingest/runs.ts";
import { keepAcceptedFeed } from "../lib/db/self_check.ts";
import type { IngestFault } from "../lib/platform/metrics/metrics.ts";
import { toPublicUrl } from "../lib/platform/public_url.ts";
import { type CheckedFeed, checkFeed, loadTownTable } from "./check.ts";
import { dateRun, requireFeedTimes } from "./check_clock.ts";
import type { IngestContext } from "./context.ts";
import { decodeStations } from "./decode.ts";
import { FEED_FETCH, fetchFeed, type FetchOptions, type Validators } from "./fetch.ts";
import { countRefusedPrices, FeedRefused, FetchFailed, isClockRefusal } from "./refusals.ts";
import { type IngestReport, isGood, logReport, toFeedCounts } from "./report.ts";
import { type StoreContext, storeFeed, storeUnchanged } from "./store.ts";
import { readXml } from "./unpack.ts";
import { validateAlone } from "./validate_feed.ts";

/** Context of a run; `fetch` has the bounds of the download, for tests. */
type RunContext = IngestContext & { fetch?: FetchOptions };

/** The source of the feed: an address, or bytes (ZIP or XML) with a name for the import log. */
export type FeedSource =
  | { kind: "official"; url: string }
  | { kind: "file" | "sample"; name: string; bytes: Uint8Array };

/**
 * `force` accepts a feed that the comparisons refuse. `repairClock` first undoes everything dated
 * after now, in the same transaction.
 */
export type IngestOptions = { force?: boolean; repairClock?: boolean };

/** Larger refused feeds are not kept. */
const MAX_KEPT_BYTES = 16_000_000;

/** A first load takes seconds on slow machines; the usual limit of the server is for queries. */
const STATEMENT_TIMEOUT_MS = 120_000;

/**
 * Databases to which an ingest of this process is writing. On the embedded one the lock is always
 * free.
 */
const busy = new WeakSet<Db>();

/** Thrown inside the transaction when another ingest is running. */
class Busy extends Error {
  override readonly message = "Another ingest is running";
}

class Run {
  readonly name: string;
  readonly startedAt: Date;
  readonly #beganMs = performance.now();
  bytes: Uint8Array | null = null;
  /** The XML of the bytes, once they are unpacked. */
  xml: Uint8Array[] | null = null;
  validators: Validators = { etag: null, lastModified: null };
  hash: string | null = null;
  feed: CheckedFeed | null = null;
  fault: unknown = null;

  constructor({ clock }: RunContext, readonly source: FeedSource) {
    this.name = source.kind === "official" ? toPublicUrl(source.url) : source.name;
    this.startedAt = clock();
  }

  toReport(outcome: IngestReport["outcome"], fields: Partial<IngestReport> = {}): IngestReport {
    const newestMs = this.feed?.newestPriceMs ?? null;
    return {
      outcome,
      source: this.name,
      message: null,
      refusal: null,
      fault: null,
      stored: null,
      feedAt: newestMs === null ? null : new Date(newestMs),
      feed: this.feed && toFeedCounts(this.feed),
      durationMs: Math.round(performance.now() - this.#beganMs),
      ...fields,
    };
  }

  toLogEntry(report: IngestReport, finishedAt: Date): RunToWrite {
    const { outcome, source, feedAt, message, feed, stored } = report;
    // A refused response must be fetched again in full.
    const { etag, lastModified } = isGood(report)
      ? this.validators
      : { etag: null, lastModified: null };
    return {
      kind: "feed",
      source,
      startedAt: this.startedAt,
      finishedAt,
      outcome,
      feedAt,
      message,
      contentHash: this.hash,
      etag,
      lastModified,
      counts: { ...feed, ...stored },
    };
  }
}

/**
 * Fetches the bytes into the run, or none if the source says that nothing has changed since `last`.
 */
async function obtain(context: RunContext, run: Run, last: GoodRun | null): Promise<void> {
  if (run.source.kind !== "official") {
    run.bytes = run.source.bytes;
    return;
  }
  // Addresses are stored without their query, so validators are not used if there is one.
  const isComparable = last?.source === run.name && !new URL(run.source.url).search &&
    mayRepeat(last);
  const validators = {
    etag: isComparable ? last.etag : null,
    lastModified: isComparable ? last.last_modified : null,
  };
  Object.assign(run, await fetchFeed(run.source.url, validators, context.fetch ?? FEED_FETCH));
  if (run.bytes === null) run.hash = last!.content_hash;
}

/**
 * Returns true if the same bytes would give the same result again. A row refused for its future
 * time may be valid by now.
 */
function mayRepeat({ counts }: GoodRun): boolean {
  return !(counts.refused as Record<string, number> | undefined)?.future_time;
}

/** Returns the XML of the feed; null if it is the same as the last one. */
async function findNews(run: Run, last: GoodRun | null): Promise<Uint8Array[] | null> {
  if (run.bytes === null) return null;
  if (run.xml === null) Object.assign(run, await readXml(run.bytes));
  return last?.content_hash === run.hash && mayRepeat(last) ? null : run.xml;
}

/** Stores the result of a run: a feed, or (if `news` is null) that nothing changed. */
async function storeRun(
  context: RunContext,
  run: Run,
  { news, ...options }: IngestOptions & { news: Uint8Array[] | null },
): Promise<IngestReport> {
  return await context.db.transaction(async (tx) => {
    if (!await tryIngestLocks(tx)) throw new Busy();
    const isSample = run.source.kind === "sample";
    const { state, asOf } = await dateRun(tx, context, {
      ...options,
      startedAt: run.startedAt,
      isSample,
    });
    if (isSample && state.asOfMs !== null && state.source !== "sample") {
      throw new FeedRefused("sample_over_real");
    }
    const force = options.force === true;
    const store: StoreContext = { asOf, source: run.source.kind, state, force };
    if (news === null) {
      if (!force) requireFeedTimes(context, { asOf, newestMs: state.feedAtMs });
      await storeUnchanged(tx, store);
      const report = run.toReport("unchanged");
      await insertRun(tx, run.toLogEntry(report, context.clock()));
      return report;
    }
    run.feed = await checkFeed(decodeStations(news), {
      nowMs: asOf.getTime(),
      towns: await loadTownTable(),
    });
    const futurePrices = countRefusedPrices(run.feed.refused, ["future_time"]);
    if (!force) requireFeedTimes(context, { asOf, newestMs: run.feed.newestPriceMs, futurePrices });
    validateAlone(run.feed);
    const stored = await storeFeed(tx, run.feed, store);
    const report = run.toReport("changed", { stored });
    const runId = await insertRun(tx, run.toLogEntry(report, context.clock()));
    await quarantine(tx, run.feed.refused, { runId, at: asOf });
    await keepAcceptedFeed(tx, {
      contentHash: run.hash!,
      asOf,
      storedAt: context.clock(),
      bytes: run.bytes!,
    });
    return report;
  }, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

async function attempt(
  context: RunContext,
  run: Run,
  options: IngestOptions,
): Promise<IngestReport> {
  for (;;) {
    const state = await getState(context.db);
    // A feed is not compared with a sample that it will replace. With `repairClock` it must be read
    // in full.
    const isComparable = state.asOfMs !== null && !options.repairClock &&
      (state.source === "sample") === (run.source.kind === "sample");
    const last = isComparable ? await getLastGoodRun(context.db) : null;
    if (run.bytes === null) await obtain(context, run, last);
    const news = await findNews(run, last);
    // "Unchanged" holds for that state only: another process may have written since.
    const isCurrent = news !== null || (await getState(context.db)).revision === state.revision;
    if (isCurrent) return await storeRun(context, run, { ...options, news });
  }
}

/** Records that nothing was stored, after the rollback. Only logs if the database fails. */
async function recordBadEnd(context: RunContext, run: Run, report: IngestReport): Promise<void> {
  try {
    await context.db.transaction(async (tx) => {
      const runId = await insertRun(tx, run.toLogEntry(report, context.clock()));
      if (report.outcome !== "refused" || isClockRefusal(report.refusal)) return;
      if (run.bytes === null || run.bytes.length > MAX_KEPT_BYTES) return;
      const { bytes, hash: contentHash } = run;
      await keepRefusedFeed(tx, { runId, reason: report.refusal ?? "", bytes, contentHash });
    });
  } catch (error) {
    context.log.error("The end of an ingest could not be recorded", { error });
  }
}

/** PostgreSQL's code of an error; null if the error has none. */
function getSqlState(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^[0-9A-Z]{5}$/.test(code) ? code : null;
}

/**
 * Describes an unexpected fault in our own words: the message of a database may quote the feed, and
 * belongs in the log only.
 */
function describeFault(error: unknown): string {
  const code = getSqlState(error);
  return code === null
    ? "An unexpected fault; see the log"
    : `The database failed with the code ${code}`;
}

function toFault(error: unknown): IngestFault | null {
  if (error instanceof Busy) return null;
  if (error instanceof FeedRefused) return isClockRefusal(error.code) ? "clock" : "feed";
  if (error instanceof FetchFailed) return "source";
  return getSqlState(error) !== null || isUnavailable(error) ? "database" : "program";
}

function toOutcome(error: unknown): IngestReport["outcome"] {
  if (error instanceof Busy) return "busy";
  return error instanceof FeedRefused ? "refused" : "failed";
}

async function finishBadly(context: RunContext, run: Run, error: unknown): Promise<IngestReport> {
  const refusal = error instanceof FeedRefused ? error.code : null;
  const isExplained = error instanceof FeedRefused || error instanceof FetchFailed ||
    error instanceof Busy;
  const message = isExplained ? error.message : describeFault(error);
  if (!isExplained) run.fault = error;
  const report = run.toReport(toOutcome(error), { message, refusal, fault: toFault(error) });
  await recordBadEnd(context, run, report);
  return report;
}

/**
 * Runs one ingest, which is stored as a whole or not at all. Never throws for faults of feed,
 * network or database: the report says how it ended.
 */
export async function runIngest(
  context: RunContext,
  source: FeedSource,
  options: IngestOptions = {},
): Promise<IngestReport> {
  const run = new Run(context, source);
  const isBusy = busy.has(context.db);
  busy.add(context.db);
  try {
    const report = isBusy
      ? run.toReport("busy", { message: new Busy().message })
      : await attempt(context, run, options).catch((error) => finishBadly(context, run, error));
    logReport(context.log, report, run.fault);
    return report;
  } finally {
    if (!isBusy) busy.delete(context.db);
  }
}
