/** Makes the files of all past prices that are missing or out of date. @module */

import type { Db } from "../../lib/db/db.ts";
import {
  type ExportPeriod,
  findAllStations,
  findPeriodPrices,
  getHistoryExtent,
} from "../../lib/db/history/exported_history.ts";
import { ALL_FUELS } from "../../lib/db/history/day_tallies.ts";
import {
  beginDraft,
  deleteReplaced,
  endLease,
  type FileToList,
  findOrigins,
  listFiles,
  storeChunk,
  takeLease,
} from "../../lib/db/history/history_files.ts";
import { type AreaDay, findAreaDays } from "../../lib/db/history/series.ts";
import { getState } from "../../lib/db/data_state.ts";
import type { HistoryPeriod, HistoryRow, HistoryTable } from "../../lib/domain/history_files.ts";
import { ALL_LAND_AREAS, type Area, NATION, parseArea } from "../../lib/domain/place/area.ts";
import { toMeanMilli } from "../../lib/shared/price/money.ts";
import { fuelOfNumber } from "../../lib/shared/fuels.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { ChunkedFile } from "./chunked_file.ts";
import { type RowBatches, writeTable } from "./write_table.ts";

/** Stations read at a time; they have about 3 000 prices a year. */
const STATIONS_AT_ONCE = 10;
/** Means read at a time, at most, unless a single area has more. */
const MEANS_AT_ONCE = 5_000;

/** Options for making files. */
export type HistoryOptions = {
  now: Date;
  /** Awaited after each batch that is read. */
  pause?(): Promise<void>;
  /** Called with the period in progress and the share of it that is done, 0 to 1. */
  onProgress?(name: string, done: number): void;
  /** Months (`2026-03`) and years to make even if they are up to date. */
  again?: readonly string[];
};

/** A run that holds the lease. */
type Run = HistoryOptions & { db: Db; holder: string; asOf: Date };

type Days = { from: string; to: string };

async function* readPrices(
  { db, holder, onProgress }: Run,
  period: ExportPeriod,
  ids: readonly number[],
) {
  for (let at = 0; at < ids.length; at += STATIONS_AT_ONCE) {
    if (!await takeLease(db, holder)) {
      throw new Error("Another process has begun to make the files");
    }
    onProgress?.(period.name, at / ids.length);
    yield await findPeriodPrices(db, period, ids.slice(at, at + STATIONS_AT_ONCE));
  }
}

async function* readStations(db: Db) {
  yield await findAllStations(db);
}

/** Reads the means of several areas at a time, in the order of `areas`. */
async function* readDailyMeans(
  db: Db,
  areas: readonly Area[],
  { from, to }: Days,
): AsyncGenerator<HistoryRow[]> {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  const atOnce = Math.max(1, Math.floor(MEANS_AT_ONCE / (days * ALL_FUELS.length)));
  for (let at = 0; at < areas.length; at += atOnce) {
    const batch = areas.slice(at, at + atOnce);
    const means = await findAreaDays(db, { areas: batch, fuels: ALL_FUELS, from, to });
    const meansByArea = Map.groupBy(means, ({ area }) => area);
    yield batch.flatMap((area) => (meansByArea.get(area.area) ?? []).map(toDailyRow(area)));
  }
}

function toDailyRow({ area, name }: Area): (day: AreaDay) => HistoryRow {
  return ({ fuel, day, sumMilli, minMilli, maxMilli, count }) => ({
    area,
    area_name: name,
    fuel: fuelOfNumber(fuel),
    day,
    mean: toMeanMilli(sumMilli, count),
    min: minMilli,
    max: maxMilli,
    stations: count,
  });
}

/** The rows of the files of one period, or of a table that has no periods. */
type Source = {
  table: HistoryTable;
  period: Omit<ExportPeriod, "to"> & HistoryPeriod;
  batches: RowBatches;
};

const originOf = ({ period }: Source) => JSON.stringify(period);

