import { backfillArchive } from "../../ingest/archive/backfill.ts";
import { type ArchiveSource, openArchive } from "../../ingest/archive/open_archive.ts";
import { findChanges, findDailyMeans } from "../../lib/db/history/series.ts";
import { refreshDailyMeans } from "../../lib/db/history/daily_means.ts";
import type { Db } from "../../lib/db/db.ts";
import { type ChangedSpan, recordPriceFacts } from "../../lib/db/history/price_changes.ts";
import type { PriceFact } from "../../lib/domain/fact.ts";
import { createLog } from "../../lib/platform/log.ts";
import { METROPOLITAN_DEPARTMENTS } from "../../lib/shared/departments.ts";
import { addDays, endOfParisDay } from "../../lib/shared/paris_time.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { createEmbeddedDb } from "../support/embedded_db.ts";
import { createServerDb } from "../support/server_db.ts";

/**
 * What years of prices cost on PostGIS and on the embedded database: loading an archive, its size on disk, and the questions
 * that depend on it; then what the means cost an ingest. The real year 2025 is used when it is there, else one made up.
 */

const YEAR = new URL(
  "../../../shared/data/history/derived/PrixCarburants_annuel_2025.derived.xml.xz",
  import.meta.url,
).pathname;
const NOW = new Date("2026-01-02T12:00:00Z");
const LAST_DAY = "2025-12-31";
const SEED = 20_250_101;

/** A year of 2 000 stations with five changes a fortnight each, by a fixed rule. */
function drawYear(): ArchiveSource {
  const stations = Array.from({ length: 2_000 }, (_, index): XmlStation => ({
    id: 1_000_001 + index,
    postalCode: METROPOLITAN_DEPARTMENTS[index % 96]!.code.replace(/[AB]/, "0").padEnd(5, "0"),
    prices: ["Gazole", "E10", "SP98"].flatMap((fuel) =>
      Array.from({ length: 130 }, (_, step) => {
        const at = new Date(Date.UTC(2025, 0, 1, 8 + index % 9) + step * 2.8 * 86_400_000).toISOString().slice(0, 19);
        return [fuel, at, (1.6 + (step * 7 + index) % 200 / 1000).toFixed(3)] as [string, string, string];
      })
    ),
  }));
  return { kind: "bytes", name: "a year made up", bytes: new TextEncoder().encode(toArchiveXml(stations)) };
}

async function provideYear(): Promise<ArchiveSource> {
  return await Deno.stat(YEAR).then(() => ({ kind: "file", path: YEAR }) as const, drawYear);
}

async function load(db: Db): Promise<void> {
  let peak = 0;
  let pricesMs = 0;
  const began = performance.now();
  const log = createLog({ clock: () => NOW, level: "error" });
  const report = await backfillArchive({ db, log, clock: () => NOW }, await openArchive(await provideYear()), {
    windowDays: db.kind === "server" ? 92 : 31,
    onProgress({ phase }) {
      peak = Math.max(peak, Deno.memoryUsage().rss);
      if (phase === "prices") pricesMs = performance.now() - began;
    },
  });
  const { prices, changed } = report.tally;
  const rate = Math.round(prices / pricesMs * 1000);
  tell(`${prices} prices, ${changed} runs: stored in`, `${(pricesMs / 1000).toFixed(1)} s (${rate} a second)`);
  tell(`means of ${report.meansMade} days`, `${((report.durationMs - pricesMs) / 1000).toFixed(1)} s`);
  tell(
    "all, and peak memory of this process",
    `${(report.durationMs / 1000).toFixed(1)} s, ${Math.round(peak / 1e6)} MB`,
  );
}

function tell(what: string, result: string): void {
  console.log(`  ${what.padEnd(52)} ${result}`);
}

async function tellSize(db: Db): Promise<void> {
  for (const table of ["price_change", "daily_mean"]) {
    const [row] = await db.query<{ heap: number; indexes: number; rows: number }>({
      text:
        `select pg_table_size('${table}') as heap, pg_indexes_size('${table}') as indexes, count(*) as rows from ${table}`,
    });
    const megabytes = (bytes: number) => Math.round(bytes / 1e6);
    tell(`${table}: ${row!.rows} rows`, `${megabytes(row!.heap)} MB and ${megabytes(row!.indexes)} MB of indexes`);
  }
}

/** The questions ask as of the year's end. The OpenStreetMap extract is not needed: brands are given by a rule. */
async function settle(db: Db): Promise<void> {
  await db.query({ text: "update data_state set as_of = $1", values: [endOfParisDay(LAST_DAY)] });
  await db.query({ text: db.kind === "server" ? "vacuum analyze" : "analyze" });
}

