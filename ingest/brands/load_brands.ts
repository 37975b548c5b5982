/**
 * Loads brands and names of stations: fetches and reads the list, adds the project's own, compares
 * and stores. If the source fails, the brands that it named before stay.
 *
 * @module
 */

import { isDeepStrictEqual } from "node:util";
import type { Queryable } from "../../lib/db/db.ts";
import { insertRun } from "../../lib/db/ingest/runs.ts";
import { moveRevision, takeWriterLock } from "../../lib/db/data_state.ts";
import {
  deleteStationBrands,
  findStationBrands,
  markBrandMeansStale,
  setStationBrands,
  type StoredBrand,
} from "../../lib/db/ingest/station_brands.ts";
import type { StationBrand } from "../../lib/domain/brand/brand_rows.ts";
import { findKnownBrand } from "../../lib/domain/brand/brand.ts";
import { findListedIds } from "../../lib/db/current/listed_stations.ts";
import { formatCount } from "../../lib/words/format.ts";
import { toPublicUrl } from "../../lib/platform/public_url.ts";
import type { IngestContext } from "../context.ts";
import { isGood, type RunReport } from "../report.ts";
import { FEED_FETCH, fetchBytes, type FetchOptions } from "../fetch.ts";
import { FeedRefused, FetchFailed } from "../refusals.ts";
import {
  BrandsRefused,
  type OwnBrand,
  type ReadBrands,
  readBrands,
  toStationBrand,
} from "./read_brands.ts";

/** `own`: brands of stations that the source may lack (`readOwnBrands`). */
type BrandsContext = IngestContext & { own?: readonly OwnBrand[] };

/** Where the brands come from: an address, or bytes with a name for the import log. */
export type BrandsSource = { kind: "url"; url: string } | {
  kind: "file";
  name: string;
  bytes: Uint8Array;
};

/**
 * How a load ended. `counts` is null if nothing could be loaded: no file, and no list of the
 * project's own.
 */
export type BrandsReport = RunReport & { counts: ReturnType<typeof toCounts> | null };

const BRANDS_FETCH: FetchOptions = { ...FEED_FETCH, totalTimeoutMs: 300_000, validate: () => {} };

type Brands = ReadonlyMap<number, StoredBrand>;

function toRows(brands: Iterable<readonly [string, StationBrand]>): Map<number, StoredBrand> {
  return new Map(
    [...brands].map(([id, brand]) => [Number(id), { stationId: Number(id), ...brand }]),
  );
}

/**
 * A file must still name this share of the stations whose brand is known. If only a few are known,
 * half is enough.
 */
const MIN_SHARE = 0.8;
const MIN_SHARE_OF_FEW = 0.5;
const FEW = 50;

/**
 * Throws if many stations are missing. Such a file is broken: the country has not lost its brands.
 */
function requireMost(known: Brands, stations: Brands): void {
  if (stations.size === 0) throw new BrandsRefused("The brand file names no station with a brand");
  const remaining = [...known.keys()].filter((id) => stations.has(id)).length;
  const share = known.size < FEW ? MIN_SHARE_OF_FEW : MIN_SHARE;
  if (remaining >= share * known.size) return;
  const found = `${remaining} of the ${known.size} stations whose brand is known`;
  throw new BrandsRefused(`The brand file names ${found}; expected ${100 * share} %`);
}

type Written = {
  added: number;
  changed: number;
  removed: number;
  stations: Brands;
  /**
   * Brands of the project's own list that were used, and how many of its stations the source knows
   * by now.
   */
  ofOwn: Brands;
  ownKnownToSource: number;
  listed: number[];
};

/** Returns the counts of rows read and brands written; docs/data.md shows those of a real file. */
function toCounts(
  { rowCount: rows, withoutStation }: Omit<ReadBrands, "brands">,
  { stations, ofOwn, listed, ...written }: Written,
) {
  const isBranded = (id: number) => stations.get(id)?.brand != null;
  const isKnown = (id: number) => findKnownBrand(stations.get(id)?.brand ?? "") !== null;
  return {
    rows,
    withoutStation,
    stations: stations.size,
    ...written,
    own: ofOwn.size,
    listed: listed.length,
    listedWithBrand: listed.filter(isBranded).length,
    listedByOwn: listed.filter((id) => ofOwn.has(id)).length,
    listedWithKnownBrand: listed.filter(isKnown).length,
  };
}

/**
 * Writes the differences, under the writers' lock, and marks the means of brands as stale. `read`
 * is null if the source failed.
 */
