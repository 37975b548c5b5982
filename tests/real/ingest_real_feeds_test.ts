/**
 * Tests real official feeds, if available: each in an empty database, and successive ones, against
 * a second reading.
 */

import { deepEqual, equal, ok } from "../support/assert.ts";
import type { IngestReport } from "../../ingest/report.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import type { Db } from "../../lib/db/db.ts";
import { fuelNumber, FUELS } from "../../lib/shared/fuels.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { toIngestContext } from "../support/load.ts";
import { FEED_FOLDER, findNewestMs, listFeeds, readFeedText } from "../support/reference_feed.ts";
import { readFeed } from "../../lib/selfcheck/second_reading.ts";
import { withServerDb } from "../support/server_db.ts";

const FEEDS = await listFeeds();
const DAY_OF_2016 = "quotidien_2016-12-16.zip";
const SUCCESSIVE = FEEDS.filter((name) => /^instantane_2025-02-/.test(name));

/** A feed as plain texts. */
type PlainFeed = {
  stationIds: Set<number>;
  /** Current prices by `station fuel`: `value instant`. */
  prices: Map<string, string>;
  /** Open stock-outs: `station fuel instant`. */
  stockOuts: string[];
};

type Read = { plain: PlainFeed; nowMs: number; bytes: Uint8Array };

const readings = new Map<string, Promise<Read>>();

function read(name: string): Promise<Read> {
  const known = readings.get(name) ?? readOnce(name);
  readings.set(name, known);
  return known;
}

async function readOnce(name: string): Promise<Read> {
  const bytes = await Deno.readFile(FEED_FOLDER + name);
  const nowMs = findNewestMs(await readFeed(bytes, Infinity)) + 60_000;
  const stations = await readFeed(bytes, nowMs);
  equal(stations.length, new Set((await readFeedText(name)).match(/<pdv id="\d+"/g)).size);
  const plain: PlainFeed = {
    stationIds: new Set(stations.map(({ id }) => Number(id))),
    prices: new Map(),
    stockOuts: [],
  };
  for (const { id, prices, stockOutSinceMs } of stations) {
    for (const fuel of FUELS) {
      const key = `${id} ${fuelNumber(fuel)}`;
      const price = prices[fuel];
      const sinceMs = stockOutSinceMs[fuel];
      if (price) plain.prices.set(key, `${price.priceMilli} ${price.atMs}`);
      if (sinceMs !== undefined) plain.stockOuts.push(`${key} ${sinceMs}`);
    }
  }
  return { plain, nowMs, bytes };
}

async function ingest(db: Db, name: string): Promise<IngestReport> {
  const { nowMs, bytes } = await read(name);
  return await runIngest(toIngestContext(db, nowMs), { kind: "file", name, bytes });
}

async function column(db: Db, text: string): Promise<string[]> {
  return (await db.query<{ row: string }>({ text })).map(({ row }) => row);
}

const toMs = (at: string) => `(extract(epoch from ${at}) * 1000)::bigint`;
const PRICES = `select concat_ws(' ', station_id, fuel, price_milli, ${toMs("updated_at")}) as row
  from current_price where listed`;
const STOCK_OUTS = `select concat_ws(' ', station_id, fuel, ${toMs("max(since)")}) as row
  from stock_out where until is null group by station_id, fuel`;
const FACTS = `select concat_ws(' ', station_id, fuel, price_milli, ${toMs("said")}) as row
  from price_change, unnest(array_prepend(at, confirmed_at)) said`;

/** Checks that the listed stations and open stock-outs of the tables equal the feed. */
async function assertSame(db: Db, plain: PlainFeed): Promise<void> {
  const ids = await column(db, "select id::text as row from station where left_at is null");
  deepEqual(new Set(ids.map(Number)), plain.stationIds);
  const prices = [...plain.prices].map(([key, value]) => `${key} ${value}`);
  deepEqual((await column(db, PRICES)).sort(), prices.sort());
  if (plain.stockOuts.length > 0) {
    deepEqual((await column(db, STOCK_OUTS)).sort(), plain.stockOuts.toSorted());
  }
}

async function assertStoredWhole(db: Db, name: string): Promise<IngestReport> {
  const report = await ingest(db, name);
  equal(report.outcome, "changed", report.message ?? "");
  const { plain } = await read(name);
  equal(report.stored?.stationsAdded, plain.stationIds.size);
  await assertSame(db, plain);
  return report;
}

