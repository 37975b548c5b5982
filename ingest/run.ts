/** One ingest from beginning to end: fetch, decode, check, store, report. The only writer of prices. @module */

import type { Db } from "../lib/db/db.ts";
import { getState, type StoredState, tryWriterLock } from "../lib/db/state.ts";
import {
  getLastGoodRun,
  type GoodRun,
  hasRefusedFeed,
  insertRun,
  keepRefusedFeed,
  type RunToWrite,
} from "../lib/db/ingest/runs.ts";
import { keepTold, type LastFeed } from "../lib/db/ingest/told_stations.ts";
import { getAcceptedHash, keepAcceptedFeed } from "../lib/db/self_check/feed.ts";
import type { Clock } from "../lib/platform/clock.ts";
import type { Log } from "../lib/platform/log.ts";
import { toPublicUrl } from "../lib/platform/public_url.ts";
import { type CheckedFeed, loadTownTable } from "./check.ts";
import { dateRun, requireFeedTimes } from "./check_clock.ts";
import { FEED_FETCH, FetchFailed, fetchFeed, type FetchOptions, type Validators } from "./fetch.ts";
import { hashXml, loadRules, readFeed, unpack } from "./read_feed.ts";
import { validateAlone } from "./validate_feed.ts";
import { countRefusedPrices, FeedRefused, isClockRefusal } from "./refusals.ts";
import { type IngestReport, isGood, logReport, toFeedCounts } from "./report.ts";
import { type SourceKind, type StoreContext, storeFeed, storeRefused, storeUnchanged } from "./store.ts";
export type { IngestReport } from "./report.ts";

/** What an ingest needs. `fetch`: bounds of the download, for tests. */
export type IngestDeps = { db: Db; clock: Clock; log: Log; fetch?: FetchOptions };

/** Where the feed comes from: an address, or bytes (ZIP or XML) with a name for the import log. */
export type FeedSource =
  | { kind: "official"; url: string }
  | { kind: "file" | "sample"; name: string; bytes: Uint8Array };

/**
 * `force`: believe a feed although it cannot follow what is known (a person has looked at it). `repairClock`: first take back
 * what is dated after now, in the same transaction.
 */
export type IngestOptions = { force?: boolean; repairClock?: boolean };

/** A refused feed that is larger is not kept for a person: it is none. */
const MAX_KEPT_BYTES = 16_000_000;

/** A first load takes seconds on slow machines; the server's usual bound is for questions. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** Databases that an ingest of this process is writing to: on the embedded one the lock is always free. */
const busy = new WeakSet<Db>();

/** A run under way: what is known of it so far. */
type Run = {
  source: FeedSource;
  name: string;
  startedAt: Date;
  began: number;
  bytes: Uint8Array | null;
  /** The XML that they hold, once they were unpacked. */
  xml: Uint8Array[] | null;
  validators: Validators;
  hash: string | null;
  feed: CheckedFeed | null;
  /** What nobody expected, for the log. */
  fault: unknown;
};

/** Thrown inside the transaction when another writer has the lock. */
class Busy extends Error {}

function startRun(deps: IngestDeps, source: FeedSource): Run {
  return {
    source,
    name: source.kind === "official" ? toPublicUrl(source.url) : source.name,
    startedAt: deps.clock(),
    began: performance.now(),
    bytes: null,
    xml: null,
    validators: { etag: null, lastModified: null },
    hash: null,
    feed: null,
    fault: null,
  };
}

function toReport(run: Run, outcome: IngestReport["outcome"], rest: Partial<IngestReport> = {}): IngestReport {
  const newestMs = run.feed?.newestPriceMs ?? null;
  return {
    outcome,
    source: run.name,
    message: null,
    refusal: null,
    feedAt: newestMs === null ? null : new Date(newestMs),
    feed: run.feed && toFeedCounts(run.feed),
    stored: null,
    durationMs: Math.round(performance.now() - run.began),
    ...rest,
  };
}

