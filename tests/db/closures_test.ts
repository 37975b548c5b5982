import { deepEqual, equal } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import type { XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { backfill, ingest, readRows, type TestFile } from "../support/load.ts";
import { FEED_FOLDER, listFeeds } from "../support/reference_feed.ts";
import { withServerDb } from "../support/server_db.ts";

const NOW = "2025-03-01T12:00:00Z";
const load = (db: Db, file: TestFile) => backfill(db, NOW, file);

const readClosures = (db: Db) =>
  readRows(db, "select station_id, since, until, kind from closure order by 1, 2");
const PRICE: [string, string, string] = ["Gazole", "2025-02-20T10:00:00", "1.7"];
const at = (text: string) => new Date(`2025-${text}Z`);

function toFile(...closures: [kind: string, since: string, until: string][]): XmlStation[] {
  return [{ id: 1000001, prices: [PRICE], closures }];
}

forEachDb(
  "closures are stored once, rejected with a reason, and unchanged when loaded again",
  async (_t, db) => {
    const file = toFile(
      ["T", "2025-02-21T08:00:00", "2025-02-22T08:00:00"],
      ["D", "2025-02-25T08:00:00", ""],
      ["T", "2025-02-26T08:00:00", "2025-03-09T08:00:00"], // its end has not come yet
      ["T", "0216-03-02T00:00:00", ""],
      ["T", "2025-02-26T08:00:00", "2025-02-25T08:00:00"],
      ["T", "soon", ""],
      ["T", "2025-04-01T00:00:00", ""],
    );
    const expected = [
      [1000001, at("02-21T07:00:00"), at("02-22T07:00:00"), "temporary"],
      [1000001, at("02-25T07:00:00"), null, "permanent"],
      [1000001, at("02-26T07:00:00"), null, "temporary"],
    ];
    const report = await load(db, file);
    deepEqual(report.tally.refused, { bad_time: 1, future_time: 1, impossible_closure: 2 });
    deepEqual(await readClosures(db), expected);
    deepEqual(await readRows(db, "select raw from quarantine where reason = 'bad_time'"), [[
      "fermeture soon  T",
    ]]);
    const means = "select day from daily_mean where area = '01' order by day";
    deepEqual(await readRows(db, means), [["2025-02-20"]]);
    equal((await load(db, file)).outcome, "unchanged");
    deepEqual(await readClosures(db), expected);
    // The same day file, loaded as a feed, gives the same result.
    await ingest(db, NOW, file);
    deepEqual(await readClosures(db), expected);
  },
);

forEachDb(
  "a closed station has no means until a price of any fuel, even one learned days later",
  async (_t, db) => {
    const gazole: [string, string, string] = ["Gazole", "2025-02-18T10:00:00", "1.7"];
    const e10: [string, string, string] = ["E10", "2025-02-22T10:00:00", "1.8"];
    const listDays = (fuel: number) =>
      readRows(db, `select day from daily_mean where area = '01' and fuel = ${fuel} order by 1`);
    await ingest(db, at("02-19T12:00:00"), [{ id: 1000001, prices: [gazole] }]);
    await load(db, [{
      id: 1000001,
      prices: [gazole],
      closures: [["T", "2025-02-19T18:00:00", ""]],
    }]);
    const early: XmlStation = {
      id: 1000001,
      prices: [gazole, ["E10", "2025-02-17T10:00:00", "1.8"]],
    };
    await ingest(db, at("02-24T12:00:00"), [early]);
    deepEqual(await listDays(1), [["2025-02-18"]]);
    await ingest(db, at("02-25T12:00:00"), [{ id: 1000001, prices: [gazole, e10] }]);
    for (const fuel of [1, 4]) {
      deepEqual(await listDays(fuel), [["2025-02-18"], ["2025-02-22"], ["2025-02-23"], [
        "2025-02-24",
      ]]);
    }
  },
);

forEachDb("closures are the same in every order of loading", async (_t, db) => {
  const since = "2025-02-21T08:00:00";
  const files = [
    toFile(["T", since, ""]),
    toFile(["T", since, "2025-02-22T08:00:00"]),
    toFile(["D", since, "2025-02-23T08:00:00"]),
  ];
  for (const order of [[0, 1, 2], [2, 1, 0], [1, 2, 0], [2, 0, 1]]) {
    await db.query({ text: "truncate closure, station, price_change, ingest_run cascade" });
    for (const index of order) await load(db, files[index]!);
    const expected = [[1000001, at("02-21T07:00:00"), at("02-23T07:00:00"), "permanent"]];
    deepEqual(await readClosures(db), expected, order.join());
  }
});

const DAY_FILE = "quotidien_2016-12-16.zip";

Deno.test({
  name:
    "the real day file of 2016 has 88 closures of 87 stations without a price, and none is rejected",
  ignore: !(await listFeeds()).includes(DAY_FILE),
  fn: () =>
    withServerDb(async (db) => {
      const report = await load(db, await Deno.readFile(FEED_FOLDER + DAY_FILE));
      equal(report.tally.refused.impossible_closure, undefined);
      const counts =
        `select count(*), count(distinct c.station_id) as stations, count(p.station_id) as priced
          from closure c
          left join current_price p on p.station_id = c.station_id
          where kind = 'temporary'`;
      deepEqual(await readRows(db, counts), [[88, 87, 0]]);
    }),
});