// Seven successive ones, nearly equal, are stored one after the other in the test below.
for (const name of FEEDS.filter((name) => !SUCCESSIVE.includes(name))) {
  Deno.test(`${name} is stored completely`, () =>
    withServerDb(async (db) => {
      const { refused, positions } = (await assertStoredWhole(db, name)).feed!;
      if (name !== DAY_OF_2016) return;
      deepEqual(refused, {
        duplicate_price: 21,
        implausible_price: 1,
        impossible_stock_out: 141,
        petrol_price: 18,
        too_old: 1,
      });
      deepEqual({ missing: positions.missing, zero: positions.zero }, { missing: 81, zero: 4 });
      ok(positions.swapped! >= 80, `${positions.swapped} swapped positions were repaired`);
      const rows = await db.query<{ reason: string; n: number }>({
        text: "select reason, count(*) as n from quarantine group by reason order by reason",
      });
      deepEqual(Object.fromEntries(rows.map(({ reason, n }) => [reason, n])), refused);
    }));
}

/**
 * Counts the differences between two readings. `lastKnown` also has withdrawn prices, `seen` all
 * stations.
 */
function count(
  before: PlainFeed,
  after: PlainFeed,
  { lastKnown, seen }: { lastKnown: Map<string, string>; seen: Set<number> },
) {
  const reported = [...after.prices].filter(([key, value]) => lastKnown.get(key) !== value);
  const isSame = ([key, value]: [string, string]) =>
    lastKnown.get(key)?.split(" ")[0] === value.split(" ")[0];
  const pricesConfirmed = reported.filter(isSame).length;
  return {
    pricesConfirmed,
    pricesChanged: reported.length - pricesConfirmed,
    pricesWithdrawn: [...before.prices.keys()].filter((key) => !after.prices.has(key)).length,
    stationsAdded: after.stationIds.difference(seen).size,
    stationsLeft: before.stationIds.difference(after.stationIds).size,
  };
}

if (SUCCESSIVE.length > 0) {
  forEachDb("successive feeds leave exactly the changes between them", async (_t, db) => {
    const facts = new Set<string>();
    const past = { seen: new Set<number>(), lastKnown: new Map<string, string>() };
    let before: PlainFeed = { stationIds: new Set(), prices: new Map(), stockOuts: [] };
    for (const name of SUCCESSIVE) {
      const report = await ingest(db, name);
      const { plain } = await read(name);
      await assertSame(db, plain);
      equal(
        report.outcome,
        /T0220Z/.test(name) ? "unchanged" : "changed",
        `${name}: the same XML in another ZIP`,
      );
      if (report.stored) {
        deepEqual({ ...report.stored, ...count(before, plain, past) }, report.stored, name);
      }
      for (const id of plain.stationIds) past.seen.add(id);
      for (const [key, value] of plain.prices) {
        past.lastKnown.set(key, value);
        facts.add(`${key} ${value}`);
      }
      before = plain;
    }
    deepEqual(new Set(await column(db, FACTS)), facts);
    for (const text of NEVER) equal((await db.query({ text })).length, 0, text);
  });
}

/** Conditions that never hold after an ingest. */
const NEVER = [
  `select 1
    from current_price p
    join station s on s.id = p.station_id
    where p.listed
      and s.left_at is not null`,
  `select 1 from current_price p where listed = exists (select from absence a
    where a.station_id = p.station_id and a.fuel in (0, p.fuel) and a.until is null)`,
  `select 1
    from current_price p
    where not exists (
      select
      from price_change c
      where c.station_id = p.station_id
        and c.fuel = p.fuel
        and c.price_milli = p.price_milli
        and (c.at = p.updated_at or p.updated_at = any(c.confirmed_at))
    )`,
  `select 1
    from station s
    left join absence a on a.station_id = s.id and a.fuel = 0 and a.until is null
    where (s.left_at is null) <> (a.station_id is null)`,
];

const YEARS_APART = FEEDS.filter((name) =>
  name !== DAY_OF_2016 && !SUCCESSIVE.slice(1).includes(name)
);

Deno.test(
  "feeds that are months and years apart are accepted",
  { ignore: YEARS_APART.length === 0 },
  () =>
    withServerDb(async (db) => {
      for (const name of YEARS_APART) {
        const { outcome, message } = await ingest(db, name);
        equal(outcome, "changed", `${name}: ${message}`);
      }
    }),
);