function toLogEntry(run: Run, report: IngestReport, finishedAt: Date): RunToWrite {
  const isAccepted = isGood(report);
  return {
    kind: "feed",
    source: run.name,
    startedAt: run.startedAt,
    finishedAt,
    outcome: report.outcome,
    feedAt: report.feedAt,
    contentHash: run.hash,
    // a refused answer must be fetched again, whole
    etag: isAccepted ? run.validators.etag : null,
    lastModified: isAccepted ? run.validators.lastModified : null,
    counts: { ...report.feed, ...report.stored },
    message: report.message,
  };
}

/** Fetches the bytes into the run; true when the source says that nothing changed since `last`. */
async function obtain(deps: IngestDeps, run: Run, last: GoodRun | null): Promise<boolean> {
  if (run.source.kind !== "official") {
    run.bytes = run.source.bytes;
    return false;
  }
  // two addresses that differ in their query alone are stored alike, and one's validators say nothing of the other
  const isComparable = last !== null && last.source === run.name && !new URL(run.source.url).search && mayRepeat(last);
  const known = isComparable ? { etag: last.etag, lastModified: last.last_modified } : null;
  const fetched = await fetchFeed(
    run.source.url,
    known?.etag || known?.lastModified ? known : null,
    deps.fetch ?? FEED_FETCH,
  );
  if (fetched.kind === "not_modified") {
    run.hash = last!.content_hash;
    run.validators = known!;
    return true;
  }
  run.bytes = fetched.bytes;
  run.validators = fetched.validators;
  return false;
}

/** Whether the same bytes would say the same again: a row refused for its future time may be good by now. */
function mayRepeat(last: GoodRun): boolean {
  const refused = last.counts.refused as Record<string, number> | undefined;
  return !refused?.future_time;
}

/** The XML of a run's feed; null when it is the last one again. */
async function findNews({ db }: IngestDeps, run: Run, last: GoodRun | null): Promise<Uint8Array[] | null> {
  if (run.bytes === null) return null;
  run.hash ??= await getAcceptedHash(db, run.bytes);
  if (run.hash !== null && isRepeated(run, last)) return null;
  run.xml ??= await unpack(run.bytes);
  run.hash ??= await hashXml(run.xml);
  return isRepeated(run, last) ? null : run.xml;
}

function isRepeated({ hash }: Run, last: GoodRun | null): boolean {
  return last?.content_hash === hash && mayRepeat(last!);
}

/** Reads and checks a feed by the clock of its run. */
async function read(deps: IngestDeps, run: Run, { xml, asOf, last, force }: ReadInput): Promise<CheckedFeed> {
  run.feed = await readFeed(xml, { nowMs: asOf.getTime(), towns: await loadTownTable(), last });
  const futurePrices = countRefusedPrices(run.feed.refused, ["future_time"]);
  if (!force) requireFeedTimes(deps, { asOf, newestMs: run.feed.newestPriceMs, futurePrices });
  validateAlone(run.feed);
  return run.feed;
}

type ReadInput = { xml: Uint8Array[]; asOf: Date; last: LastFeed | null; force: boolean };

