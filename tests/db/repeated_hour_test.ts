import { deepEqual, match } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { withServerDb } from "../support/server_db.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const STATIONS = 120;

/** A run at an instant, with a feed whose prices all have one Paris wall-clock time. */
type Run = { at: string; reported: string };

async function ingest(db: Db, { at, reported }: Run): Promise<string> {
  const { outcome, message } = await ingestFeed(db, toFeed(toStations(STATIONS, reported)), { at });
  return message ?? outcome;
}

/** On 2026-10-25 clocks in Paris go from 03:00 back to 02:00 at 01:00 UTC. */
const RUNS: Record<string, Run[]> = {
  "from the first hour into the second": [
    { at: "2026-10-25T00:55:00Z", reported: "2026-10-25 02:50:00" },
    { at: "2026-10-25T01:10:00Z", reported: "2026-10-25 02:05:00" },
    { at: "2026-10-25T01:20:00Z", reported: "2026-10-25 02:15:00" },
  ],
  "from the second hour into the time after it": [
    { at: "2026-10-25T01:50:00Z", reported: "2026-10-25 02:45:00" },
    { at: "2026-10-25T02:10:00Z", reported: "2026-10-25 03:05:00" },
  ],
  "from the time before into the second hour": [
    { at: "2026-10-24T23:55:00Z", reported: "2026-10-25 01:50:00" },
    { at: "2026-10-25T01:10:00Z", reported: "2026-10-25 02:05:00" },
  ],
};

for (const [name, runs] of Object.entries(RUNS)) {
  // Proves docs/data.md#the-feeds-oddities
  Deno.test(`feeds of October's repeated hour are accepted ${name}`, () =>
    withServerDb(async (db) => {
      const outcomes: string[] = [];
      for (const run of runs) outcomes.push(await ingest(db, run));
      deepEqual(outcomes, runs.map(() => "changed"));
    }));
}

Deno.test("a feed of the repeated hour is rejected after a later one was accepted", () =>
  withServerDb(async (db) => {
    await ingest(db, { at: "2026-10-25T02:10:00Z", reported: "2026-10-25 03:05:00" });
    const older = { at: "2026-10-25T02:15:00Z", reported: "2026-10-25 02:59:00" };
    match(
      await ingest(db, older),
      /^The newest price is older than the newest of the last accepted feed/,
    );
  }));
