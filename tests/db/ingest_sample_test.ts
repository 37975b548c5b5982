import { deepEqual, equal, ok, rejects } from "../support/assert.ts";
import { backfillArchive } from "../../ingest/archive/backfill.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import { loadBrands } from "../../ingest/brands/load_brands.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import { buildSample, type Sample } from "../../ingest/sample/build.ts";
import type { Db, Queryable } from "../../lib/db/db.ts";
import { getState } from "../../lib/db/data_state.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { ingest, readRows, toBytes, toIngestContext } from "../support/load.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

/**
 * Tests the sample in the database: its history, and how real data replace it even while it is
 * loading.
 */

const AT = "2026-06-05T10:10:00Z";
const STATIONS = 300;

async function loadFeed(db: Db): Promise<Sample> {
  const sample = await buildSample({ at: new Date(AT), stations: STATIONS, days: 40, seed: 3 });
  const bytes = new Uint8Array(await sample.feedXml.arrayBuffer());
  equal(
    (await runIngest(toIngestContext(db, AT), { kind: "sample", name: "sample", bytes })).outcome,
    "changed",
  );
  return sample;
}

async function openPast(sample: Sample) {
  const bytes = new Uint8Array(await sample.archives[0]!.xml.arrayBuffer());
  return await openArchive({ kind: "bytes", name: "sample", bytes });
}

async function count(db: Db, table: string, where = "true"): Promise<number> {
  return (await readRows(db, `select count(*) from ${table} where ${where}`))[0]![0] as number;
}

async function ingestReal(db: Db): Promise<void> {
  await ingest(db, AT, toFeed(toStations(60, "2026-06-05 08:00:00")), { force: false });
}

async function requireSample(tx: Queryable): Promise<void> {
  if ((await getState(tx)).source !== "sample") throw new Error("replaced");
}

// Proves docs/data.md#the-sample
forEachDb(
  "a sample loads brands and a history, and none of it survives the first real feed, which no sample replaces",
  async (_t, db) => {
    const sample = await loadFeed(db);
    const brands = { kind: "file" as const, name: "sample", bytes: toBytes(sample.brandsCsv) };
    equal((await loadBrands(toIngestContext(db, AT), brands)).outcome, "changed");
    equal(
      (await backfillArchive(toIngestContext(db, AT), await openPast(sample))).outcome,
      "changed",
    );
    equal(await count(db, "station"), STATIONS);
    ok(await count(db, "station_brand", "brand is not null") > STATIONS / 2);
    ok(await count(db, "price_change") > 3 * STATIONS);
    ok(await count(db, "daily_mean", "area = 'FR'") > 6 * 35);
    equal((await getState(db)).source, "sample");
    await ingestReal(db);
    for (const table of ["station_brand", "daily_mean", "backfill_progress"]) {
      equal(await count(db, table), 0, table);
    }
    for (const table of ["station", "current_price", "price_change"]) {
      equal(await count(db, table), 60, table);
    }
    equal(await count(db, "coverage"), 1);
    equal((await getState(db)).source, "file");
    const again = { kind: "sample" as const, name: "sample", bytes: toFeed([{ id: 900000001 }]) };
    const refused = await runIngest(toIngestContext(db, AT), again);
    deepEqual([refused.outcome, refused.refusal], ["refused", "sample_over_real"]);
    equal(await count(db, "station"), 60);
  },
);

forEachDb(
  "real data that arrive while the sample's history is loading end the loading",
  async (_t, db) => {
    const sample = await loadFeed(db);
    let pauses = 0;
    const pause = async () => {
      if (++pauses === 2) await ingestReal(db);
    };
    const archive = await openPast(sample);
    await rejects(
      backfillArchive(toIngestContext(db, AT), archive, {
        pause,
        guard: requireSample,
        chunkStations: 50,
      }),
      /replaced/,
    );
    equal(pauses, 2);
    for (const table of ["station", "current_price", "price_change"]) {
      equal(
        await count(db, table),
        60,
        table,
      );
    }
  },
);