/** What a run writes that brought news, or none. */
async function store(
  deps: IngestDeps,
  run: Run,
  { news, ...options }: IngestOptions & { news: Uint8Array[] | null },
): Promise<IngestReport> {
  return await deps.db.transaction(async (tx) => {
    if (!await tryWriterLock(tx)) throw new Busy();
    const isSample = run.source.kind === "sample";
    const { state, asOf } = await dateRun(tx, deps, { ...options, startedAt: run.startedAt, isSample });
    const force = options.force === true;
    const rules = await loadRules();
    const comparesAll = force || options.repairClock === true;
    const context: StoreContext = { asOf, source: run.source.kind as SourceKind, state, force, rules, comparesAll };
    if (!news && !force) requireFeedTimes(deps, { asOf, newestMs: state.feedAtMs, futurePrices: 0 });
    const stored = news
      ? await storeFeed(tx, (last) => read(deps, run, { xml: news, asOf, last, force }), context)
      : (await storeUnchanged(tx, context), null);
    const report = toReport(run, news ? "changed" : "unchanged", { stored });
    const runId = await insertRun(tx, toLogEntry(run, report, deps.clock()));
    if (run.feed) {
      await storeRefused(tx, run.feed, { runId, at: asOf });
      await keepAcceptedFeed(tx, { contentHash: run.hash!, asOf, storedAt: deps.clock(), bytes: run.bytes! });
      await keepTold(tx, { rules, told: run.feed.told.values() });
    }
    return report;
  }, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
}

/** The last good run that this one can be compared with: none on an empty database or when a sample is to be replaced. */
async function findLast(
  db: Db,
  run: Run,
  { repairClock }: IngestOptions,
): Promise<{ state: StoredState; last: GoodRun | null }> {
  const state = await getState(db);
  const isSameWorld = state.asOfMs !== null && (state.source === "sample") === (run.source.kind === "sample");
  // a feed that proves the clock must be read whole
  return { state, last: isSameWorld && !repairClock ? await getLastGoodRun(db) : null };
}

async function attempt(deps: IngestDeps, run: Run, options: IngestOptions): Promise<IngestReport> {
  for (;;) {
    const { state, last } = await findLast(deps.db, run, options);
    if (run.bytes === null) await obtain(deps, run, last);
    const news = await findNews(deps, run, last);
    if (news !== null || await isUnchanged(deps.db, state)) return await store(deps, run, { ...options, news });
  }
}

/** Whether nobody wrote since the state was read: "unchanged" holds for that state only. */
async function isUnchanged(db: Db, before: StoredState): Promise<boolean> {
  return (await getState(db)).revision === before.revision;
}

/** Writes down after the rollback that nothing was stored, where the database still answers. */
async function recordBadEnd(deps: IngestDeps, run: Run, report: IngestReport): Promise<void> {
  try {
    const isNew = run.hash === null || !await hasRefusedFeed(deps.db, run.hash);
    await deps.db.transaction(async (tx) => {
      const runId = await insertRun(tx, toLogEntry(run, report, deps.clock()));
      if (report.outcome !== "refused" || isClockRefusal(report.refusal) || !isNew) return;
      if (run.bytes === null || run.bytes.length > MAX_KEPT_BYTES) return;
      await keepRefusedFeed(tx, { runId, reason: report.refusal ?? "", bytes: run.bytes });
    });
  } catch (error) {
    deps.log.error("The end of an ingest could not be written down", { error });
  }
}

/** Our words for what nobody expected: the message of a database may repeat what a feed said, and is for the log alone. */
function describeFault(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const isSqlState = /^[0-9A-Z]{5}$/.test(code);
  return isSqlState ? `The database failed with the code ${code}` : "An unexpected fault; the log has its details";
}

async function finishBadly(deps: IngestDeps, run: Run, error: unknown): Promise<IngestReport> {
  if (error instanceof Busy) {
    const report = toReport(run, "busy", { message: "Another ingest is running" });
    await recordBadEnd(deps, run, report);
    return report;
  }
  const refusal = error instanceof FeedRefused ? error.code : null;
  const isExplained = error instanceof FeedRefused || error instanceof FetchFailed;
  const message = isExplained ? error.message : describeFault(error);
  const report = toReport(run, refusal ? "refused" : "failed", { message, refusal });
  if (!isExplained) run.fault = error;
  await recordBadEnd(deps, run, report);
  return report;
}

/**
 * Runs one ingest. Everything of it is stored in one transaction or nothing; the old data stay when the feed is refused or
 * something fails. Never throws for what the feed, the network or the database do: the report says how it ended.
 */
export async function runIngest(
  deps: IngestDeps,
  source: FeedSource,
  options: IngestOptions = {},
): Promise<IngestReport> {
  const run = startRun(deps, source);
  if (busy.has(deps.db)) {
    const report = toReport(run, "busy", { message: "Another ingest is running" });
    logReport(deps.log, report);
    return report;
  }
  busy.add(deps.db);
  try {
    const report = await attempt(deps, run, options).catch((error) => finishBadly(deps, run, error));
    logReport(deps.log, report, run.fault);
    return report;
  } finally {
    busy.delete(deps.db);
  }
}
