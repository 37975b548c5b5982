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
  deleteReplaced,
  endLease,
  type FileOrigin,
  type FileToStore,
  findStoredFiles,
  type StoredFile,
  storeFiles,
  takeLease,
} from "../../lib/db/history/history_files.ts";
import { findAreaDays } from "../../lib/db/history/series.ts";
import { getState } from "../../lib/db/state.ts";
import type { HistoryPeriod, HistoryRow, HistoryTable } from "../../lib/domain/history_files.ts";
import { ALL_LAND_AREAS, NATION, parseArea } from "../../lib/domain/place/area.ts";
import { toMeanMilli } from "../../lib/shared/price/money.ts";
import { fuelOfNumber } from "../../lib/shared/station/fuels.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { type Parts, writeTable } from "./write_table.ts";

/** Stations read at a time: of a year these are about 30 000 prices. */
const STATIONS_AT_ONCE = 100;

/** How files are made. */
export type HistoryOptions = {
  now: Date;
  /** Awaited after each part that is read. */
  pause?(): Promise<void>;
  /** Called with the period in progress and the share of it that is done, 0 to 1. */
  onProgress?(name: string, done: number): void;
  /** Months (`2026-03`) and years to make although they are up to date. */
  again?: readonly string[];
};

/** A run that holds the lease. */
type Run = HistoryOptions & { db: Db; holder: string; asOf: Date };

type Days = { from: string; to: string };

async function* readPrices({ db, holder, onProgress }: Run, period: ExportPeriod, ids: readonly number[]) {
  for (let at = 0; at < ids.length; at += STATIONS_AT_ONCE) {
    if (!await takeLease(db, holder)) throw new Error("Another process has begun to make the files");
    onProgress?.(period.name, at / ids.length);
    yield await findPeriodPrices(db, period, ids.slice(at, at + STATIONS_AT_ONCE));
  }
}

async function* readDailyMeans(db: Db, brandAreas: readonly string[], days: Days): AsyncGenerator<HistoryRow[]> {
  const brands = brandAreas.flatMap((area) => parseArea(area) ?? []);
  for (const area of [NATION, ...ALL_LAND_AREAS, ...brands]) {
    const found = await findAreaDays(db, { areas: [area], fuels: ALL_FUELS, ...days });
    yield found.map(({ fuel, day, sumMilli, minMilli, maxMilli, count }) => ({
      ...{ area: area.area, area_name: area.name, fuel: fuelOfNumber(fuel), day },
      ...{ mean: toMeanMilli(sumMilli, count), min: minMilli, max: maxMilli, stations: count },
    }));
  }
}

/** Makes and stores the files of a table's rows: Parquet, and of a month CSV too. Returns their names. */
async function makeFiles(
  { db, now, asOf, pause }: Run,
  table: HistoryTable,
  { name, changes, ...period }: HistoryPeriod & Pick<FileOrigin, "changes"> & { name: string },
  parts: Parts,
): Promise<string[]> {
  const hasCsv = table === "changes" && name.length > 4;
  const { rows, parquet, csv } = await writeTable(table, parts, { hasCsv, pause });
  const shared = { ...period, table, rows, changes, as_of: asOf, made_at: now };
  const files: FileToStore[] = [{ ...shared, ...parquet, name: `${name}.parquet` }];
  if (csv) files.push({ ...shared, ...csv, name: `${name}.csv.gz` });
  await storeFiles(db, files, now);
  return files.map((file) => file.name);
}

/** Whether stored files of a period, if there are any, are whole and nothing has changed since they were made. */
function areUpToDate(files: readonly StoredFile[], { to, changes }: ExportPeriod): boolean {
  return files.length > 0 && files.every((file) => file.is_whole && file.to === to && file.changes === changes);
}

/** Makes the files of a period, or only renews what the list says of it. Returns the names of all, and of those made. */
async function makePeriod(
  run: Run,
  period: ExportPeriod,
  { stored, stationIds }: { stored: readonly StoredFile[]; stationIds: readonly number[] },
): Promise<{ names: string[]; made: string[] }> {
  const before = stored.filter(({ name }) => name.startsWith(`${period.name}.`));
  if (run.again?.includes(period.name) || !areUpToDate(before, period)) {
    const made = await makeFiles(run, "changes", period, readPrices(run, period, stationIds));
    return { names: made, made };
  }
  const { closed, covered_days } = period;
  await storeFiles(run.db, before.map((file) => ({ ...file, closed, covered_days, chunks: [] })), run.now);
  return { names: before.map(({ name }) => name), made: [] };
}

async function makeAll(run: Run): Promise<string[]> {
  const { db, now } = run;
  const { today, periods, stationIds, brandAreas } = await getHistoryExtent(db);
  const stored = await findStoredFiles(db);
  const names: string[] = [];
  const made: string[] = [];
  for (const period of periods) {
    const files = await makePeriod(run, period, { stored, stationIds });
    names.push(...files.names);
    made.push(...files.made);
  }
  const whole = { name: "stations", from: null, to: null, closed: false, covered_days: null, changes: null };
  made.push(...await makeFiles(run, "stations", whole, [await findAllStations(db)]));
  const days = { from: addDays(periods[0]!.to, 1), to: addDays(today, -1) };
  made.push(
    ...await makeFiles(run, "daily", { ...whole, ...days, name: "daily" }, readDailyMeans(db, brandAreas, days)),
  );
  await deleteReplaced(db, [...names, ...made], now);
  return made;
}

/**
 * Makes the files that are missing, damaged or out of date: months and years of which a price, a confirmation or a suspicion was
 * added or removed since, the stations, and the daily means. Returns the names of those made; none without prices of the State,
 * and none while another process makes files. The files of a period are replaced at once, so a run that is stopped leaves each
 * as it was or as it is now.
 */
export async function makeHistory(db: Db, options: HistoryOptions): Promise<string[]> {
  const { asOfMs, source } = await getState(db);
  if (asOfMs === null || source === "sample") return [];
  const holder = crypto.randomUUID();
  if (!await takeLease(db, holder)) return [];
  try {
    return await makeAll({ ...options, db, holder, asOf: new Date(asOfMs) });
  } finally {
    // A lease that cannot be given back expires.
    await endLease(db, holder).catch(() => {});
  }
}
