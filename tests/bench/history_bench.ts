/**
 * Measures the cost of years of prices: loading, size, requests, means; with the real year 2025 if
 * it is available.
 *
 * @module
 */

import { backfillArchive } from "../../ingest/archive/backfill.ts";
import { type ArchiveSource, openArchive } from "../../ingest/archive/open_archive.ts";
import { findAreaDays } from "../../lib/db/history/series.ts";
import { refreshDailyMeans } from "../../lib/db/history/daily_means.ts";
import { recordPriceFacts } from "../../lib/db/history/price_changes.ts";
import type { Db } from "../../lib/db/db.ts";
import { parseArea } from "../../lib/domain/place/area.ts";
import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { METROPOLITAN_DEPARTMENTS } from "../../lib/places/departments.ts";
import { addDays, endOfParisDay } from "../../lib/shared/time/paris_time.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { createTestLog } from "../support/log.ts";
import { emptyTables } from "../support/load.ts";
import { printRunning, printStored } from "./support/history_files.ts";
import { median, onEachKind, printResult, time, timeHistories, toText } from "./support/measure.ts";

const YEAR = new URL(
  "../../../shared/data/history/derived/PrixCarburants_annuel_2025.derived.xml.xz",
  import.meta.url,
).pathname;
const NOW = new Date("2026-01-02T12:00:00Z");
const LAST_DAY = "2025-12-31";
const AREAS = METROPOLITAN_DEPARTMENTS.map(({ code }) => code);

function drawYear(): ArchiveSource {
  const stations = Array.from({ length: 2_000 }, (_, index): XmlStation => ({
    id: 1_000_001 + index,
    postalCode: AREAS[index % 96]!.replace(/[AB]/, "0").padEnd(5, "0"),
    prices: ["Gazole", "E10", "SP98"].flatMap((fuel) =>
      Array.from({ length: 130 }, (_, step): [string, string, string] => {
        const at = new Date(Date.UTC(2025, 0, 1, 8 + index % 9) + step * 2.8 * DAY_MS).toISOString()
          .slice(0, 19);
        return [fuel, at, (1.6 + (step * 7 + index) % 200 / 1000).toFixed(3)];
      })
    ),
  }));
  return {
    kind: "bytes",
    name: "a year made up",
    bytes: new TextEncoder().encode(toArchiveXml(stations)),
  };
}

async function load(db: Db): Promise<void> {
  const source = await Deno.stat(YEAR).then(
    () => ({ kind: "file", path: YEAR }) as const,
    drawYear,
  );
  let peak = 0;
  let pricesMs = 0;
  const began = performance.now();
  const clock = () => NOW;
  const report = await backfillArchive(
    { db, log: createTestLog(clock).log, clock },
    await openArchive(source),
    {
      windowDays: db.kind === "server" ? 92 : 31,
      onProgress({ phase }) {
        peak = Math.max(peak, Deno.memoryUsage().rss);
        if (phase === "prices") pricesMs = performance.now() - began;
      },
    },
  );
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const { prices, changed } = report.tally;
  printResult(`${prices} prices, ${changed} periods: stored in`, seconds(pricesMs));
  printResult(`means of ${report.meansMade} days`, seconds(report.durationMs - pricesMs));
  printResult(
    "all, and peak memory",
    `${seconds(report.durationMs)}, ${Math.round(peak / 1e6)} MB`,
  );
  // The requests ask about the end of the year.
  await db.query({ text: "update data_state set as_of = $1", values: [endOfParisDay(LAST_DAY)] });
  await db.query({ text: db.kind === "server" ? "vacuum analyze" : "analyze" });
}

async function printSize(db: Db): Promise<void> {
  for (const table of ["price_change", "daily_mean"]) {
    const sizes = `pg_table_size('${table}') as heap, pg_indexes_size('${table}') as indexes`;
    const text = `select ${sizes}, count(*) as rows from ${table}`;
    const [row] = await db.query<{ heap: number; indexes: number; rows: number }>({ text });
    const toMb = (bytes: number) => Math.round(bytes / 1e6);
    printResult(
      `${table}: ${row!.rows} rows`,
      `${toMb(row!.heap)} MB and ${toMb(row!.indexes)} MB of indexes`,
    );
  }
}

async function timeQuestions(db: Db): Promise<void> {
  const means = (areas: string[], days: number) => {
    const span = { from: addDays(LAST_DAY, -days), to: addDays(LAST_DAY, -1) };
    return findAreaDays(db, { areas: areas.map((area) => parseArea(area)!), fuels: [1], ...span });
  };
  printResult("history, 365 days", toText(await timeHistories(db, endOfParisDay(LAST_DAY))));
  const trends = await time((turn) => means(AREAS.slice(turn % 80, turn % 80 + 6), 90));
  printResult("brand trends, 90 days of 6 areas", toText(trends));
  printResult("96 departments, 7 days", toText(await time(() => means(AREAS, 7))));
}

/** Draws the facts of 25 stations in a year, as a load stores them in one transaction. */
function drawFacts(chunk: number): PriceFact[] {
  return Array.from({ length: 14_000 }, (_, index) => ({
    stationId: 1_000_001 + 25 * chunk + index % 25,
    fuel: 1 + Math.floor(index / 25) % 3,
    atMs: Date.UTC(2025, 0, 1, 8) + Math.floor(index / 75) * 2 * DAY_MS - (index % 75) * 60_000,
    // Each value is reported twice.
    priceMilli: 1_600 + Math.floor(index / 150) * 7 % 200,
  }));
}

/**
 * Prints the facts stored per second, with and without the triggers that count changes by month, in
 * turns.
 */
async function timeCounting(db: Db): Promise<void> {
  const perSecond = { enable: [] as number[], disable: [] as number[] };
  for (let turn = 0; turn < 5; turn++) {
    for (
      const mode of turn % 2 === 0 ? ["disable", "enable"] as const : ["enable", "disable"] as const
    ) {
      await emptyTables(db);
      await db.query({ text: `alter table price_change ${mode} trigger user` });
      const began = performance.now();
      for (let chunk = 0; chunk < 20; chunk++) {
        await db.transaction((tx) => recordPriceFacts(tx, drawFacts(chunk)));
      }
      perSecond[mode].push(Math.round(20 * 14_000_000 / (performance.now() - began)));
    }
  }
  const { enable, disable } = perSecond;
  printResult(
    "facts a second, counted / not, medians of 5",
    `${median(enable)} / ${median(disable)}`,
  );
}

/**
 * Times the means in a transaction that is rolled back, so that each turn starts from the same
 * data.
 */
async function timeMeansOfDay(db: Db): Promise<void> {
  const undo = new Error("undo");
  const minute = (minutes: number) =>
    new Date(endOfParisDay(LAST_DAY).getTime() + minutes * 60_000);
  await db.query({
    text: "update coverage set averaged = false where day = $1",
    values: [LAST_DAY],
  });
  const work = () =>
    db.transaction(async (tx) => {
      await refreshDailyMeans(tx, { asOf: minute(5), previousAsOf: minute(-5), changedSpans: [] });
      throw undo;
    }).catch((error) => {
      if (error !== undo) throw error;
    });
  printResult("means at an ingest when a day ended", toText(await time(work, 5)));
}

await onEachKind(async (db, url) => {
  await load(db);
  await printSize(db);
  await timeQuestions(db);
  await timeMeansOfDay(db);
  await printStored(db);
  if (url !== null) await printRunning(db, url, "2025");
  await timeCounting(db);
});
