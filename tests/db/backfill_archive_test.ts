import { deepEqual, equal, match, rejects } from "../support/assert.ts";
import { BlobWriter, TextReader, ZipWriter } from "@zip.js/zip.js";
import type { BackfillOptions } from "../../ingest/archive/backfill.ts";
import { openArchive } from "../../ingest/archive/open_archive.ts";
import type { Db } from "../../lib/db/db.ts";
import { takeWriterLock } from "../../lib/db/data_state.ts";
import { toArchiveXml, type XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { backfill, ingest, readRows, type TestFile, toBytes } from "../support/load.ts";
import { until } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";

const load = (db: Db, file: TestFile, options: BackfillOptions = {}) =>
  backfill(db, "2025-03-01T12:00:00Z", file, options);

const readRuns = (db: Db) =>
  readRows(
    db,
    "select station_id, fuel, price_milli, at, confirmed_at from price_change order by 1, 2, 4",
  );
const readPrices = (db: Db) =>
  readRows(db, "select station_id, fuel, price_milli, listed from current_price order by 1, 2");
const readRevision = async (db: Db) =>
  (await readRows(db, "select revision from data_state"))[0]![0];
const readCovered = (db: Db) =>
  readRows(
    db,
    "select min(day), max(day), count(*), bool_and(averaged) from coverage where source = 'archive'",
  );

const STATIONS: XmlStation[] = [
  {
    id: 1000001,
    prices: [
      ["Gazole", "2025-01-02T10:00:00", "1.7"],
      ["Gazole", "2025-01-03T10:00:00", "1.7"],
      ["Gazole", "2025-01-05T10:00:00", "1.755"],
      ["E10", "2025-01-02T10:00:00", "2"],
    ],
    stockOuts: [["E10", "2025-01-03T08:00:00", "2025-01-04T08:00:00"]],
  },
  {
    id: 1000002,
    prices: [["Gazole", "2025-01-04T23:30:00", "1.65"], ["Gazole", "2025-01-06T10:00:00", "1.8"]],
  },
  {
    id: 75001001,
    postalCode: "75001",
    city: "Paris",
    prices: [["SP98", "2025-01-02T10:00:00", "1.9"]],
  },
];

Deno.test("if two processes load one archive at once, one stops and the archive is loaded completely", () =>
  withServerDb(async (db) => {
    const reports = await Promise.all([1, 2].map(() => load(db, STATIONS, { chunkStations: 1 })));
    deepEqual(reports.map(({ outcome }) => outcome).sort(), ["busy", "changed"]);
    equal(
      reports.find(({ outcome }) => outcome === "busy")!.message,
      "Another process is loading this archive",
    );
    const runs = "select outcome from ingest_run where kind = 'archive'";
    deepEqual(await readRows(db, runs), [["changed"]]);
    deepEqual(await readCovered(db), [["2025-01-02", "2025-01-06", 5, true]]);
    equal((await readRuns(db)).length, 6);
  }));

forEachDb(
  "backfillArchive() stores runs and last prices, and changes nothing the second time",
  async (_t, db) => {
    const report = await load(db, STATIONS, { chunkStations: 1 });
    deepEqual([report.outcome, report.tally.changed, report.tally.confirmed, report.meansMade], [
      "changed",
      6,
      1,
      5,
    ]);
    deepEqual(report.covered, { first: "2025-01-02", last: "2025-01-06", days: 5 });
    const at = (text: string) => new Date(`2025-01-${text}Z`);
    const runs = [
      [1000001, 1, 1700, at("02T09:00:00"), [at("03T09:00:00")]],
      [1000001, 1, 1755, at("05T09:00:00"), null],
      [1000001, 4, 2000, at("02T09:00:00"), null],
      [1000002, 1, 1650, at("04T22:30:00"), null],
      [1000002, 1, 1800, at("06T09:00:00"), null],
      [75001001, 3, 1900, at("02T09:00:00"), null],
    ];
    deepEqual(await readRuns(db), runs);
    deepEqual(await readPrices(db), [[1000001, 1, 1755, false], [1000001, 4, 2000, false], [
      1000002,
      1,
      1800,
      false,
    ], [
      75001001,
      3,
      1900,
      false,
    ]]);
    // Out of stock at the end of the 3rd.
    const means = `select day
        from daily_mean
        where area = 'FR'
          and fuel = 4
          and day <= '2025-01-04'
        order by day`;
    deepEqual(await readRows(db, means), [["2025-01-02"], ["2025-01-04"]]);
    const revision = await readRevision(db);
    const again = await load(db, STATIONS);
    deepEqual([again.outcome, again.tally.known, again.meansMade], ["unchanged", 7, 0]);
    deepEqual([await readRevision(db), await readRuns(db)], [revision, runs]);
    deepEqual(await readRows(db, "select outcome from ingest_run order by id"), [["changed"], [
      "unchanged",
    ]]);
  },
);

forEachDb(
  "backfillArchive() reads thousandths, fractions and spaces, and one update reported twice is one change",
  async (_t, db) => {
    const price = (
      at: string,
      value: string,
    ): XmlStation[] => [{ id: 1000001, prices: [["Gazole", at, value]] }];
    await load(db, price("2014-01-02T11:08:03.127000", "1304"));
    await load(db, price("2014-01-02 11:08:03", "1.304"));
    await load(db, price("2014-01-02T11:08:03", "1.304"));
    deepEqual(await readRuns(db), [[1000001, 1, 1304, new Date("2014-01-02T10:08:03Z"), null]]);
  },
);

forEachDb(
  "backfillArchive() keeps the rows of a truncated file, covers no day, and completes with the whole file",
  async (_t, db) => {
    const xml = toArchiveXml(STATIONS);
    const cut = await load(db, toBytes(xml.slice(0, xml.indexOf('<pdv id="75001001"'))), {
      chunkStations: 1,
    });
    equal(cut.outcome, "failed");
    match(cut.message!, /stops before its end/);
    equal((await readRuns(db)).length, 5);
    deepEqual(await readCovered(db), [[null, null, 0, null]]);
    deepEqual(await readRows(db, "select outcome from ingest_run"), [["failed"]]);
    const whole = await load(db, STATIONS);
    deepEqual([whole.outcome, whole.tally.known], ["changed", 6]);
    deepEqual(await readCovered(db), [["2025-01-02", "2025-01-06", 5, true]]);
    equal((await readRuns(db)).length, 6);
  },
);

forEachDb(
  "backfillArchive() continues after the stations that an interrupted run stored",
  async (_t, db) => {
    const stopAfter = (chunks: number) => () => {
      if (--chunks === 0) throw new Error("killed");
      return Promise.resolve();
    };
    await rejects(() => load(db, STATIONS, { chunkStations: 1, pause: stopAfter(2) }), /killed/);
    equal((await readRuns(db)).length, 5);
    const report = await load(db, STATIONS, { chunkStations: 1 });
    deepEqual([
      report.resumedAt,
      report.tally.stations,
      report.tally.changed,
      report.tally.confirmed,
    ], [2, 3, 6, 1]);
    deepEqual(await readRows(db, "select count(*) from backfill_progress"), [[0]]);
  },
);

const REFUSED: [name: string, file: TestFile, message: RegExp, year?: number][] = [
  [
    "another year than its name says",
    STATIONS,
    /should hold 2024, but most of its prices are of 2025/,
    2024,
  ],
  ["an archive without prices", [], /no station or no usable price/],
  [
    "an XML of something else",
    toBytes('<?xml version="1.0"?><rss/>'),
    /neither a ZIP nor an XML of stations/,
  ],
];

forEachDb(
  "backfillArchive() rejects anything but an archive of the year, and stores nothing",
  async (t, db) => {
    for (const [name, file, message, year] of REFUSED) {
      await t.step(name, async () => {
        const report = await load(db, file, { year });
        equal(report.outcome, "refused");
        match(report.message!, message);
        deepEqual([await readRevision(db), await readRuns(db)], [0, []]);
        deepEqual(
          await readRows(db, "select kind, outcome from ingest_run order by id desc limit 1"),
          [
            ["archive", "refused"],
          ],
        );
      });
    }
  },
);

Deno.test("openArchive() rejects HTML pages, empty, truncated and foreign files", async () => {
  const cases: [Uint8Array<ArrayBuffer>, RegExp][] = [
    [toBytes("<!DOCTYPE html><html><body>Erreur</body></html>"), /web page/],
    [toBytes(""), /neither a ZIP/],
    [new Uint8Array([0x50, 0x4b, 3, 4, 9, 9]), /ZIP is truncated or corrupt/],
    [new Uint8Array([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 4]), /stops before its end/],
  ];
  for (const [bytes, message] of cases) {
    const read = async () =>
      await new Response((await openArchive({ kind: "bytes", name: "x", bytes })).xml).text();
    await rejects(read, { name: "FeedRefused", message });
  }
});

Deno.test("openArchive() returns the same XML from bytes and files, and distinguishes archives by content", async () => {
  const xml = toArchiveXml(STATIONS);
  const zip = new ZipWriter(new BlobWriter());
  await zip.add("PrixCarburants_annuel_2025.xml", new TextReader(xml));
  const identities = new Set<string>();
  const path = await Deno.makeTempFile();
  for (
    const bytes of [
      toBytes(xml),
      await (await zip.close()).bytes(),
      toBytes(xml.replace("1.755", "1.756")),
    ]
  ) {
    await Deno.writeFile(path, bytes);
    for (const source of [{ kind: "bytes", name: "x", bytes }, { kind: "file", path }] as const) {
      const archive = await openArchive(source);
      identities.add(archive.identity);
      equal((await new Response(archive.xml).text()).replace("1.756", "1.755"), xml);
      equal(archive.position().bytes, archive.position().totalBytes);
      await archive.close();
    }
  }
  await Deno.remove(path);
  equal(identities.size, 3);
});

forEachDb(
  "backfillArchive() keeps the feed's fields, listing and newer prices; facts after as_of are not current prices",
  async (_t, db) => {
    await ingest(db, "2025-01-04T12:00:00Z", [
      { id: 1000001, city: "Bourg", prices: [["Gazole", "2025-01-04 10:00:00", "1.76"]] },
      { id: 1000003, prices: [["Gazole", "2025-01-04 10:00:00", "1.7"]] },
    ]);
    const before = await readRevision(db);
    await load(db, STATIONS);
    deepEqual(await readPrices(db), [
      [1000001, 1, 1760, true],
      [1000001, 4, 2000, false],
      [1000003, 1, 1700, true],
      [75001001, 3, 1900, false],
    ]);
    deepEqual(await readRows(db, "select id, raw_city, left_at is null from station order by id"), [
      [1000001, "Bourg", true],
      [1000002, "Bourg-en-Bresse", false],
      [1000003, "Bourg-en-Bresse", true],
      [75001001, "Paris", false],
    ]);
    equal((await readRevision(db) as number) > (before as number), true);
    deepEqual(await readRows(db, "select averaged from coverage where day = '2025-01-04'"), [[
      false,
    ]]);
  },
);

forEachDb(
  "backfillArchive() rejects future and implausible rows, and stores them as rejected",
  async (_t, db) => {
    const prices: XmlStation["prices"] = [
      ["Gazole", "2025-01-02T10:00:00", "1.7"],
      ["Gazole", "2025-03-02T10:00:00", "1.7"],
      ["Gazole", "2025-01-03T10:00:00", "9.999"],
      ["SP97", "2025-01-03T10:00:00", "1.7"],
      ["SP98", "2025-01-02T10:00:00", "1.4"],
      ["SP98", "2025-01-20T10:00:00", "2.4"],
      ["E85", "2025-01-02T09:00:00", "0.8"],
      ["E85", "2025-01-03T09:00:00", "1.4"],
      ["E85", "2025-01-21T09:00:00", "1.4"], // far below petrol by then
    ];
    const report = await load(db, [{ id: 1000001, prices }]);
    const refused = { future_time: 1, implausible_price: 1, petrol_price: 1, unknown_fuel: 1 };
    deepEqual(report.tally.refused, refused);
    deepEqual(
      await readRows(db, "select reason, count(*) from quarantine group by 1 order by 1"),
      Object.entries(refused),
    );
    deepEqual(
      await readRows(db, "select price_milli, at from price_change where fuel = 5 order by at"),
      [
        [800, new Date("2025-01-02T08:00:00Z")],
        [1400, new Date("2025-01-21T08:00:00Z")],
      ],
    );
  },
);

Deno.test("an ingest waits for a backfill's transaction and does not fail", async () => {
  await withServerDb(async (db) => {
    const { promise: locked, resolve: resolveLocked } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const writing = db.transaction(async (tx) => {
      await takeWriterLock(tx);
      resolveLocked();
      await released;
    });
    await locked;
    let isDone = false;
    const ingesting = ingest(db, "2025-02-03T12:00:00Z", STATIONS.slice(0, 1)).then(() =>
      isDone = true
    );
    const waiting = "select count(*) from pg_locks where locktype = 'advisory' and not granted";
    await until(async () => (await readRows(db, waiting))[0]![0]);
    equal(isDone, false);
    release();
    await Promise.all([writing, ingesting]);
    equal((await readRuns(db)).length, 3);
  });
});