async function time(name: string, times: number, work: (turn: number) => Promise<unknown>): Promise<void> {
  const ms: number[] = [];
  for (let turn = 0; turn < times; turn++) {
    const began = performance.now();
    await work(turn);
    ms.push(performance.now() - began);
  }
  ms.sort((a, b) => a - b);
  const [median, p99] = [ms[Math.floor(times / 2)], ms[Math.floor(times * 0.99)]];
  tell(name, `median ${median!.toFixed(2)} ms, p99 ${p99!.toFixed(2)} ms`);
}

async function ask(db: Db): Promise<void> {
  const pairs = await db.query<{ station_id: number; fuel: number }>({
    text: "select station_id, fuel from current_price order by md5(station_id || ' ' || fuel || ' ' || $1) limit 400",
    values: [String(SEED)],
  });
  const from = endOfParisDay(addDays(LAST_DAY, -365));
  await time("history, 365 days", 400, (turn) => {
    const { station_id: stationId, fuel } = pairs[turn % pairs.length]!;
    return findChanges(db, { stationId, fuel, from });
  });
  const areas = METROPOLITAN_DEPARTMENTS.map(({ code }) => code);
  await time(
    "brand trends, 90 days of 6 areas",
    200,
    (turn) =>
      findDailyMeans(db, {
        areas: areas.slice(turn % 80, turn % 80 + 6),
        fuel: 1,
        from: addDays(LAST_DAY, -90),
        today: LAST_DAY,
      }),
  );
  await time(
    "96 departments, 7 days",
    200,
    () => findDailyMeans(db, { areas, fuel: 1, from: addDays(LAST_DAY, -7), today: LAST_DAY }),
  );
}

/** Runs in a transaction that is rolled back, so that each turn finds the same. */
async function inVain(db: Db, work: Parameters<Db["transaction"]>[0]): Promise<void> {
  const undo = new Error("undo");
  await db.transaction(async (tx) => {
    await work(tx);
    throw undo;
  }).catch((error) => {
    if (error !== undo) throw error;
  });
}

async function ingestMeans(db: Db): Promise<void> {
  const asOf = endOfParisDay(LAST_DAY);
  const pairs = await db.query<{ station_id: number; fuel: number }>({
    text: "select station_id, fuel from current_price order by md5(station_id || ' ' || fuel || ' ' || $1) limit 400",
    values: [String(SEED)],
  });
  const span = ({ station_id, fuel }: { station_id: number; fuel: number }, fromMs: number): ChangedSpan => (
    { stationId: station_id, fuel, fromMs }
  );
  const minute = (minutes: number) => new Date(asOf.getTime() + minutes * 60_000);
  const changedNow = pairs.map((pair) => span(pair, minute(15).getTime()));
  await time(
    "means at an ingest: nothing late, no day ended",
    50,
    () =>
      inVain(
        db,
        (tx) => refreshDailyMeans(tx, { asOf: minute(20), previousAsOf: minute(10), changedSpans: changedNow }),
      ),
  );
  await db.query({ text: "update coverage set averaged = false where day = $1", values: [LAST_DAY] });
  await time(
    "means at an ingest: a day ended",
    5,
    () => inVain(db, (tx) => refreshDailyMeans(tx, { asOf: minute(5), previousAsOf: minute(-5), changedSpans: [] })),
  );
  await db.query({ text: "update coverage set averaged = true where day = $1", values: [LAST_DAY] });
  const late: PriceFact[] = pairs.slice(0, 20).map(({ station_id, fuel }) => (
    { stationId: station_id, fuel, priceMilli: 999, atMs: minute(-1).getTime() }
  ));
  await time("means at an ingest: 20 prices late by minutes", 5, () =>
    inVain(db, async (tx) => {
      const { changedSpans } = await recordPriceFacts(tx, late);
      await refreshDailyMeans(tx, { asOf: minute(20), previousAsOf: minute(10), changedSpans });
    }));
}

async function bench(kind: string, open: () => Promise<{ db: Db; drop(): Promise<void> }>): Promise<void> {
  console.log(kind);
  const { db, drop } = await open();
  try {
    await load(db);
    await settle(db);
    await tellSize(db);
    await ask(db);
    await ingestMeans(db);
  } finally {
    await drop();
  }
}

/** `deno task bench` calls the file as a whole: its numbers are of whole runs, not of small functions. */
Deno.bench({
  name: "history (see the table above)",
  n: 1,
  warmup: 0,
  fn: async () => {
    console.log();
    await bench("PostGIS", () => createServerDb({ statementTimeoutMs: 0 }));
    await bench("embedded", createEmbeddedDb);
  },
});