async function store(
  tx: Queryable,
  { read, own, now }: { read: ReadBrands | null; own: readonly OwnBrand[]; now: Date },
) {
  await takeWriterLock(tx);
  const known = await findStationBrands(tx);
  const ofSource = read ? toRows(read.brands) : known;
  const lacking = own.filter(({ stationId }) => !ofSource.has(Number(stationId)));
  const ofOwn = toRows(lacking.map((line) => [line.stationId, toStationBrand(line)]));
  // Checks the source alone: stations of the project's own list do not count.
  if (read) requireMost(new Map([...known].filter(([id]) => !ofOwn.has(id))), ofSource);
  const stations = new Map([...ofSource, ...ofOwn]);
  const differing = [...stations.values()].filter((brand) =>
    !isDeepStrictEqual(known.get(brand.stationId), brand)
  );
  const gone = [...known.values()].filter(({ stationId }) => !stations.has(stationId));
  await setStationBrands(tx, differing, now);
  await deleteStationBrands(tx, gone.map(({ stationId }) => stationId));
  if (differing.length + gone.length > 0) await moveRevision(tx);
  const brandOf = (brands: Brands, id: number) => brands.get(id)?.brand ?? null;
  const isMoved = ({ stationId }: StoredBrand) =>
    brandOf(known, stationId) !== brandOf(stations, stationId);
  if ([...differing, ...gone].some(isMoved)) {
    const ownIds = new Set(own.map(({ stationId }) => Number(stationId)));
    const isFirst = known.keys().every((id) => ownIds.has(id));
    await markBrandMeansStale(tx, { now, all: isFirst });
  }
  const added = differing.filter(({ stationId }) => !known.has(stationId)).length;
  const written = { added, changed: differing.length - added, removed: gone.length };
  const ownKnownToSource = read ? own.length - lacking.length : 0;
  const listed = (await findListedIds(tx)).map(Number);
  return toCounts(read ?? { rowCount: 0, withoutStation: 0 }, {
    ...written,
    ownKnownToSource,
    stations,
    ofOwn,
    listed,
  });
}

async function attempt(
  context: BrandsContext,
  source: BrandsSource,
): Promise<Pick<BrandsReport, "outcome" | "message" | "counts">> {
  const own = context.own ?? [];
  const write = (read: ReadBrands | null) =>
    context.db.transaction((tx) => store(tx, { read, own, now: context.clock() }));
  try {
    const bytes = source.kind === "file"
      ? source.bytes
      : await fetchBytes(source.url, BRANDS_FETCH);
    const counts = await write(await readBrands(bytes));
    const isNews = counts.added + counts.changed + counts.removed > 0;
    return { outcome: isNews ? "changed" : "unchanged", message: null, counts };
  } catch (error) {
    const isRefused = error instanceof BrandsRefused || error instanceof FeedRefused;
    if (!isRefused && !(error instanceof FetchFailed)) throw error;
    // The project's own list is stored even without the source.
    const counts = own.length > 0 ? await write(null) : null;
    return { outcome: isRefused ? "refused" : "failed", message: error.message, counts };
  }
}

/**
 * Loads the brands once. `makeStaleMeans` computes the means that this makes stale. Faults of the
 * source are in the report, and the earlier brands then stay. Throws the errors of the database.
 */
export async function loadBrands(
  context: BrandsContext,
  source: BrandsSource,
): Promise<BrandsReport> {
  const began = performance.now();
  const startedAt = context.clock();
  const name = source.kind === "url" ? toPublicUrl(source.url) : source.name;
  const { outcome, message, counts } = await attempt(context, source);
  const finishedAt = context.clock();
  await insertRun(context.db, {
    kind: "brands",
    source: name,
    startedAt,
    finishedAt,
    outcome,
    message,
    counts: { ...counts },
    feedAt: null,
    contentHash: null,
    etag: null,
    lastModified: null,
  });
  const durationMs = Math.round(performance.now() - began);
  const report = { outcome, source: name, message, counts, durationMs };
  logReport(context, report);
  return report;
}

function logReport({ log }: BrandsContext, report: BrandsReport): void {
  const { outcome, source, message, counts, durationMs } = report;
  const summary = message
    ? `Brands not loaded: ${message}`
    : `Brands loaded: ${formatCount(counts?.listedWithBrand ?? 0, "en")} stations`;
  log[isGood(report) ? "info" : "warn"]("Brands", {
    summary,
    outcome,
    source,
    reason: message,
    ...counts,
    durationMs,
  });
}
