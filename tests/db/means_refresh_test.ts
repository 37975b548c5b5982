import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { refreshDailyMeans } from "../../lib/db/history/daily_means.ts";
import type { Queryable } from "../../lib/db/db.ts";
import { type ChangedSpan, recordPriceFacts } from "../../lib/db/history/price_changes.ts";
import type { PriceFact } from "../../lib/domain/fact.ts";
import { toParisDay } from "../../lib/shared/paris_time.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { computeNaiveMeans, type NaiveInterruption, sortRows } from "../support/naive_means.ts";

/** Stations of two departments, one of none; two brands, one station without. */
const STATIONS = [
  { id: 1, department: "01", brand: "Alpha" },
  { id: 2, department: "01", brand: "Beta" },
  { id: 3, department: "2A", brand: "Alpha" },
  { id: 4, department: null, brand: null },
];

function areasOf(stationId: number): string[] {
  const { department, brand } = STATIONS.find(({ id }) => id === stationId)!;
  return [department ?? "-", ...brand === null ? [] : [`brand:${brand}`]];
}

async function addStations(db: Queryable): Promise<void> {
  for (const { id, department, brand } of STATIONS) {
    await db.query({
      text: "insert into station (id, department, first_seen_at, last_seen_at) values ($1, $2, now(), now())",
      values: [id, department],
    });
    await db.query({
      text: "insert into station_brand (station_id, brand, updated_at) values ($1, $2, now())",
      values: [id, brand],
    });
  }
}

async function readMeans(db: Queryable): Promise<unknown[][]> {
  const rows = await db.query<Record<string, unknown>>({
    text: "select area, fuel, day, sum_milli, min_milli, max_milli, station_count from daily_mean",
  });
  return sortRows(rows.map((r) => [r.area, r.fuel, r.day, r.sum_milli, r.min_milli, r.max_milli, r.station_count]));
}

async function cover(db: Queryable, day: string): Promise<void> {
  const text = "insert into coverage (day, source) values ($1, 'feed') on conflict do nothing";
  await db.query({ text, values: [day] });
}

async function addInterruption(
  tx: Queryable,
  interruption: NaiveInterruption,
  table: "stock_out" | "absence",
): Promise<void> {
  const kind = table === "stock_out" ? [", kind", ", 'temporary'"] : ["", ""];
  await tx.query({
    text: `insert into ${table} (station_id, fuel, since, until${kind[0]}) values ($1, $2, $3, $4${kind[1]})`,
    values: [
      interruption.stationId,
      interruption.fuel,
      new Date(interruption.sinceMs),
      interruption.untilMs === null ? null : new Date(interruption.untilMs),
    ],
  });
}

const HOUR_MS = 3_600_000;
// Two days before summer time begins, so that a day of 23 hours lies in every world.
const START_MS = Date.parse("2025-03-28T09:00:00Z");

const station = fc.integer({ min: 1, max: 4 });
const fuel = fc.integer({ min: 1, max: 2 });
/** Hours before the run at which something happened: mostly fresh, sometimes weeks late. */
const ageHours = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 24 * 40 }));
const run = fc.record({
  afterHours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 24, max: 24 * 20 })),
  facts: fc.array(fc.record({ station, fuel, ageHours, priceMilli: fc.integer({ min: 1000, max: 1009 }) }), {
    maxLength: 8,
  }),
  interruptions: fc.array(
    fc.record({
      station,
      fuel: fc.integer({ min: 0, max: 2 }),
      ageHours,
      lastsHours: fc.option(fc.integer({ min: 1, max: 200 })),
    }),
    { maxLength: 2 },
  ),
});

