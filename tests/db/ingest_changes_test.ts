/** What successive feeds leave in the tables: stations, prices, stock-outs and absences through time, on both databases. @module */

import { deepEqual, equal } from "node:assert/strict";
import { type IngestReport, runIngest } from "../../ingest/run.ts";
import { getAreaTally } from "../../lib/db/history/series.ts";
import type { Db, Row } from "../../lib/db/db.ts";
import { IN_FORCE_DAYS } from "../../lib/domain/in_force.ts";
import { areaKey } from "../../lib/snapshot/snapshot.ts";
import { createSnapshotSource } from "../../lib/snapshot/source.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

/** Ingests feeds one after the other; the clock stands at the given instants. */
async function ingest(
  db: Db,
  at: string,
  stations: readonly SmallStation[],
  expected = "changed",
): Promise<IngestReport> {
  const { log } = createTestLog();
  const source = { kind: "file" as const, name: "small.xml", bytes: toFeed(stations) };
  const report = await runIngest({ db, log, clock: () => new Date(at) }, source);
  equal(report.outcome, expected, report.message ?? "");
  return report;
}

async function read(db: Db, text: string): Promise<Row[]> {
  return await db.query({ text });
}

const STATE = "select revision, as_of, feed_at, source from data_state";
const OPEN = { A: "2026-06-01T10:00:00.000Z", B: "2026-06-01T10:10:00.000Z", C: "2026-06-01T10:20:00.000Z" };
const EARLIER = "2026-06-01 08:00:00";
const LATER = "2026-06-01 12:05:00";
const GAZOLE = { fuel: "Gazole", at: EARLIER, value: "1.799" };

forEachDb("a first feed fills the tables and moves the state", async (_t, db) => {
  const report = await ingest(db, OPEN.A, [{
    id: 75012001,
    road: "A",
    prices: [GAZOLE, { fuel: "E10", at: LATER.replace("12:05", "11:05"), value: "1.859" }],
    stockOuts: [{ fuel: "GPLc", since: "2020-01-01 00:00:00", kind: "definitive" }],
  }]);
  deepEqual(report.stored, {
    stationsAdded: 1,
    stationsUpdated: 0,
    stationsLeft: 0,
    stationsReturned: 0,
    pricesChanged: 2,
    pricesConfirmed: 0,
    pricesWithdrawn: 0,
    stockOutsSet: 1,
    stockOutsEnded: 0,
  });
  deepEqual(await read(db, STATE), [
    { revision: 1, as_of: new Date(OPEN.A), feed_at: new Date("2026-06-01T09:05:00Z"), source: "file" },
  ]);
  deepEqual(
    await read(db, "select station_id, fuel, price_milli, updated_at, listed from current_price order by fuel"),
    [
      { station_id: 75012001, fuel: 1, price_milli: 1799, updated_at: new Date("2026-06-01T06:00:00Z"), listed: true },
      { station_id: 75012001, fuel: 4, price_milli: 1859, updated_at: new Date("2026-06-01T09:05:00Z"), listed: true },
    ],
  );
  deepEqual(await read(db, "select fuel, since, until, kind from stock_out"), [
    { fuel: 6, since: new Date("2019-12-31T23:00:00Z"), until: null, kind: "permanent" },
  ]);
  deepEqual(
    await read(
      db,
      `select id, department, city, motorway, left_at, first_seen_at = last_seen_at as same,
      round(st_y(position::geometry)::numeric, 5) as lat from station`,
    ),
    [{ id: 75012001, department: "75", city: "Paris", motorway: true, left_at: null, same: true, lat: "48.84000" }],
  );
  deepEqual(await read(db, "select day, source from coverage"), [{ day: "2026-06-01", source: "feed" }]);
  deepEqual(await read(db, "select kind, source, outcome, message, counts->'prices' as prices from ingest_run"), [
    { kind: "feed", source: "small.xml", outcome: "changed", message: null, prices: 2 },
  ]);
});

forEachDb(
  "as of is a whole second: a price of exactly 30 days before counts, one of a second more does not",
  async (_t, db) => {
    await ingest(db, "2026-06-01T10:00:00.900Z", [{
      id: 75012001,
      road: "A",
      prices: [
        { fuel: "Gazole", at: "2026-05-02 12:00:00", value: "1.799" },
        { fuel: "E10", at: "2026-05-02 11:59:59", value: "1.859" },
      ],
    }]);
    const snapshot = (await createSnapshotSource(db).refresh())!;
    equal(new Date(snapshot.asOfMs).toISOString(), "2026-06-01T10:00:00.000Z");
    for (const [fuel, count] of [[1, 1], [4, 0]] as const) {
      equal(snapshot.tallies.get(areaKey("FR", fuel))?.count ?? 0, count);
      const asked = { area: "FR", fuel, today: "2026-06-01", maxAgeDays: IN_FORCE_DAYS };
      equal((await getAreaTally(db, asked)).tally.count, count);
    }
  },
);

