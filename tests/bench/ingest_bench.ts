/**
 * Measures an ingest from compressed bytes to committed rows, on both databases, and the snapshot
 * after it.
 *
 * @module
 */

import type { Db } from "../../lib/db/db.ts";
import { moveRevision } from "../../lib/db/data_state.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { createEmbeddedDb } from "../support/embedded_db.ts";
import { createServerDb } from "../support/server_db.ts";
import {
  type Feed,
  ingest,
  moveSomePrices,
  pack,
  readFullFeed,
  readTwoFeeds,
  unpack,
} from "./support/feeds.ts";
import { type Cost, measure, median, printResult } from "./support/measure.ts";

const RUNS = 3;

/** Returns the feed ten minutes later, with new prices at one station in sixty. */
async function toUsualNext({ bytes, at }: Feed): Promise<Feed> {
  const later = new Date(at.getTime() + 600_000);
  return {
    bytes: await pack(moveSomePrices(await unpack(bytes), { round: 1, at: later })),
    at: later,
  };
}

/** Measures a snapshot refresh after new prices at one station in sixty. */
async function renew(db: Db): Promise<Cost> {
  const source = createSnapshotSource(db);
  await source.refresh();
  await db.query({
    text: `update current_price
      set price_milli = price_milli + 1
      where station_id in (
        select id
        from station
        order by hashint4(id)
        limit (select count(*) / 60 from station)
      )`,
  });
  await moveRevision(db);
  return await measure(() => source.refresh());
}

const [first, next] = await readTwoFeeds();
const full = await readFullFeed();
const usual = await toUsualNext(full);

const SERIES: Record<string, (db: Db) => Promise<Cost>>[] = [
  {
    "first feed, with stock-outs": (db) => measure(() => ingest(db, full)),
    "usual next feed": (db) => measure(() => ingest(db, usual)),
    "snapshot of it": (db) => measure(() => createSnapshotSource(db).refresh()),
    "renewal of one station in sixty": renew,
  },
  {
    "first feed": (db) => measure(() => ingest(db, first)),
    "next feed, hours later": (db) => measure(() => ingest(db, next)),
    "the same feed again": (db) => measure(() => ingest(db, next)),
  },
];

for (const create of [createServerDb, createEmbeddedDb]) {
  const costs = new Map<string, Cost[]>();
  for (let run = 0; run < RUNS; run++) {
    for (const steps of SERIES) {
      const { db, drop } = await create();
      for (const [name, step] of Object.entries(steps)) {
        costs.set(name, [...costs.get(name) ?? [], await step(db)]);
      }
      await drop();
    }
  }
  console.log(create === createServerDb ? "\nPostGIS" : "\nembedded");
  for (const [name, all] of costs) {
    const of = (key: keyof Cost) => Math.round(median(all.map((cost) => cost[key])));
    printResult(
      name,
      `${of("ms")} ms, processor ${of("cpuMs")} ms, longest at a time ${of("longestMs")} ms`,
    );
  }
}
