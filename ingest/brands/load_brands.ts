/**
 * Loads brands and names of stations: fetch, read, add the project's own, compare, store. When the
 * source fails, what it named before stays.
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
 * How loading ended. `counts` is null when nothing could be loaded: no file, and no list of the
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
 * Share of the stations known before that a file must still name, as for the stations of a feed; of
 * a handful half.
 */
const MIN_SHARE = 0.8;
const MIN_SHARE_OF_FEW = 0.5;
const FEW = 50;

/**
 * A file in which many stations are missing is a broken file, not a country that loses its brands.
 */
function requireMost(known: Brands, stations: Brands): void {
  if (stations.size === 0) throw new BrandsRefused("The brand file names no station with a brand");
  const remaining = [...known.keys()].filter((id) => stations.has(id)).length;
  const share = known.size < FEW ? MIN_SHARE_OF_FEW : MIN_SHARE;
  if (remaining >= share * known.size) return;
  const found = `${remaining} of the ${known.size} stations whose brand is known`;
  throw new BrandsRefused(`The brand file names ${found}; expected ${100 * MIN_SHARE} %`);
}

type Written = {
  added: number;
  changed: number;
  removed: number;
  stations: Brands;
  /**
   * Lines of the project's own list that were used, and the number of those whose station the
   * source has by now.
   */
  ofOwn: Brands;
  ownKnownToSource: number;
  listed: number[];
};

/** Counts of rows read and brands written; docs/data.md has those of a real file. */
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
 * Writes what differs (`read` null: the source failed), under the writers' lock; the brands' means
 * are then stale.
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
  // The source is checked by itself: stations that the project's own list named do not count for or
  // against it.
  if (read) requireMost(new Map([...known].filter(([id]) => !ofOwn.has(id))), ofSource);
  const stations = new Map([...ofSource, ...ofOwn]);
  const differing = [...stations.values()].filter((brand) =>
    !isDeepStrictEqual(known.get(brand.stationId), brand)
  );
  const gone = [...known.values()].filter(({ stationId }) => !stations.has(stationId));
  await setStationBrands(tx, differing, now);
  await deleteStationBrands(tx, gone.map(({ stationId }) => stationId));
  if (differing.length + gone.length > 0) await moveRevision(tx);
  const moved = [...differing, ...gone].some((brand) =>
    (known.get(brand.stationId)?.brand ?? null) !== (stations.get(brand.stationId)?.brand ?? null)
  );
  const ownIds = new Set(own.map(({ stationId }) => Number(stationId)));
  if (moved) {
    await markBrandMeansStale(tx, {
      now,
      all: known.keys().every((id) => ownIds.has(id)),
    });
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
    const counts = await write(
      await readBrands(
        source.kind === "file" ? source.bytes : await fetchBytes(source.url, BRANDS_FETCH),
      ),
    );
    const isNews = counts.added + counts.changed + counts.removed > 0;
    return { outcome: isNews ? "changed" : "unchanged", message: null, counts };
  } catch (error) {
    const isRefused = error instanceof BrandsRefused || error instanceof FeedRefused;
    if (!isRefused && !(error instanceof FetchFailed)) throw error;
    // the project's own list needs no source
    const counts = own.length > 0 ? await write(null) : null;
    return { outcome: isRefused ? "refused" : "failed", message: error.message, counts };
  }
}

/**
 * Loads the brands once; the means of days that this makes stale are left to `makeStaleMeans`. The
 * report holds faults of the source, and the earlier brands then stay. Throws the errors of the
 * database.
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
  const report = {
    outcome,
    source: name,
    message,
    counts,
    durationMs: Math.round(performance.now() - began),
  };
  const level = isGood(report) ? "info" : "warn";
  const summary = message
    ? `Brands not loaded: ${message}`
    : `Brands loaded: ${formatCount(counts?.listedWithBrand ?? 0, "en")} stations`;
  context.log[level]("Brands", {
    summary,
    outcome,
    source: name,
    reason: message,
    ...counts,
    durationMs: report.durationMs,
  });
  return report;
}