forEachDb("the same feed again moves only time", async (_t, db) => {
  const stations = toStations(3, EARLIER);
  await ingest(db, OPEN.A, stations);
  const before = await read(db, "select * from station order by id");
  const report = await ingest(db, OPEN.B, stations, "unchanged");
  equal(report.stored, null);
  deepEqual(await read(db, "select * from station order by id"), before);
  deepEqual(await read(db, STATE), [
    { revision: 2, as_of: new Date(OPEN.B), feed_at: new Date("2026-06-01T06:00:00Z"), source: "file" },
  ]);
  deepEqual(await read(db, "select outcome from ingest_run order by id"), [{ outcome: "changed" }, {
    outcome: "unchanged",
  }]);
});

forEachDb("a price that changes begins a run, one that is confirmed prolongs it", async (_t, db) => {
  await ingest(db, OPEN.A, [{ id: 1, prices: [GAZOLE] }, { id: 2, prices: [GAZOLE] }]);
  const report = await ingest(db, OPEN.B, [
    { id: 1, prices: [{ ...GAZOLE, at: LATER, value: "1.801" }] },
    { id: 2, prices: [{ ...GAZOLE, at: LATER }] },
  ]);
  deepEqual([report.stored?.pricesChanged, report.stored?.pricesConfirmed], [1, 1]);
  const rows = await read(
    db,
    "select station_id, price_milli, at, confirmed_at from price_change order by station_id, at",
  );
  const [first, second] = [new Date("2026-06-01T06:00:00Z"), new Date("2026-06-01T10:05:00Z")];
  deepEqual(rows, [
    { station_id: 1, price_milli: 1799, at: first, confirmed_at: null },
    { station_id: 1, price_milli: 1801, at: second, confirmed_at: null },
    { station_id: 2, price_milli: 1799, at: first, confirmed_at: [second] },
  ]);
});

forEachDb("a station that leaves keeps its data with the time it was last seen, and comes back", async (_t, db) => {
  const all = toStations(2, EARLIER);
  await ingest(db, OPEN.A, all);
  await ingest(db, OPEN.B, all.slice(0, 1));
  const sql = "select id, last_seen_at, left_at from station order by id";
  deepEqual((await read(db, sql))[1], { id: 75012002, last_seen_at: new Date(OPEN.A), left_at: new Date(OPEN.B) });
  deepEqual(await read(db, "select station_id, listed from current_price order by station_id"), [
    { station_id: 75012001, listed: true },
    { station_id: 75012002, listed: false },
  ]);
  const report = await ingest(db, OPEN.C, all);
  deepEqual([report.stored?.stationsReturned, report.stored?.stationsAdded], [1, 0]);
  deepEqual((await read(db, sql))[1], { id: 75012002, last_seen_at: new Date(OPEN.C), left_at: null });
  deepEqual(await read(db, "select station_id, fuel, since, until from absence"), [
    { station_id: 75012002, fuel: 0, since: new Date(OPEN.B), until: new Date(OPEN.C) },
  ]);
  deepEqual(await read(db, "select listed from current_price where station_id = 75012002"), [{ listed: true }]);
});

forEachDb("a fuel that is withdrawn is unlisted and absent until it is reported again", async (_t, db) => {
  const e10 = { fuel: "E10", at: EARLIER, value: "1.859" };
  await ingest(db, OPEN.A, [{ id: 1, prices: [GAZOLE, e10] }]);
  const report = await ingest(db, OPEN.B, [{ id: 1, prices: [GAZOLE] }]);
  equal(report.stored?.pricesWithdrawn, 1);
  deepEqual(await read(db, "select fuel, listed from current_price order by fuel"), [
    { fuel: 1, listed: true },
    { fuel: 4, listed: false },
  ]);
  await ingest(db, OPEN.C, [{ id: 1, prices: [GAZOLE, e10] }]);
  deepEqual(await read(db, "select fuel, since, until from absence"), [
    { fuel: 4, since: new Date(OPEN.B), until: new Date(OPEN.C) },
  ]);
  deepEqual(await read(db, "select fuel, listed from current_price where fuel = 4"), [{ fuel: 4, listed: true }]);
});

