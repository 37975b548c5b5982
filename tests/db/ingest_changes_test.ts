import { deepEqual, equal } from "../support/assert.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import type { Db } from "../../lib/db/db.ts";
import { getAreaTally } from "../../lib/db/history/series.ts";
import { IN_FORCE_DAYS } from "../../lib/domain/price/in_force.ts";
import { areaKey } from "../../lib/snapshot/snapshot.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { ingest as ingestFeed, readRows, toIngestContext } from "../support/load.ts";
import { type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

const ingest = (db: Db, at: string, stations: readonly SmallStation[], outcome = "changed") =>
  ingestFeed(db, at, toFeed(stations), { outcome, force: false });

const STATE = "select revision, as_of, feed_at, source from data_state";
const A = "2026-06-01T10:00:00.000Z";
const B = "2026-06-01T10:10:00.000Z";
const C = "2026-06-01T10:20:00.000Z";
const EARLIER = "2026-06-01 08:00:00";
const LATER = "2026-06-01 12:05:00";
const EARLIER_AT = new Date("2026-06-01T06:00:00Z");
const LATER_AT = new Date("2026-06-01T10:05:00Z");
const GAZOLE = { fuel: "Gazole", at: EARLIER, value: "1.799" };
const E10 = { fuel: "E10", at: EARLIER, value: "1.859" };

forEachDb("a first feed fills the tables and sets the state", async (_t, db) => {
  const report = await ingest(db, A, [{
    id: 75012001,
    road: "A",
    prices: [GAZOLE, { ...E10, at: "2026-06-01 11:05:00" }],
    stockOuts: [{ fuel: "GPLc", since: "2020-01-01 00:00:00", kind: "definitive" }],
  }]);
  const counts = Object.entries(report.stored!).filter(([, count]) => count > 0);
  deepEqual(Object.fromEntries(counts), { stationsAdded: 1, pricesChanged: 2, stockOutsSet: 1 });
  const feedAt = new Date("2026-06-01T09:05:00Z");
  deepEqual(await readRows(db, STATE), [[1, new Date(A), feedAt, "file"]]);
  const prices =
    "select station_id, fuel, price_milli, updated_at, listed from current_price order by fuel";
  deepEqual(await readRows(db, prices), [[75012001, 1, 1799, EARLIER_AT, true], [
    75012001,
    4,
    1859,
    feedAt,
    true,
  ]]);
  const stockOuts = [[6, new Date("2019-12-31T23:00:00Z"), null, "permanent"]];
  deepEqual(await readRows(db, "select fuel, since, until, kind from stock_out"), stockOuts);
  const stations =
    `select id, department, city, motorway, left_at, first_seen_at = last_seen_at as same,
    round(st_y(position::geometry)::numeric, 5) as lat from station`;
  deepEqual(await readRows(db, stations), [[
    75012001,
    "75",
    "Paris",
    true,
    null,
    true,
    "48.84000",
  ]]);
  deepEqual(await readRows(db, "select day, source from coverage"), [["2026-06-01", "feed"]]);
  const runs = "select kind, source, outcome, message, counts->'prices' from ingest_run";
  deepEqual(await readRows(db, runs), [["feed", "feed.xml", "changed", null, 2]]);
});

forEachDb(
  "as_of is a whole second: a price exactly 30 days older is valid, and one a second older is not",
  async (_t, db) => {
    const prices = [{ ...GAZOLE, at: "2026-05-02 12:00:00" }, {
      ...E10,
      at: "2026-05-02 11:59:59",
    }];
    await ingest(db, "2026-06-01T10:00:00.900Z", [{ id: 75012001, prices }]);
    const snapshot = (await createSnapshotSource(db).refresh())!;
    equal(new Date(snapshot.asOfMs).toISOString(), A);
    for (const [fuel, count] of [[1, 1], [4, 0]] as const) {
      equal(snapshot.tallies.get(areaKey("FR", fuel))?.count ?? 0, count);
      const question = { area: "FR", fuel, maxAgeDays: IN_FORCE_DAYS };
      equal((await getAreaTally(db, question)).tally.count, count);
    }
  },
);

forEachDb(
  "the same feed again updates only the time, and on a new day covers that day",
  async (_t, db) => {
    const stations = toStations(3, EARLIER);
    await ingest(db, A, stations);
    const before = await readRows(db, "select * from station order by id");
    equal((await ingest(db, B, stations, "unchanged")).stored, null);
    deepEqual(await readRows(db, "select * from station order by id"), before);
    deepEqual(await readRows(db, STATE), [[2, new Date(B), EARLIER_AT, "file"]]);
    await ingest(db, "2026-06-02T10:00:00Z", stations, "unchanged");
    deepEqual(await readRows(db, "select day from coverage order by day"), [["2026-06-01"], [
      "2026-06-02",
    ]]);
  },
);

forEachDb(
  "a changed price starts a run, and a confirmed price extends it",
  async (_t, db) => {
    await ingest(db, A, [{ id: 1, prices: [GAZOLE] }, { id: 2, prices: [GAZOLE] }]);
    await ingest(db, B, [
      { id: 1, prices: [{ ...GAZOLE, at: LATER, value: "1.801" }] },
      { id: 2, prices: [{ ...GAZOLE, at: LATER }] },
    ]);
    const runs =
      "select station_id, price_milli, at, confirmed_at from price_change order by station_id, at";
    deepEqual(await readRows(db, runs), [
      [1, 1799, EARLIER_AT, null],
      [1, 1801, LATER_AT, null],
      [2, 1799, EARLIER_AT, [LATER_AT]],
    ]);
  },
);

forEachDb(
  "a station that leaves the feed keeps its data with the time it was last seen, and can return",
  async (_t, db) => {
    const all = toStations(2, EARLIER);
    await ingest(db, A, all);
    await ingest(db, B, all.slice(0, 1));
    const station = "select last_seen_at, left_at from station where id = 75012002";
    const listed = "select listed from current_price order by station_id";
    deepEqual(await readRows(db, station), [[new Date(A), new Date(B)]]);
    deepEqual(await readRows(db, listed), [[true], [false]]);
    equal((await ingest(db, C, all)).stored?.stationsReturned, 1);
    deepEqual(await readRows(db, station), [[new Date(C), null]]);
    const absences = [[75012002, 0, new Date(B), new Date(C)]];
    deepEqual(await readRows(db, "select station_id, fuel, since, until from absence"), absences);
    deepEqual(await readRows(db, listed), [[true], [true]]);
  },
);

forEachDb(
  "a withdrawn fuel is unlisted and absent until it is reported again",
  async (_t, db) => {
    const listed = "select fuel, listed from current_price order by fuel";
    await ingest(db, A, [{ id: 1, prices: [GAZOLE, E10] }]);
    await ingest(db, B, [{ id: 1, prices: [GAZOLE] }]);
    deepEqual(await readRows(db, listed), [[1, true], [4, false]]);
    await ingest(db, C, [{ id: 1, prices: [GAZOLE, E10] }]);
    deepEqual(await readRows(db, "select fuel, since, until from absence"), [[
      4,
      new Date(B),
      new Date(C),
    ]]);
    deepEqual(await readRows(db, listed), [[1, true], [4, true]]);
  },
);

forEachDb(
  "a price whose new row is rejected is no longer valid, and the row is kept with the reason",
  async (_t, db) => {
    const others = toStations(9, EARLIER);
    await ingest(db, A, [...others, { id: 1, prices: [GAZOLE, E10] }]);
    const garbage = [...others, { id: 1, prices: [GAZOLE, { ...E10, at: LATER, value: "9.999" }] }];
    await ingest(db, B, garbage);
    const price = "select price_milli, listed from current_price where station_id = 1 and fuel = 4";
    deepEqual(await readRows(db, price), [[1859, false]]);
    await ingest(db, C, [...garbage, { id: 2, prices: [GAZOLE] }]);
    deepEqual(
      await readRows(
        db,
        "select station_id, reason, raw, seen_count, last_seen_at from quarantine",
      ),
      [
        ["1", "implausible_price", "prix E10 2026-06-01 12:05:00 9.999", 2, new Date(C)],
      ],
    );
  },
);

forEachDb(
  "stock-outs start, change kind, end and reopen, and a missing row ends none",
  async (_t, db) => {
    const station = (kind: string | null): SmallStation[] => [{
      id: 1,
      prices: [GAZOLE],
      stockOuts: [
        { fuel: "E85", since: EARLIER, kind: "definitive" },
        ...(kind === null ? [] : [{ fuel: "E10", since: EARLIER, kind }]),
      ],
    }];
    const stockOut = "select until, kind from stock_out where fuel = 4";
    await ingest(db, A, station("temporaire"));
    await ingest(db, B, station("definitive"));
    deepEqual(await readRows(db, stockOut), [[null, "permanent"]]);
    await ingest(db, C, station(null));
    deepEqual(await readRows(db, stockOut), [[new Date(C), "permanent"]]);
    await ingest(db, "2026-06-01T10:30:00Z", station("temporaire"));
    await ingest(db, "2026-06-01T10:40:00Z", [{ id: 1, prices: [{ ...GAZOLE, at: LATER }] }]);
    deepEqual(await readRows(db, stockOut), [[null, "temporary"]]);
    deepEqual(await readRows(db, "select until from stock_out where fuel = 5"), [[null]]);
  },
);

forEachDb(
  "days without a feed are covered by the next one, up to seven of them",
  async (_t, db) => {
    const days = async () => (await readRows(db, "select day from coverage order by day")).flat();
    await ingest(db, "2026-06-01T10:00:00Z", toStations(1, EARLIER));
    await ingest(db, "2026-06-04T10:00:00Z", toStations(2, "2026-06-04 08:00:00"));
    deepEqual(await days(), ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04"]);
    await ingest(db, "2026-06-12T22:30:00Z", toStations(3, "2026-06-12 08:00:00"));
    deepEqual((await days()).slice(4), ["2026-06-13"]);
  },
);

forEachDb(
  "a row rejected for its future time is read again when the same feed returns",
  async (_t, db) => {
    const stations = [...toStations(9, EARLIER), {
      id: 1,
      prices: [{ ...GAZOLE, at: "2026-06-01 12:30:00" }],
    }];
    deepEqual((await ingest(db, A, stations)).feed?.refused, { future_time: 1 });
    equal((await ingest(db, "2026-06-01T10:25:00Z", stations)).stored?.pricesChanged, 1);
  },
);

forEachDb("time never runs backwards, unless a sample's clock was ahead", async (_t, db) => {
  const asOf = async () => (await readRows(db, "select as_of from data_state"))[0]![0];
  const bytes = toFeed([{ id: 900000001, prices: [GAZOLE] }]);
  await runIngest(toIngestContext(db, "2026-06-20T10:00:00Z"), {
    kind: "sample",
    name: "sample",
    bytes,
  });
  await ingest(db, C, toStations(1, EARLIER));
  deepEqual(await asOf(), new Date(C));
  await ingest(db, A, toStations(2, EARLIER));
  deepEqual(await asOf(), new Date(C));
});

forEachDb("one of two concurrent ingests reports that another is running", async (_t, db) => {
  const run = (count: number) =>
    ingestFeed(db, A, toFeed(toStations(count, EARLIER)), { outcome: null, force: false });
  const [first, second] = await Promise.all([run(3), run(4)]);
  deepEqual([first.outcome, second.outcome, second.message], [
    "changed",
    "busy",
    "Another ingest is running",
  ]);
  deepEqual(
    await readRows(db, "select count(*) from station union all select count(*) from ingest_run"),
    [[3], [1]],
  );
});

forEachDb("only differences are written", async (_t, db) => {
  const stations = toStations(50, EARLIER);
  await ingest(db, A, stations);
  const versions = `select 'station' as name, id, xmin::text as version from station
    union all select 'price', station_id, xmin::text from current_price order by 1, 2`;
  const before = await readRows(db, versions);
  await ingest(
    db,
    B,
    stations.map((station, index) => (index === 7 ? { ...station, address: "2 rue" } : station)),
  );
  const written = (await readRows(db, versions)).filter(([, , version], index) =>
    version !== before[index]![2]
  );
  deepEqual(written.map(([name, id]) => [name, id]), [["station", 75012008]]);
});
