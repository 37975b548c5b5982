import { deepEqual } from "../support/assert.ts";
import type { Db } from "../../lib/db/db.ts";
import { findShortages, shortageRanking } from "../../lib/operations/prices/shortages.ts";
import { addDays } from "../../lib/shared/time/paris_time.ts";
import type { Shortages } from "../../lib/domain/bulk_files.ts";
import { createSnapshotSource, noSnapshots } from "../../lib/snapshot/source.ts";
import type { XmlStation } from "../support/archive_xml.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { backfill, ingest } from "../support/load.ts";

const FIRST_DAY = "2025-03-03";
const UNKNOWN: Shortages = { since: null, departments: [] };
const STATIONS = 20;

const clockOf = (day: string) => () => new Date(`${day}T12:00:00Z`);

/**
 * A station that is out of another fuel every day, because a feed without any stock-out gives no
 * information about them.
 */
const ALWAYS: XmlStation = {
  id: 1000001,
  prices: [["Gazole", "2025-02-20T06:00:00", "1.7"]],
  stockOuts: [["E10", "2025-02-20T06:00:00", ""]],
};

/**
 * Builds stations of one department that sell SP98. The first `out` of them ran out of it this
 * morning.
 */
function toStations(day: string, out: number): XmlStation[] {
  const stations = Array.from({ length: STATIONS }, (_, index) => ({
    id: 44000001 + index,
    postalCode: "44000",
    city: "Nantes",
    prices: [["Gazole", `${day}T06:00:00`, "1.7"], ["SP98", `${addDays(day, -1)}T06:00:00`, "1.9"]],
    stockOuts: index < out ? [["SP98", `${day}T08:00:00`, ""]] : [],
  })) as XmlStation[];
  return [ALWAYS, ...stations];
}

function toArchived(days: readonly string[]): XmlStation {
  const prices = days.map((day): [string, string, string] => ["SP98", `${day}T06:00:00`, "1.9"]);
  return { id: 44000001, postalCode: "44000", city: "Nantes", prices };
}

async function find(db: Db, day: string): Promise<Shortages> {
  const snapshots = createSnapshotSource(db);
  await snapshots.refresh();
  const question = { fuel: "sp98", asOfMs: clockOf(day)().getTime() } as const;
  const warm = await findShortages({ db, snapshots, clock: clockOf(day) }, question);
  deepEqual(
    await findShortages({ db, snapshots: noSnapshots, clock: clockOf(day) }, question),
    warm,
    day,
  );
  return warm;
}

const daysBefore = (day: string, count: number) =>
  Array.from({ length: count }, (_, back) => addDays(day, back - count));

/** Returns how many stations are out of stock from noon to noon: one on two of three days. */
function countOut(dayNumber: number): number {
  if (dayNumber === 0 || dayNumber >= 27) return 10;
  return dayNumber % 3 === 0 ? 0 : 1;
}

// Proves docs/data.md#shortages
forEachDb(
  "the usual share of stock-outs is unknown until 28 days were observed, whatever days archives cover",
  async (_t, db) => {
    await backfill(db, clockOf(FIRST_DAY)(), [toArchived(daysBefore(FIRST_DAY, 60))]);
    for (let number = 0; number <= 28; number++) {
      const day = addDays(FIRST_DAY, number);
      await ingest(db, clockOf(day)(), toStations(day, countOut(number)));
      if (number < 28) deepEqual(await find(db, day), UNKNOWN, day);
    }
    // In the 21 days until a week ago: ten stations on the first, one on fourteen.
    deepEqual(await find(db, addDays(FIRST_DAY, 28)), {
      since: FIRST_DAY,
      departments: [{ code: "44", out: 10, stations: STATIONS, usual: 24 / 21 / STATIONS }],
    });
  },
);

forEachDb("an archive with stock-outs marks its days as observed", async (_t, db) => {
  const days = daysBefore(FIRST_DAY, 40);
  const stockOuts: XmlStation["stockOuts"] = [[
    "SP98",
    `${days[20]}T08:00:00`,
    `${days[21]}T08:00:00`,
  ]];
  await backfill(db, clockOf(FIRST_DAY)(), [{ ...toArchived(days), stockOuts }]);
  await ingest(db, clockOf(FIRST_DAY)(), toStations(FIRST_DAY, 10));
  const { since, departments } = await find(db, FIRST_DAY);
  deepEqual([since, departments[0]?.usual], [addDays(FIRST_DAY, -37), 1 / 30 / STATIONS]);
});

forEachDb(
  "departments are ranked by the share of stations out of stock, even while the usual share is unknown",
  async (_t, db) => {
    const nord: XmlStation = {
      id: 59000001,
      postalCode: "59000",
      city: "Lille",
      prices: [["SP98", `${FIRST_DAY}T06:00:00`, "1.9"]],
    };
    await ingest(db, clockOf(FIRST_DAY)(), [...toStations(FIRST_DAY, 3), nord]);
    const snapshots = createSnapshotSource(db);
    await snapshots.refresh();
    for (const source of [snapshots, noSnapshots]) {
      const { data, meta } = await shortageRanking.read({
        db,
        snapshots: source,
        clock: clockOf(FIRST_DAY),
      }, {
        fuel: "sp98",
      });
      const shown = data.map((
        { code, out, stationCount, share, usualShare },
      ) => [code, out, stationCount, share, usualShare]);
      deepEqual([shown, meta], [[["44", 3, STATIONS, 0.15, null], ["59", 0, 1, 0, null]], {
        count: 2,
        fuel: "sp98",
      }]);
    }
  },
);
