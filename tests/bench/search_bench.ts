/**
 * What a search costs from the snapshot and from SQL, on PostGIS and on the embedded database, over one whole feed (the
 * newest real one beside the checkout, else the sample): medians in milliseconds and ratios of one run.
 *
 * @module
 */

import { runIngest } from "../../ingest/run.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import { getAreaTally } from "../../lib/db/history/series.ts";
import type { Db } from "../../lib/db/db.ts";
import { findInBox, findNearby } from "../../lib/db/current/stations.ts";
import { findInBoxInSnapshot, findNearbyInSnapshot } from "../../lib/snapshot/search.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { createEmbeddedDb } from "../support/embedded_db.ts";
import { createTestLog } from "../support/log.ts";
import { createRandom } from "../support/random_state.ts";
import { createServerDb } from "../support/server_db.ts";

const ROUNDS = 300;
const FEED = new URL("../../../shared/data/feed/instantane_ruptures_2026-06-05T1010Z.zip", import.meta.url);
const AS_OF = new Date("2026-06-05T10:10:00Z");

async function readFeed(): Promise<Uint8Array> {
  try {
    return await Deno.readFile(FEED);
  } catch {
    return new Uint8Array(await (await buildSample({ at: AS_OF })).feedXml.arrayBuffer());
  }
}

async function median(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!;
}

const bytes = await readFeed();

async function measure(db: Db): Promise<void> {
  const clock = () => AS_OF;
  await runIngest({ db, clock, log: createTestLog(clock).log }, { kind: "file", name: "bench", bytes });
  const source = createSnapshotSource(db);
  const began = performance.now();
  const snapshot = (await source.refresh())!;
  console.log(`\n${db.kind}: snapshot read and indexed in ${Math.round(performance.now() - began)} ms`);
  const random = createRandom(7);
  const filter = { fuel: 4, maxAgeDays: 30, limit: 20 };
  const [sql, memory] = [{ ...filter, brands: null, motorway: true }, { ...filter, accepts: null }];
  const point = () => ({ lat: 43 + random() * 7, lng: -1 + random() * 7 });
  const box = () => ({ north: 49 + random(), south: 48, east: 3 + random(), west: 2, limit: 500 });
  const rows: [string, () => unknown, (() => unknown) | null][] = [
    [
      "5 km",
      () => findNearby(db, { ...sql, ...point(), radiusM: 5000 }),
      () => findNearbyInSnapshot(snapshot, { ...memory, ...point(), radiusM: 5000 }),
    ],
    [
      "50 km",
      () => findNearby(db, { ...sql, ...point(), radiusM: 50_000 }),
      () => findNearbyInSnapshot(snapshot, { ...memory, ...point(), radiusM: 50_000 }),
    ],
    [
      "box, 500 entries",
      () => findInBox(db, { ...sql, ...box() }),
      () => findInBoxInSnapshot(snapshot, { ...memory, ...box() }),
    ],
    [
      "one department's mean",
      () => getAreaTally(db, { area: "33", fuel: 4, today: "2026-06-05", maxAgeDays: 30 }),
      null,
    ],
  ];
  for (const [name, ask, look] of rows) {
    const [asked, looked] = [await median(ask), look && await median(look)];
    const beside = looked === null
      ? ""
      : `  snapshot ${looked.toFixed(4)} ms  (SQL ${Math.round(asked / looked)} times as long)`;
    console.log(`  ${name.padEnd(24)} SQL ${asked.toFixed(2)} ms${beside}`);
  }
}

for (const create of [createServerDb, createEmbeddedDb]) {
  const { db, drop } = await create();
  await measure(db).finally(drop);
}
