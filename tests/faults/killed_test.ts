import { deepEqual, equal, match, notEqual, ok } from "../support/assert.ts";
import { buildSample } from "../../ingest/sample/build.ts";
import type { Queryable } from "../../lib/db/db.ts";
import { DAY_MS } from "../../lib/shared/units.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { readContent, readListed } from "../support/history_files.ts";
import { backfill, ingest, readRows } from "../support/load.ts";
import { runProgram, startProgram, until } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";

const INGEST = "ingest/commands/ingest.ts";
const HISTORY = "ingest/commands/history.ts";
const BACKFILL = "ingest/commands/backfill.ts";

/** Reads the tables that a load fills, without the times of the run itself. */
async function readTables(db: Queryable): Promise<unknown[][][]> {
  const texts = [
    "select id, left_at from station order by 1",
    "select station_id, fuel, at, price_milli, confirmed_at from price_change order by 1, 2, 3",
    "select station_id, fuel, price_milli, updated_at, listed from current_price order by 1, 2",
    "select station_id, fuel, since, until from stock_out order by 1, 2, 3",
    "select area, fuel, day, sum_milli, station_count from daily_mean order by 1, 2, 3",
    "select day, averaged from coverage order by 1",
  ];
  return await Promise.all(texts.map((text) => readRows(db, text)));
}

Deno.test("an ingest killed while it writes keeps the previous feed, and the next one stores the new feed", async () => {
  const folder = await Deno.makeTempDir();
  const feeds = await Promise.all(["08:00", "12:00"].map(async (time) => {
    const { feedXml } = await buildSample({
      at: new Date(`2026-06-01T${time}:00Z`),
      stations: 1_500,
      days: 2,
      seed: 11,
    });
    const file = `${folder}/${time.slice(0, 2)}.xml`;
    await Deno.writeTextFile(file, await feedXml.text());
    return [INGEST, "--file", file];
  })) as [string[], string[]];
  await withServerDb(async (db, url) => {
    const env = { DATABASE_URL: url, CLOCK: "2026-06-01T12:00:00Z" };
    equal((await runProgram(feeds[0], env)).code, 0);
    const before = await readTables(db);
    const killed = startProgram(feeds[1], env);
    const writing =
      "select from pg_stat_activity where datname = current_database() and backend_xid is not null";
    await until(() => db.query({ text: writing }), (rows) => rows.length > 0);
    killed.kill("SIGKILL");
    await killed.end();
    deepEqual(await readTables(db), before);
    equal((await runProgram(feeds[1], env)).code, 0);
    const after = await readTables(db);
    equal(after[0]!.length, 1_500);
    notEqual(String(after), String(before), "the later feed must differ");
  }).finally(() => Deno.remove(folder, { recursive: true }));
});

/** Enough stations that the second transaction is far from the last. */
const STATIONS = Array.from({ length: 700 }, (_, index): XmlStation => ({
  id: 1000001 + index,
  prices: Array.from({ length: 40 }, (_, step) => {
    const at = new Date(Date.UTC(2025, 0, 2, 8) + (step + index % 3) * 3 * DAY_MS);
    const milli = 1700 + ((step >> 1) * 7 + index) % 90;
    return ["Gazole", at.toISOString().slice(0, 19), (milli / 1000).toFixed(3)];
  }),
}));

Deno.test("deno task backfill completes after kill -9, and stores the same as one uninterrupted run", async () => {
  const file = await Deno.makeTempFile({ suffix: ".xml" });
  await Deno.writeTextFile(file, toArchiveXml(STATIONS));
  const toEnv = (url: string) => ({ DATABASE_URL: url, CLOCK: "2026-01-10T10:00:00Z" });
  await withServerDb((whole, wholeUrl) =>
    withServerDb(async (db, url) => {
      equal((await runProgram([BACKFILL, file], toEnv(wholeUrl))).code, 0);
      const killed = startProgram([BACKFILL, file], toEnv(url));
      const readDone = async () =>
        (await readRows(db, "select stations_done from backfill_progress"))[0]?.[0] as number;
      await until(readDone, (done) => done > 0);
      killed.kill("SIGKILL");
      await killed.end();
      const done = await readDone();
      ok(done < 700, `killed after ${done} of 700 stations`);
      const { code, stdout } = await runProgram([BACKFILL, file], toEnv(url));
      equal(code, 0, stdout);
      match(stdout, new RegExp(`an earlier run had stored the first ${done} stations`));
      equal(await readDone(), undefined);
      deepEqual(await readTables(db), await readTables(whole));
    })
  ).finally(() => Deno.remove(file));
});

Deno.test("deno task history killed while it builds files leaves complete ones, and the next run builds the rest", async () => {
  await withServerDb(async (db, url) => {
    const env = { DATABASE_URL: url, CLOCK: "2026-01-20T10:00:00Z" };
    await backfill(db, "2026-01-20T09:00:00Z", STATIONS);
    await ingest(
      db,
      "2026-01-20T09:00:00Z",
      STATIONS.map((station) => ({ ...station, prices: station.prices!.slice(-1) })),
    );
    equal((await runProgram([HISTORY], env)).code, 0);
    const before = await readListed(db);
    const months = [...before.keys()].flatMap((name) =>
      /^\d/.test(name) ? ["--month", name.split(".")[0]!] : []
    );
    const killed = startProgram([HISTORY, ...months], env);
    await until(
      () => db.query({ text: "select from history_lease" }),
      (leases) => leases.length > 0,
    );
    killed.kill("SIGKILL");
    ok((await killed.end()).code !== 0);
    const left = await readListed(db);
    deepEqual([...left.keys()].toSorted(), [...before.keys()].toSorted());
    for (const file of left.values()) await readContent(db, file);
    const refused = await runProgram([HISTORY], env);
    deepEqual([refused.code, /while another process makes the files/.test(refused.stdout)], [
      1,
      true,
    ]);
    await db.query({ text: "update history_lease set expires_at = now() - interval '1 second'" });
    const { code, stdout } = await runProgram([HISTORY, ...months], env);
    equal(code, 0, stdout);
    deepEqual([...(await readListed(db)).keys()].toSorted(), [...before.keys()].toSorted());
  });
});
