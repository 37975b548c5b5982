import { deepEqual } from "../support/assert.ts";
import fc from "../packages/fast_check.ts";
import { refreshDailyMeans } from "../../lib/db/history/daily_means.ts";
import type { Queryable } from "../../lib/db/db.ts";
import { recordPriceFacts } from "../../lib/db/history/price_changes.ts";
import type { PriceFact } from "../../lib/domain/station/fact.ts";
import { toParisDay } from "../../lib/shared/time/paris_time.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { readRows } from "../support/load.ts";
import { computeNaiveMeans, type NaiveInterruption, sortRows } from "../support/naive_means.ts";
import { insertJson } from "../support/random_state.ts";
import { toRounds } from "../support/tier.ts";

/** Stations of two departments, one without a department, two brands, and one without a brand. */
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
  const seen = { first_seen_at: new Date(0), last_seen_at: new Date(0) };
  await insertJson(
    db,
    "station",
    STATIONS.map(({ id, department }) => ({ id, department, ...seen })),
  );
  const brands = STATIONS.map(({ id, brand }) => ({
    station_id: id,
    brand,
    updated_at: new Date(0),
  }));
  await insertJson(db, "station_brand", brands);
}

async function addInterruption(tx: Queryable, interruption: NaiveInterruption): Promise<void> {
  const { stationId: station_id, fuel, sinceMs, untilMs } = interruption;
  const row = { station_id, fuel, since: new Date(sinceMs), until: untilMs && new Date(untilMs) };
  if (fuel === 0) await insertJson(tx, "absence", [row]);
  else await insertJson(tx, "stock_out", [{ ...row, kind: "temporary" }]);
}

const HOUR_MS = 3_600_000;
// Two days before summer time begins, so that every world contains a day of 23 hours.
const START_MS = Date.parse("2025-03-28T09:00:00Z");

const station = fc.integer({ min: 1, max: 4 });
const fuel = fc.integer({ min: 1, max: 2 });
/** Hours before the run at which something happened: mostly recent, sometimes weeks late. */
const ageHours = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 24 * 40 }));
const run = fc.record({
  afterHours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 24, max: 24 * 20 })),
  facts: fc.array(
    fc.record({ station, fuel, ageHours, priceMilli: fc.integer({ min: 1000, max: 1009 }) }),
    {
      maxLength: 8,
    },
  ),
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

// Proves docs/data.md#what-a-mean-is
forEachDb(
  "refreshDailyMeans() equals a recomputation from raw facts after every run",
  async (_t, db) => {
    await addStations(db);
    await fc.assert(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 8 }), async (runs) => {
        await db.query({
          text: "truncate price_change, stock_out, absence, coverage, daily_mean, suspect_price",
        });
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
          const newInterruptions = reportedInterruptions.map(
            ({ station, fuel, ageHours, lastsHours }) => {
              const sinceMs = asOfMs - ageHours * HOUR_MS;
              return {
                stationId: station,
                fuel,
                sinceMs,
                untilMs: lastsHours && sinceMs + lastsHours * HOUR_MS,
              };
            },
          ).filter((interruption, index, all) =>
            // The tables hold one row per start.
            ![...interruptions, ...all.slice(0, index)].some((other) =>
              other.stationId === interruption.stationId && other.fuel === interruption.fuel &&
              other.sinceMs === interruption.sinceMs
            )
          );
          await db.transaction(async (tx) => {
            const text =
              "insert into coverage (day, source) values ($1, 'feed') on conflict do nothing";
            await tx.query({ text, values: [toParisDay(asOf)] });
            const { changedSpans } = await recordPriceFacts(tx, news);
            for (const interruption of newInterruptions) await addInterruption(tx, interruption);
            const spans = newInterruptions.map(({ stationId, fuel, sinceMs }) => ({
              stationId,
              fuel,
              fromMs: sinceMs,
            }));
            await refreshDailyMeans(tx, {
              asOf,
              previousAsOf,
              changedSpans: [...changedSpans, ...spans],
            });
          });
          previousAsOf = asOf;
          facts.push(...news);
          interruptions.push(...newInterruptions);
          covered.add(toParisDay(asOf));
          const past = [...covered].filter((day) => day < toParisDay(asOf));
          const text =
            "select area, fuel, day, sum_milli, min_milli, max_milli, station_count from daily_mean";
          deepEqual(
            sortRows(await readRows(db, text)),
            computeNaiveMeans({ facts, interruptions, areasOf }, past),
          );
        }
      }),
      { numRuns: db.kind === "server" ? toRounds(40, 1_000) : toRounds(8, 200) },
    );
  },
);