type Draft = { ending: string; draft: string; file: ChunkedFile };

async function beginFile({ db, now }: Run, ending: string): Promise<Draft> {
  const draft = await beginDraft(db, now);
  return {
    ending,
    draft,
    file: new ChunkedFile((number, bytes) => storeChunk(db, { draft, number, bytes })),
  };
}

/**
 * Makes and stores the files of a source: Parquet, and for a month also CSV. Returns their names.
 */
async function makeFiles(run: Run, source: Source): Promise<string[]> {
  const { db, now, asOf, pause } = run;
  const { table, batches, period: { name: prefix, changes: _changes, ...period } } = source;
  const parquet = await beginFile(run, "parquet");
  const csv = table === "changes" && prefix.length > 4 ? await beginFile(run, "csv.gz") : null;
  const rows = await writeTable(table, batches, {
    parquet: parquet.file,
    csv: csv?.file ?? null,
    pause,
  });
  const files: FileToList[] = [];
  for (const { ending, draft, file } of csv ? [parquet, csv] : [parquet]) {
    const { bytes, sha256 } = await file.finish();
    const name = `${prefix}.${ending}`;
    const versioned_name = `${sha256.slice(0, 16)}-${name}`;
    const entry = {
      name,
      table,
      ...period,
      rows,
      bytes,
      sha256,
      made_at: now.toISOString(),
      versioned_name,
    };
    files.push({ entry, draft, asOf, origin: originOf(source) });
  }
  await listFiles(db, files, now);
  return files.map(({ entry }) => entry.name);
}

/**
 * Returns the sources of all files. `revision` is that of the data: stations and means may change
 * with each.
 */
async function findSources(run: Run, revision: number): Promise<Source[]> {
  const { today, periods, stationIds, brandAreas } = await getHistoryExtent(run.db);
  const whole = {
    name: "stations",
    from: null,
    to: null,
    closed: false,
    covered_days: null,
    changes: revision,
  };
  const days = { from: addDays(periods[0]!.to, 1), to: addDays(today, -1) };
  const brands = brandAreas.flatMap((area) => parseArea(area) ?? []);
  const areas = [NATION, ...ALL_LAND_AREAS, ...brands];
  return [
    ...periods.map((period): Source => ({
      table: "changes",
      period,
      batches: readPrices(run, period, stationIds),
    })),
    { table: "stations", period: whole, batches: readStations(run.db) },
    {
      table: "daily",
      period: { ...whole, ...days, name: "daily" },
      batches: readDailyMeans(run.db, areas, days),
    },
  ];
}

async function makeAll(run: Run, revision: number): Promise<string[]> {
  const { db, now, again = [] } = run;
  const sources = await findSources(run, revision);
  const upToDate = await findOrigins(db);
  const made: string[] = [];
  for (const source of sources) {
    const isKept = upToDate.has(originOf(source)) && !again.includes(source.period.name);
    if (!isKept) made.push(...await makeFiles(run, source));
  }
  await deleteReplaced(db, sources.map(originOf), now);
  return made;
}

/**
 * Makes the files that are missing, damaged or out of date: months and years in which a price, a
 * confirmation or a suspicion was added or removed since, the stations, and the daily means.
 * Returns the names of the files made, or null if the data are not the State's or another process
 * is making files. All files of a period are replaced at once, so stopping a run leaves each period
 * complete.
 */
export async function makeHistory(db: Db, options: HistoryOptions): Promise<string[] | null> {
  const { asOfMs, source, revision } = await getState(db);
  if (asOfMs === null || source === "sample") return null;
  const holder = crypto.randomUUID();
  if (!await takeLease(db, holder)) return null;
  try {
    return await makeAll({ ...options, db, holder, asOf: new Date(asOfMs) }, revision);
  } finally {
    // A lease that cannot be returned expires.
    await endLease(db, holder).catch(() => {});
  }
}
