import { deepEqual, equal } from "../support/assert.ts";
import { makeStaleMeans } from "../../lib/db/history/daily_means.ts";
import type { XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { backfill, emptyTables, ingest, readRows } from "../support/load.ts";

const AFTER = "2025-03-01T12:00:00Z";

const at = (text: string) => new Date(`2025-${text}Z`);
const gazole = (
  when: string,
  value: string,
): [string, string, string] => ["Gazole", `2025-${when}`, value];
const ALWAYS: XmlStation = {
  id: 9000001,
  postalCode: "09000",
  prices: [gazole("01-02T10:00:00", "1.8")],
};

forEachDb(
  "an unchanged feed updates prices that an archive reported ahead of it",
  async (_t, db) => {
    const feed = [{ id: 1000001, prices: [gazole("01-04T10:00:00", "1.7")] }];
    await ingest(db, "2025-01-04T12:00:00Z", feed);
    await backfill(db, AFTER, [{
      id: 1000001,
      prices: [gazole("01-04T14:00:00", "1.71"), gazole("01-04T18:00:00", "1.72"), [
        "E10",
        "2025-01-04T14:00:00",
        "1.8",
      ]],
    }]);
    const prices = "select fuel, price_milli, listed from current_price order by fuel";
    deepEqual(await readRows(db, prices), [[1, 1700, true]]);
    await ingest(db, "2025-01-04T14:00:00Z", feed, { outcome: "unchanged" });
    deepEqual(await readRows(db, prices), [[1, 1710, true], [4, 1800, false]]);
    deepEqual(await readRows(db, "select fuel, price_milli from pending_price"), [[1, 1720]]);
    // 17:50 in Paris, ten minutes before the price
    await ingest(db, "2025-01-04T16:50:00Z", feed, { outcome: "unchanged" });
    deepEqual(await readRows(db, prices), [[1, 1720, true], [4, 1800, false]]);
  },
);

forEachDb(
  "the feed's data about a station survive a later archive, even after the station left",
  async (_t, db) => {
    const reported: XmlStation = {
      id: 1000001,
      city: "Bourg",
      postalCode: "48000",
      prices: [gazole("01-04T10:00:00", "1.7")],
    };
    const archived: XmlStation = {
      id: 1000001,
      city: "",
      postalCode: "",
      prices: [gazole("02-04T10:00:00", "1.7")],
    };
    const steps = {
      feeds: async () => {
        await ingest(db, "2025-01-04T12:00:00Z", [reported, ALWAYS]);
        await ingest(db, "2025-01-05T12:00:00Z", [ALWAYS]);
      },
      archive: () => backfill(db, AFTER, [archived]),
    };
    for (const order of [["feeds", "archive"], ["archive", "feeds"]] as const) {
      await emptyTables(db);
      for (const step of order) await steps[step]();
      const stations = `select raw_city, postal_code, department, last_seen_at, left_at
          from station
          where id = 1000001`;
      deepEqual(
        await readRows(db, stations),
        [["Bourg", "48000", "48", at("01-04T12:00:00"), at("01-05T12:00:00")]],
        order.join(),
      );
    }
  },
);

forEachDb(
  "for a station that no feed listed, the archive with the latest fact wins in every order",
  async (_t, db) => {
    const archives: XmlStation[] = [
      {
        id: 1000001,
        city: "Old",
        prices: [gazole("01-04T10:00:00", "1.7"), gazole("01-20T10:00:00", "1.7")],
      },
      {
        id: 1000001,
        city: "New",
        prices: [gazole("01-10T10:00:00", "1.7"), gazole("02-04T10:00:00", "1.7")],
      },
    ];
    for (const order of [[0, 1], [1, 0]]) {
      await emptyTables(db);
      await ingest(db, "2025-02-10T12:00:00Z", [ALWAYS]);
      for (const index of order) await backfill(db, AFTER, [archives[index]!]);
      deepEqual(
        await readRows(
          db,
          "select raw_city, first_seen_at, last_seen_at from station where id = 1000001",
        ),
        [["New", at("01-04T09:00:00"), at("02-04T09:00:00")]],
        order.join(),
      );
    }
  },
);

forEachDb("a station that changes department takes its past days along", async (_t, db) => {
  const days = ["02", "03", "04"].map((day) => gazole(`01-${day}T10:00:00`, "1.7"));
  await backfill(db, "2025-01-05T03:00:00Z", [{ id: 1000001, postalCode: "01000", prices: days }]);
  const feedOf = (postalCode: string, hour: string) => [
    ALWAYS,
    { id: 1000001, postalCode, prices: [gazole(`01-05T${hour}:00:00`, "1.7")] },
  ];
  const means =
    "select area, count(*) from daily_mean where area in ('01', '48') group by area order by area";
  await ingest(db, "2025-01-05T06:00:00Z", feedOf("01000", "06"));
  deepEqual(await readRows(db, means), [["01", 3]]);
  await ingest(db, "2025-01-05T08:00:00Z", feedOf("48000", "08"));
  // The old means remain until the new ones are computed.
  deepEqual(await readRows(db, means), [["01", 3]]);
  equal(await makeStaleMeans(db, { now: at("01-05T09:00:00") }), 3);
  deepEqual(await readRows(db, means), [["48", 3]]);
  equal(await makeStaleMeans(db, { now: at("01-05T09:00:00") }), 0);
});
