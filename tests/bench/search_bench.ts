/**
 * Compares a search from the snapshot with one by SQL over a whole feed, on both databases: medians
 * and their ratios.
 *
 * @module
 */

import { getAreaTally } from "../../lib/db/history/series.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { ingest, readFullFeed } from "./support/feeds.ts";
import { onEachKind, printResult, time, timeSearches } from "./support/measure.ts";

const feed = await readFullFeed();

await onEachKind(async (db) => {
  await ingest(db, feed);
  const source = createSnapshotSource(db);
  const began = performance.now();
  const snapshot = (await source.refresh())!;
  printResult("snapshot read and indexed", `${Math.round(performance.now() - began)} ms`);
  for (const { name, memory, sql } of await timeSearches(db, snapshot)) {
    const ratio = Math.round(sql.medianMs / memory.medianMs);
    printResult(
      name,
      `SQL ${sql.medianMs.toFixed(2)} ms, memory ${memory.medianMs.toFixed(4)} ms, ${ratio} times`,
    );
  }
  const mean = await time(() => getAreaTally(db, { area: "33", fuel: 4, maxAgeDays: 30 }));
  printResult("one department's mean", `SQL ${mean.medianMs.toFixed(2)} ms`);
});
