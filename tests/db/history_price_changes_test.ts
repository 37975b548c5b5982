import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import type { Db } from "../../lib/db/db.ts";
import { recordPriceFacts } from "../../lib/db/history/price_changes.ts";
import type { PriceFact } from "../../lib/domain/fact.ts";
import { PERIOD_GAP_MS, type PricePoint, toPeriods } from "../../lib/domain/price_period.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { toRounds } from "../support/tier.ts";

type StoredRun = { station_id: number; fuel: number; price_milli: number; at: Date; confirmed_at: Date[] | null };

async function readTable(db: Db): Promise<unknown[]> {
  const rows = await db.query<StoredRun>({
    text: "select station_id, fuel, price_milli, at, confirmed_at from price_change order by station_id, fuel, at",
  });
  return rows.map((row) => [row.station_id, row.fuel, row.price_milli, +row.at, (row.confirmed_at ?? []).map(Number)]);
}

/** What the table must hold, from the facts alone: the last reported value of each instant, folded in one go. */
function foldNaively(facts: PriceFact[]): unknown[] {
  const pairs = new Map<string, Map<number, number>>();
  for (const { stationId, fuel, atMs, priceMilli } of facts) {
    const key = `${stationId}/${fuel}`;
    pairs.set(key, (pairs.get(key) ?? new Map()).set(atMs, priceMilli));
  }
  const rows = [...pairs].flatMap(([key, points]) => {
    const [stationId, fuel] = key.split("/").map(Number);
    const sorted: PricePoint[] = [...points].map(([atMs, priceMilli]) => ({ atMs, priceMilli }));
    sorted.sort((a, b) => a.atMs - b.atMs);
    return toPeriods(sorted).map((run) => [stationId, fuel, run.priceMilli, run.atMs, run.confirmedAtMs]);
  });
  return rows.sort((a, b) => (a[0] as number) - (b[0] as number) || (a[1] as number) - (b[1] as number));
}

const START_MS = Date.parse("2025-03-29T22:00:00.123Z"); // a fraction, as old archives have them

const fact = fc.record({
  stationId: fc.integer({ min: 1, max: 2 }),
  fuel: fc.integer({ min: 1, max: 2 }),
  priceMilli: fc.integer({ min: 1, max: 3 }),
  atMs: fc.integer({ min: 0, max: 60 }).map((step) => START_MS + step * (PERIOD_GAP_MS / 6)),
});

forEachDb("recordPriceFacts() stores the same runs for any batches in any order", async (_t, db) => {
  const batches = fc.array(fc.array(fact, { maxLength: 25 }), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(batches, async (reported) => {
      await db.query({ text: "truncate price_change" });
      for (const facts of reported) {
        const recorded = await db.transaction((tx) => recordPriceFacts(tx, facts));
        equal(recorded.changed + recorded.confirmed + recorded.known, facts.length);
      }
      deepEqual(await readTable(db), foldNaively(reported.flat()));
    }),
    { numRuns: db.kind === "server" ? toRounds(40, 1_000) : toRounds(10, 200) },
  );
});