forEachDb("a price whose new row is refused no longer counts, and its row is kept with the reason", async (_t, db) => {
  const e10 = { fuel: "E10", at: EARLIER, value: "1.859" };
  const others = toStations(9, EARLIER);
  await ingest(db, OPEN.A, [...others, { id: 1, prices: [GAZOLE, e10] }]);
  const garbage = [...others, { id: 1, prices: [GAZOLE, { ...e10, at: LATER, value: "9.999" }] }];
  await ingest(db, OPEN.B, garbage);
  deepEqual(await read(db, "select price_milli, listed from current_price where station_id = 1 and fuel = 4"), [
    { price_milli: 1859, listed: false },
  ]);
  await ingest(db, OPEN.C, [...garbage, { id: 2, prices: [GAZOLE] }]);
  deepEqual(await read(db, "select station_id, reason, raw, seen_count, last_seen_at from quarantine"), [{
    station_id: "1",
    reason: "implausible_price",
    raw: "prix E10 2026-06-01 12:05:00 9.999",
    seen_count: 2,
    last_seen_at: new Date(OPEN.C),
  }]);
});

forEachDb("stock-outs begin, change their kind, end and are opened again", async (_t, db) => {
  const station = (kind: string | null): SmallStation[] => [{
    id: 1,
    prices: [GAZOLE],
    stockOuts: [
      { fuel: "E85", since: EARLIER, kind: "definitive" },
      ...(kind === null ? [] : [{ fuel: "E10", since: EARLIER, kind }]),
    ],
  }];
  const sql = "select until, kind from stock_out where fuel = 4";
  await ingest(db, OPEN.A, station("temporaire"));
  await ingest(db, OPEN.B, station("definitive"));
  deepEqual(await read(db, sql), [{ until: null, kind: "permanent" }]);
  const report = await ingest(db, OPEN.C, station(null));
  equal(report.stored?.stockOutsEnded, 1);
  deepEqual(await read(db, sql), [{ until: new Date(OPEN.C), kind: "permanent" }]);
  await ingest(db, "2026-06-01T10:30:00Z", station("temporaire"));
  deepEqual(await read(db, sql), [{ until: null, kind: "temporary" }]);
  deepEqual(await read(db, "select until from stock_out where fuel = 5"), [{ until: null }]);
});

forEachDb("a feed without any stock-out says nothing about them", async (_t, db) => {
  await ingest(db, OPEN.A, [{ id: 1, prices: [GAZOLE], stockOuts: [{ fuel: "E10", since: EARLIER }] }]);
  await ingest(db, OPEN.B, [{ id: 1, prices: [{ ...GAZOLE, at: LATER }] }]);
  deepEqual(await read(db, "select until from stock_out"), [{ until: null }]);
});

forEachDb("days without a feed are covered by the next one, up to seven of them", async (_t, db) => {
  const days = async () => (await read(db, "select day from coverage order by day")).map(({ day }) => day);
  await ingest(db, "2026-06-01T10:00:00Z", toStations(1, EARLIER));
  await ingest(db, "2026-06-04T10:00:00Z", toStations(2, "2026-06-04 08:00:00"));
  deepEqual(await days(), ["2026-06-01", "2026-06-02", "2026-06-03", "2026-06-04"]);
  await ingest(db, "2026-06-12T22:30:00Z", toStations(3, "2026-06-12 08:00:00"));
  deepEqual((await days()).slice(4), ["2026-06-13"]);
});

forEachDb("an unchanged feed on a new day covers that day", async (_t, db) => {
  const stations = toStations(1, EARLIER);
  await ingest(db, "2026-06-01T10:00:00Z", stations);
  await ingest(db, "2026-06-02T10:00:00Z", stations, "unchanged");
  deepEqual((await read(db, "select day from coverage order by day")).map(({ day }) => day), [
    "2026-06-01",
    "2026-06-02",
  ]);
});

forEachDb("a later price that an archive knows is kept, one after now gives way", async (_t, db) => {
  await ingest(db, OPEN.A, [{ id: 1, prices: [GAZOLE] }, { id: 2, prices: [GAZOLE] }]);
  const later = "update current_price set price_milli = 1700, updated_at = $2 where station_id = $1";
  await db.query({ text: later, values: [1, "2026-06-01T09:00:00Z"] });
  await db.query({ text: later, values: [2, "2026-07-01T00:00:00Z"] });
  await ingest(
    db,
    OPEN.B,
    [1, 2].map((id) => ({ id, prices: [{ ...GAZOLE, at: "2026-06-01 09:00:00", value: "1.750" }] })),
  );
  deepEqual(await read(db, "select station_id, price_milli from current_price order by station_id"), [
    { station_id: 1, price_milli: 1700 },
    { station_id: 2, price_milli: 1750 },
  ]);
});

forEachDb("a row refused for its future time is read again when the same feed comes again", async (_t, db) => {
  const stations = [...toStations(9, EARLIER), { id: 1, prices: [{ ...GAZOLE, at: "2026-06-01 12:30:00" }] }];
  const first = await ingest(db, OPEN.A, stations);
  deepEqual(first.feed?.refused, { future_time: 1 });
  const second = await ingest(db, "2026-06-01T10:25:00Z", stations);
  equal(second.stored?.pricesChanged, 1);
});

