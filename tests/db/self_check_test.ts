import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { getLastSelfCheck, KEPT_CHECKS, type SelfCheckResult } from "../../lib/db/self_check.ts";
import { runSelfCheck, type SelfCheckOptions } from "../../lib/selfcheck/self_check.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { ingest as ingestFeed, readRows, toIngestContext } from "../support/load.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

const AT = "2026-06-05 12:00:00";
const NOW = "2026-06-05T10:10:00Z";

/**
 * Builds sixty stations with gazole. Some have a stock-out, E85 at petrol's price, or a price far
 * below all others.
 */
function toFeedStations(at = AT): SmallStation[] {
  return toStations(60, at, (station, index) => ({
    ...station,
    road: index % 10 === 0 ? "A" : "R",
    prices: [
      ...(index === 59 ? [{ fuel: "Gazole", at, value: "0.990" }] : station.prices!),
      ...(index % 3 === 0 ? [{ fuel: "E10", at: "2026-04-01 08:00:00", value: "1.650" }] : []),
      ...(index % 4 === 0
        ? [{ fuel: "E85", at, value: index === 4 ? "1.640" : `0.${810 + index}` }]
        : []),
    ],
    stockOuts: index % 7 === 0 ? [{ fuel: "Gazole", since: at }] : [],
  }));
}

const ingest = (db: Db, stations: SmallStation[]) =>
  ingestFeed(db, NOW, toFeed(stations), { force: false });

async function check(
  db: Db,
  options: SelfCheckOptions & { reader?: "PostGIS" } = {},
): Promise<SelfCheckResult> {
  const snapshots = options.reader === "PostGIS" ? noSnapshots : createSnapshotSource(db);
  const result = await runSelfCheck({ ...toIngestContext(db, NOW), snapshots }, {
    questions: 100,
    ...options,
  });
  ok(result, "the feed must be available for comparison");
  return result;
}

/** Changes of the tables that no ingest makes. */
const DAMAGES = {
  "a price": `update current_price
      set price_milli = price_milli + 1
      where station_id = 75012009
        and fuel = 1`,
  "the time of a price": `update current_price
      set updated_at = updated_at - interval '40 days'
      where station_id = 75012009`,
  "a price that is listed no more":
    "update current_price set listed = false where station_id = 75012012",
  "a stock-out": "update stock_out set until = since where station_id = 75012008",
  "a position": `update station
      set position = 'SRID=4326;POINT(5 45)'
      where id in (75012002, 75012003, 75012004)`,
};

forEachDb(
  "a self-check after an ingest finds no difference, with either reader, and is recorded",
  async (_t, db) => {
    await ingest(db, toFeedStations("2026-06-05 11:00:00"));
    await ingest(db, toFeedStations());
    const readers = db.kind === "server" ? [undefined, "PostGIS" as const] : [undefined];
    for (const reader of readers) deepEqual((await check(db, { reader })).examples, []);
    const { seed, questions, differences, revision } = (await getLastSelfCheck(db))!;
    deepEqual([seed, questions, differences, revision], [20260605, 100, 0, 2]);
  },
);

const toMoved = (at: string, count: number) =>
  toFeedStations(at).map((station, index) => ({
    ...station,
    latitude: index < count ? 0 : 4_884_000,
  }));

forEachDb(
  "a self-check reads stored positions, and works without any",
  async (_t, db) => {
    await ingest(db, toFeedStations("2026-06-05 11:00:00"));
    await ingest(db, toMoved(AT, 10));
    deepEqual((await check(db)).examples, []);
    await db.query({ text: "truncate station, accepted_feed, ingest_run cascade" });
    await ingest(db, toMoved(AT, 60).slice(0, 40));
    deepEqual((await check(db)).examples, []);
  },
);

for (const [what, text] of Object.entries(DAMAGES)) {
  Deno.test(`a self-check detects ${what} that was changed behind the service's back`, () =>
    withServerDb(async (db) => {
      await ingest(db, toFeedStations());
      await db.query({ text });
      const { differences, examples } = await check(db);
      ok(differences > 0, `${what} was not detected`);
      match(examples[0]!.detail, / is .*, by the feed |^refused: /);
    }));
}

Deno.test("a self-check logs differences as an error", () =>
  withServerDb(async (db) => {
    await ingest(db, toFeedStations());
    await db.query({ text: DAMAGES["a price"] });
    const { log, at } = createTestLog();
    await runSelfCheck({ ...toIngestContext(db, NOW), log, snapshots: createSnapshotSource(db) }, {
      questions: 100,
    });
    const { questions, differences } = (await getLastSelfCheck(db))!;
    ok(questions === 100 && differences > 0);
    deepEqual([at("error").length, at("warn").length], [1, 0]);
  }));

Deno.test("a self-check waits for a feed that matches the data", () =>
  withServerDb(async (db) => {
    const run = () =>
      runSelfCheck({ ...toIngestContext(db, NOW), snapshots: noSnapshots }, { questions: 5 });
    equal(await run(), null, "an empty database");
    await ingest(db, toFeedStations("2026-06-05 11:00:00"));
    ok(await run());
    const archive = `insert into ingest_run (kind, source, started_at, finished_at, outcome)
      values ('archive', 'a', '2026-06-05T10:00:00Z', '2026-06-05T10:20:00Z', 'changed')`;
    await db.query({ text: archive });
    equal(await run(), null, "an archive is newer than the feed");
    await db.query({ text: "delete from ingest_run where kind = 'archive'" });
    await db.query({
      text: "update ingest_run set content_hash = 'of a program that keeps no feed'",
    });
    equal(await run(), null, "the feed is older");
  }));

Deno.test("a year of nightly results is kept, and one feed", () =>
  withServerDb(async (db) => {
    await ingest(db, toFeedStations("2026-06-05 11:00:00"));
    await ingest(db, toFeedStations());
    await db.query({
      text:
        `insert into self_check (checked_at, revision, seed, questions, differences, duration_ms)
        select now(), 1, 1, 1, 0, 1 from generate_series(1, 1000)`,
    });
    await check(db, { questions: 1 });
    const counts = `select (select count(*) from self_check) as checks,
        (select count(*) from accepted_feed) as feeds`;
    deepEqual(await readRows(db, counts), [[KEPT_CHECKS, 1]]);
  }));
