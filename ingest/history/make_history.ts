/** Makes the files of all past prices that are missing or out of date, and replaces their list when all are whole. @module */

import { createHash } from "node:crypto";
import { createReadStream, existsSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import type { Db } from "../../lib/db/db.ts";
import {
  type ExportPeriod,
  findAllStations,
  findPeriodPrices,
  getHistoryExtent,
} from "../../lib/db/history/exported_history.ts";
import { ALL_FUELS } from "../../lib/db/history/day_tallies.ts";
import { findAreaDays } from "../../lib/db/history/series.ts";
import { getState } from "../../lib/db/state.ts";
import {
  type HistoryFile,
  type HistoryIndex,
  type HistoryPeriod,
  type HistoryRow,
  type HistoryTable,
  toStoredName,
} from "../../lib/domain/history_files.ts";
import { ALL_LAND_AREAS, NATION, parseArea } from "../../lib/domain/place/area.ts";
import { ATTRIBUTION, DATA_LICENSE } from "../../lib/domain/license.ts";
import { toMeanMilli } from "../../lib/shared/price/money.ts";
import { fuelOfNumber } from "../../lib/shared/station/fuels.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import { type Parts, writeTable } from "./write_table.ts";

/** Stations read at a time: of a year these are about 30 000 prices. */
const STATIONS_AT_ONCE = 100;

/** How files are made; `folder` is created when it is missing. */
export type HistoryOptions = {
  folder: string;
  now: Date;
  pause?(): Promise<void>;
  /** Called with the period in progress and the share of it that is done, 0 to 1. */
  onProgress?(name: string, done: number): void;
  /** Months (`2026-03`) and years to make although they are up to date. */
  again?: readonly string[];
};

type Days = { from: string; to: string };

async function* readPrices(db: Db, period: ExportPeriod, ids: readonly number[], { onProgress }: HistoryOptions) {
  for (let at = 0; at < ids.length; at += STATIONS_AT_ONCE) {
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

async function measure(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return { sha256: hash.digest("hex"), bytes: (await Deno.stat(path)).size };
}

/** Writes the files of a table's rows: Parquet, and of a month CSV too. */
async function makeFiles(
  table: HistoryTable,
  { name, ...period }: HistoryPeriod & { name: string },
  { parts, folder, now, pause }: HistoryOptions & { parts: Parts },
): Promise<HistoryFile[]> {
  const draft = `${folder}/draft`;
  const hasCsv = table === "changes" && name.length > 4;
  const csvPath = hasCsv ? `${draft}.csv.gz` : null;
  const rows = await writeTable(table, parts, { path: `${draft}.parquet`, csvPath, pause });
  const files: HistoryFile[] = [];
  for (const kind of hasCsv ? ["parquet", "csv.gz"] : ["parquet"]) {
    const measured = await measure(`${draft}.${kind}`);
    const file = { name: `${name}.${kind}`, table, ...period, rows, ...measured, made_at: now.toISOString() };
    await Deno.rename(`${draft}.${kind}`, `${folder}/${toStoredName(file)}`);
    files.push(file);
  }
  return files;
}

/** The files of the list; none without one that can be read. */
async function readList(folder: string): Promise<HistoryFile[]> {
  return await Deno.readTextFile(`${folder}/index.json`).then(JSON.parse).then(({ files }) => files).catch(() => []);
}

/** Replaces the list, then deletes the files that it no longer has. */
async function replaceList(folder: string, index: HistoryIndex): Promise<void> {
  await Deno.writeTextFile(`${folder}/index.draft`, JSON.stringify(index, null, 1));
  await Deno.rename(`${folder}/index.draft`, `${folder}/index.json`);
  const listed = index.files.map(toStoredName);
  for await (const { name } of Deno.readDir(folder)) {
    if (/^[0-9a-f]{16}-/.test(name) && !listed.includes(name)) await Deno.remove(`${folder}/${name}`);
  }
}

/**
 * Makes the files that are missing or out of date: months and years that are still open or were made before the last archive
 * was loaded, the stations, and the daily means. Returns the names of those made; none without prices of the State. A run
 * that is stopped leaves the files of before.
 */
export async function makeHistory(db: Db, options: HistoryOptions): Promise<string[]> {
  const { folder, again = [] } = options;
  const { asOfMs, source } = await getState(db);
  if (asOfMs === null || source === "sample") return [];
  await Deno.mkdir(folder, { recursive: true });
  using lock = await Deno.open(`${folder}/.lock`, { create: true, write: true });
  await lock.lock(true);
  const before = await readList(folder);
  const { today, periods, archivedAtMs, stationIds, brandAreas } = await getHistoryExtent(db);
  const isCurrent = (file: HistoryFile) =>
    file.closed && Date.parse(file.made_at) > (archivedAtMs ?? 0) && existsSync(`${folder}/${toStoredName(file)}`);
  const files: HistoryFile[] = [];
  for (const period of periods) {
    const old = before.filter(({ name }) => name.startsWith(`${period.name}.`));
    const parts = readPrices(db, period, stationIds, options);
    const isKept = old.length > 0 && old.every(isCurrent) && !again.includes(period.name);
    files.push(...isKept ? old : await makeFiles("changes", period, { ...options, parts }));
  }
  const whole = { name: "stations", from: null, to: null, closed: false, covered_days: null };
  files.push(...await makeFiles("stations", whole, { ...options, parts: [await findAllStations(db)] }));
  const days = { from: addDays(periods[0]!.to, 1), to: addDays(today, -1) };
  const parts = readDailyMeans(db, brandAreas, days);
  files.push(...await makeFiles("daily", { ...whole, ...days, name: "daily" }, { ...options, parts }));
  const generated_at = new Date(asOfMs).toISOString();
  await replaceList(folder, { generated_at, attribution: ATTRIBUTION, license: DATA_LICENSE, files });
  return files.flatMap((file) => before.includes(file) ? [] : file.name);
}