forEachDb("time never runs back, whatever the clock says", async (_t, db) => {
  await ingest(db, OPEN.C, toStations(1, EARLIER));
  await ingest(db, OPEN.A, toStations(2, EARLIER));
  deepEqual((await read(db, STATE))[0]!.as_of, new Date(OPEN.C));
});

forEachDb("the first real feed sweeps a sample out, and a sample never replaces real data", async (_t, db) => {
  const { log } = createTestLog();
  const sample = { kind: "sample" as const, name: "sample", bytes: toFeed([{ id: 900000001, prices: [GAZOLE] }]) };
  const deps = { db, log, clock: () => new Date(OPEN.A) };
  equal((await runIngest(deps, sample)).outcome, "changed");
  deepEqual((await read(db, STATE))[0]!.source, "sample");
  await db.query({
    text: "insert into station_brand (station_id, brand, updated_at) values (900000001, 'Avia', now())",
  });
  await ingest(db, OPEN.B, toStations(2, EARLIER));
  for (const table of ["station", "current_price", "price_change", "coverage"]) {
    const rows = await read(db, `select * from ${table}`);
    equal(rows.filter((row) => String(row.station_id ?? row.id ?? "").startsWith("9")).length, 0, table);
  }
  deepEqual(await read(db, "select * from station_brand"), []);
  deepEqual((await read(db, STATE))[0], {
    revision: 2,
    as_of: new Date(OPEN.B),
    feed_at: new Date("2026-06-01T06:00:00Z"),
    source: "file",
  });
  const refused = await runIngest({ ...deps, clock: () => new Date(OPEN.C) }, sample);
  deepEqual([refused.outcome, refused.refusal], ["refused", "sample_over_real"]);
  equal((await read(db, "select * from station")).length, 2);
});

forEachDb("a sample of a clock that was ahead does not bind the real feed that replaces it", async (_t, db) => {
  const sample = { kind: "sample" as const, name: "sample", bytes: toFeed([{ id: 900000001, prices: [GAZOLE] }]) };
  await runIngest({ db, log: createTestLog().log, clock: () => new Date("2026-06-20T10:00:00Z") }, sample);
  await ingest(db, OPEN.B, toStations(2, EARLIER));
  deepEqual((await read(db, STATE))[0]!.as_of, new Date(OPEN.B));
});

forEachDb("of two ingests at once one answers that another is running", async (_t, db) => {
  const { log } = createTestLog();
  const run = (count: number) =>
    runIngest({ db, log, clock: () => new Date(OPEN.A) }, {
      kind: "file",
      name: `${count}.xml`,
      bytes: toFeed(toStations(count, EARLIER)),
    });
  const [first, second] = await Promise.all([run(3), run(4)]);
  deepEqual([first.outcome, second.outcome, second.message], ["changed", "busy", "Another ingest is running"]);
  equal((await read(db, "select * from station")).length, 3);
  equal((await read(db, "select * from ingest_run")).length, 1);
});

forEachDb("only differences are written", async (_t, db) => {
  const stations = toStations(50, EARLIER);
  await ingest(db, OPEN.A, stations);
  const versions = "select id, xmin::text as version from station order by id";
  const prices = "select station_id, xmin::text as version from current_price order by station_id";
  const before = [await read(db, versions), await read(db, prices)];
  await ingest(
    db,
    OPEN.B,
    stations.map((station, index) => (index === 7 ? { ...station, address: "2 rue" } : station)),
  );
  const after = [await read(db, versions), await read(db, prices)];
  deepEqual(after[0]!.filter(({ version }, index) => version !== before[0]![index]!.version).map(({ id }) => id), [
    75012008,
  ]);
  deepEqual(after[1], before[1]);
});

forEachDb("the statistics of a first feed are committed with it", async (_t, db) => {
  const fuels = ["Gazole", "E10", "SP98"];
  const stations = toStations(1_700, EARLIER, (station) => ({
    ...station,
    prices: fuels.map((fuel) => ({ fuel, at: EARLIER, value: "1.799" })),
  }));
  const known: Row[] = [];
  const text = "select distinct tablename from pg_stats where tablename in ('station', 'current_price') order by 1";
  const watched: Db = {
    kind: db.kind,
    query: (statement) => db.query(statement),
    stream: (statement, options) => db.stream(statement, options),
    connections: () => db.connections(),
    maintain: () => db.maintain(),
    close: () => db.close(),
    transaction: (work, options) =>
      db.transaction(async (tx) => {
        const result = await work(tx);
        known.push(...await tx.query({ text }));
        return result;
      }, options),
  };
  await ingest(watched, OPEN.A, stations);
  deepEqual(known.map(({ tablename }) => tablename), ["current_price", "station"]);
});