forEachDb("refreshDailyMeans() equals a recomputation from raw facts after every run", async (_t, db) => {
  await addStations(db);
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 8 }), async (runs) => {
      await db.query({ text: "truncate price_change, stock_out, absence, coverage, daily_mean, suspect_price" });
      const facts: PriceFact[] = [];
      const interruptions: NaiveInterruption[] = [];
      const covered = new Set<string>();
      let asOfMs = START_MS;
      let previousAsOf: Date | null = null;
      for (const { afterHours, facts: reported, interruptions: reportedInterruptions } of runs) {
        asOfMs += afterHours * HOUR_MS;
        const asOf = new Date(asOfMs);
        const news = reported.map(({ station, fuel, ageHours, priceMilli }) => (
          { stationId: station, fuel, priceMilli, atMs: asOfMs - ageHours * HOUR_MS }
        ));
        const newInterruptions = reportedInterruptions.map(({ station, fuel, ageHours, lastsHours }) => {
          const sinceMs = asOfMs - ageHours * HOUR_MS;
          return { stationId: station, fuel, sinceMs, untilMs: lastsHours && sinceMs + lastsHours * HOUR_MS };
        }).filter((interruption, index, all) =>
          // the tables hold one row per beginning
          ![...interruptions, ...all.slice(0, index)].some((other) =>
            other.stationId === interruption.stationId && other.fuel === interruption.fuel &&
            other.sinceMs === interruption.sinceMs
          )
        );
        await db.transaction(async (tx) => {
          await cover(tx, toParisDay(asOf));
          const changedSpans: ChangedSpan[] = (await recordPriceFacts(tx, news)).changedSpans;
          for (const interruption of newInterruptions) {
            await addInterruption(tx, interruption, interruption.fuel === 0 ? "absence" : "stock_out");
            changedSpans.push({
              stationId: interruption.stationId,
              fuel: interruption.fuel,
              fromMs: interruption.sinceMs,
            });
          }
          await refreshDailyMeans(tx, { asOf, previousAsOf, changedSpans });
        });
        previousAsOf = asOf;
        facts.push(...news);
        interruptions.push(...newInterruptions);
        covered.add(toParisDay(asOf));
        const past = [...covered].filter((day) => day < toParisDay(asOf));
        deepEqual(await readMeans(db), computeNaiveMeans({ facts, interruptions, areasOf }, past));
      }
    }),
    { numRuns: db.kind === "server" ? 60 : 12 },
  );
});

forEachDb("refreshDailyMeans() touches nothing when no day ended and nothing was late", async (_t, db) => {
  await addStations(db);
  const ingest = (at: string, facts: PriceFact[], previous: string | null) =>
    db.transaction(async (tx) => {
      const asOf = new Date(at);
      await cover(tx, toParisDay(asOf));
      const { changedSpans } = await recordPriceFacts(tx, facts);
      return refreshDailyMeans(tx, { asOf, previousAsOf: previous === null ? null : new Date(previous), changedSpans });
    });
  const price = (at: string, priceMilli: number): PriceFact => (
    { stationId: 1, fuel: 1, priceMilli, atMs: Date.parse(at) }
  );
  deepEqual(await ingest("2025-10-25T10:00:00Z", [price("2025-10-25T09:00:00Z", 1700)], null), {
    finalised: [],
    repaired: [],
  });
  // The day of 25 hours ends at 23:00 UTC.
  deepEqual(
    (await ingest("2025-10-26T22:59:59Z", [price("2025-10-26T22:50:00Z", 1710)], "2025-10-25T10:00:00Z")).finalised,
    ["2025-10-25"],
  );
  deepEqual(await ingest("2025-10-26T23:10:00Z", [], "2025-10-26T22:59:59Z"), {
    finalised: ["2025-10-26"],
    repaired: [],
  });
  deepEqual(await ingest("2025-10-26T23:20:00Z", [price("2025-10-26T23:05:00Z", 1720)], "2025-10-26T23:10:00Z"), {
    finalised: [],
    repaired: [],
  });
  // Reported after midnight, true before it.
  deepEqual(await ingest("2025-10-26T23:30:00Z", [price("2025-10-26T22:59:59Z", 1730)], "2025-10-26T23:20:00Z"), {
    finalised: [],
    repaired: ["2025-10-26"],
  });
  const means = (await readMeans(db)).filter(([area]) => area === "FR");
  deepEqual(means, [["FR", 1, "2025-10-25", 1700, 1700, 1700, 1], ["FR", 1, "2025-10-26", 1730, 1730, 1730, 1]]);
  equal((await readMeans(db)).length, 6);
});
