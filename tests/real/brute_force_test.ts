/**
 * Tests that responses over the sample, and over real feeds if available, equal a second reading.
 *
 * @module
 */

import { deepEqual, equal } from "../support/assert.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import type { Db } from "../../lib/db/db.ts";
import type { Aggregate, Station } from "../../lib/domain/wire.ts";
import { runSelfCheck } from "../../lib/selfcheck/self_check.ts";
import { fuelNumber, FUELS } from "../../lib/shared/fuels.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { ingest, readRows, toIngestContext } from "../support/load.ts";
import { createRandom } from "../support/random_state.ts";
import {
  type Ask,
  asker,
  brandStations,
  findFeeds,
  ingestFeed,
  type ReferenceStation,
} from "../support/reference_feed.ts";
import { withServerDb } from "../support/server_db.ts";

const QUESTIONS = 800;
const SEED = 20_260_605;

/**
 * Checks results found by hand, in case both readings are wrong in the same way: one SP95 far below
 * the next cheapest.
 */
async function checkKnown(ask: Ask): Promise<void> {
  const { data: station } = await ask("lookupStation", { id: "57000001" }) as { data: Station };
  const odd = station.prices.filter(({ suspect }) => suspect);
  deepEqual(odd.map(({ fuel, price, in_force }) => [fuel, price, in_force]), [[
    "sp95",
    "1.711",
    false,
  ]]);
  const { data: nation } = await ask("nationalPrices", { fuel: "sp95" }) as { data: Aggregate };
  equal(nation.minPrice1d, "1.874");
  deepEqual([nation.min?.id, nation.min?.city, nation.min?.updated_at], [
    "59264001",
    "Onnaing",
    "2026-06-05T08:02:29.000Z",
  ]);
}

/** Returns station and fuel of the prices that the second reading finds suspect. */
function listSuspects(stations: readonly ReferenceStation[]): number[][] {
  return stations.flatMap(({ id, prices }) =>
    FUELS.filter((fuel) => prices[fuel]?.suspect).map((fuel) => [Number(id), fuelNumber(fuel)])
  ).sort(([a = 0, x = 0], [b = 0, y = 0]) => a - b || x - y);
}

async function checkAnswers(db: Db, asOf: number, isKnown = false): Promise<void> {
  for (const snapshots of [createSnapshotSource(db), noSnapshots]) {
    const backend = { ...toIngestContext(db, asOf), snapshots };
    const { questions, examples } =
      (await runSelfCheck(backend, { questions: QUESTIONS, seed: SEED }))!;
    deepEqual([questions, examples], [QUESTIONS, []]);
    if (isKnown) await checkKnown(asker(backend));
  }
}

for (const name of await findFeeds()) {
  Deno.test(`responses over ${name} equal a second reading of the file`, () =>
    withServerDb(async (db) => {
      const world = await ingestFeed(db, name);
      const marks = await readRows(
        db,
        "select station_id, fuel from current_price where suspect order by 1, 2",
      );
      deepEqual(marks, listSuspects(world.stations));
      await brandStations(db, world, createRandom(SEED));
      await checkAnswers(db, world.asOfMs, name.includes("2026-06-05"));
    }));
}

Deno.test("responses over the sample equal a second reading of the file", () =>
  withServerDb(async (db) => {
    const at = new Date("2026-06-05T10:10:00Z");
    const { feedXml } = await buildSample({ at, stations: 2_000, days: 2, seed: 5 });
    await ingest(db, at, await feedXml.bytes());
    await checkAnswers(db, at.getTime());
  }));
