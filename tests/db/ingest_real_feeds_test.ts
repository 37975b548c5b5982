/** The State's real feeds, when they are there: each into an empty database, and successive ones, against a plain reading. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { type IngestReport, runIngest } from "../../ingest/run.ts";
import type { Db } from "../../lib/db/db.ts";
import { forEachDb } from "../support/for_each_db.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { findNewestMs, type PlainFeed, readPlainFeed, readXml } from "../support/plain_feed.ts";

const FOLDER = new URL("../../../shared/data/feed/", import.meta.url).pathname;

function findFeeds(): string[] {
  try {
    return [...Deno.readDirSync(FOLDER)].map(({ name }) => name).filter((name) => name.endsWith(".zip")).sort();
  } catch {
    return [];
  }
}

const FEEDS = findFeeds();
const SUCCESSIVE = FEEDS.filter((name) => /^instantane_2025-02-/.test(name));

type Read = { plain: PlainFeed; clockMs: number; bytes: Uint8Array };

const readings = new Map<string, Promise<Read>>();

/** Reads a file once for both databases. */
function read(name: string): Promise<Read> {
  const known = readings.get(name) ?? readOnce(name);
  readings.set(name, known);
  return known;
}

async function readOnce(name: string): Promise<Read> {
  const xml = await readXml(FOLDER + name);
  const clockMs = findNewestMs(xml) + 60_000;
  return { plain: readPlainFeed(xml, clockMs), clockMs, bytes: await Deno.readFile(FOLDER + name) };
}

async function ingest(db: Db, name: string, { clockMs, bytes }: Read): Promise<IngestReport> {
  const testLog = createTestLog();
  const deps = { db, log: testLog.log, clock: () => new Date(clockMs) };
  const report = await runIngest(deps, { kind: "file", name, bytes });
  testLog.assertQuiet();
  return report;
}

async function column(db: Db, text: string): Promise<string[]> {
  return (await db.query<{ row: string }>({ text })).map(({ row }) => row);
}

const PRICES =
  `select concat_ws(' ', station_id, fuel, price_milli, (extract(epoch from updated_at) * 1000)::bigint) as row
  from current_price where listed`;
const STOCK_OUTS = `select concat_ws(' ', station_id, fuel, (extract(epoch from since) * 1000)::bigint, kind) as row
  from stock_out where until is null`;

/** What the tables say is listed and open equals what the feed says. */
async function assertSame(db: Db, plain: PlainFeed): Promise<void> {
  const ids = await column(db, "select id::text as row from station where left_at is null");
  deepEqual(new Set(ids.map(Number)), plain.stationIds);
  const prices = [...plain.prices].map(([key, value]) => `${key} ${value}`);
  deepEqual((await column(db, PRICES)).sort(), prices.sort());
  if (plain.stockOuts.size > 0) deepEqual((await column(db, STOCK_OUTS)).sort(), [...plain.stockOuts].sort());
}

/** Every fact of price_change, one text each. */
async function readFacts(db: Db): Promise<Set<string>> {
  const fact = (at: string) =>
    `concat_ws(' ', station_id, fuel, price_milli, (extract(epoch from ${at}) * 1000)::bigint)`;
  return new Set(
    await column(
      db,
      `select ${fact("at")} as row from price_change union all
      select ${fact("c")} from price_change, unnest(confirmed_at) c`,
    ),
  );
}

async function assertStoredWhole(db: Db, name: string): Promise<IngestReport> {
  const feed = await read(name);
  const report = await ingest(db, name, feed);
  equal(report.outcome, "changed", report.message ?? "");
  equal(report.stored?.stationsAdded, feed.plain.stationIds.size);
  await assertSame(db, feed.plain);
  return report;
}

const DAY_OF_2016 = "quotidien_2016-12-16.zip";

// seven successive ones, nearly equal, are stored one after the other in the test below
for (const name of FEEDS.filter((name) => name !== DAY_OF_2016 && !SUCCESSIVE.includes(name))) {
  forEachDb(`${name} is stored whole`, async (_t, db) => void await assertStoredWhole(db, name));
}

if (FEEDS.includes(DAY_OF_2016)) {
  forEachDb(`${DAY_OF_2016} is stored, its junk counted and in quarantine`, async (_t, db) => {
    const report = await assertStoredWhole(db, DAY_OF_2016);
    const { refused, positions, minutesLost } = report.feed!;
    deepEqual(refused, {
      duplicate_price: 21,
      implausible_price: 1,
      impossible_stock_out: 141,
      petrol_price: 18,
      too_old: 1,
    });
    ok(minutesLost);
    deepEqual({ missing: positions.missing, zero: positions.zero }, { missing: 81, zero: 4 });
    ok(positions.swapped! >= 80, `${positions.swapped} swapped positions were repaired`);
    const rows = await db.query<{ reason: string; n: number }>({
      text: "select reason, count(*) as n from quarantine group by reason order by reason",
    });
    deepEqual(Object.fromEntries(rows.map(({ reason, n }) => [reason, n])), refused);
  });
}

/** What differs between two readings, counted the plain way; `lastKnown` holds prices that were withdrawn meanwhile too. */
function count(before: PlainFeed, after: PlainFeed, lastKnown: Map<string, string>) {
  let [pricesChanged, pricesConfirmed] = [0, 0];
  for (const [key, value] of after.prices) {
    const known = lastKnown.get(key);
    if (known === value) continue;
    if (known?.split(" ")[0] === value.split(" ")[0]) pricesConfirmed++;
    else pricesChanged++;
  }
  return {
    pricesChanged,
    pricesConfirmed,
    pricesWithdrawn: [...before.prices.keys()].filter((key) => !after.prices.has(key)).length,
    stationsAdded: [...after.stationIds].filter((id) => !before.stationIds.has(id)).length,
    stationsLeft: [...before.stationIds].filter((id) => !after.stationIds.has(id)).length,
  };
}

if (SUCCESSIVE.length > 0) {
  forEachDb("successive feeds leave exactly the changes between them", async (_t, db) => {
    const facts = new Set<string>();
    const seen = new Set<number>();
    const lastKnown = new Map<string, string>();
    let before: PlainFeed | null = null;
    for (const name of SUCCESSIVE) {
      const feed = await read(name);
      const report: IngestReport = before === null ? await assertStoredWhole(db, name) : await ingest(db, name, feed);
      for (const [key, value] of feed.plain.prices) facts.add(`${key} ${value}`);
      await assertSame(db, feed.plain);
      if (before !== null && report.outcome === "changed") {
        const expected = count(before, feed.plain, lastKnown);
        // a station that comes back was not added
        const added = [...feed.plain.stationIds].filter((id) => !seen.has(id)).length;
        const stored = report.stored!;
        deepEqual({ ...stored, ...expected, stationsAdded: added }, stored, name);
      }
      if (/T0220Z/.test(name)) equal(report.outcome, "unchanged", "the same XML in another ZIP");
      for (const id of feed.plain.stationIds) seen.add(id);
      for (const [key, value] of feed.plain.prices) lastKnown.set(key, value);
      before = feed.plain;
    }
    deepEqual(await readFacts(db), facts);
    await assertConsistent(db);
  });
}

const YEARS_APART = FEEDS.filter((name) => name !== DAY_OF_2016 && !SUCCESSIVE.slice(1).includes(name));

Deno.test({
  name: "feeds that lie months and years apart are taken, and none whose latitudes are all moved",
  ignore: YEARS_APART.length === 0,
  fn: () =>
    withServerDb(async (db) => {
      for (const name of YEARS_APART) {
        const { outcome, message } = await ingest(db, name, await read(name));
        equal(outcome, "changed", `${name}: ${message}`);
      }
      const name = YEARS_APART.at(-1)!;
      const [xml, { clockMs }] = [await readXml(FOLDER + name), await read(name)];
      const deps = { db, log: createTestLog().log, clock: () => new Date(clockMs) };
      for (const [by, refusal] of [[450_000, "positions_refused"], [2_000, "details_lost"]] as const) {
        const moved = xml.replace(/latitude="(\d+)/g, (_, latitude) => `latitude="${Number(latitude) + by}`);
        const bytes = Uint8Array.from(moved, (character) => character.charCodeAt(0));
        const report = await runIngest(deps, { kind: "file", name, bytes });
        deepEqual([report.outcome, report.refusal], ["refused", refusal], report.message ?? "");
      }
      equal((await db.query({ text: "select 1 from station where position is null and left_at is null" })).length, 0);
    }),
});

/** Rules that hold between the tables after every ingest. */
async function assertConsistent(db: Db): Promise<void> {
  const wrong = async (text: string) => equal((await db.query({ text })).length, 0, text);
  await wrong(
    `select 1 from current_price p join station s on s.id = p.station_id where p.listed and s.left_at is not null`,
  );
  await wrong(`select 1 from current_price p where not listed and not exists (select from absence a
    where a.station_id = p.station_id and a.fuel in (0, p.fuel) and a.until is null)`);
  await wrong(`select 1 from current_price p join absence a on a.station_id = p.station_id and a.fuel in (0, p.fuel)
    where p.listed and a.until is null`);
  await wrong(
    `select 1 from current_price p where not exists (select from price_change c where c.station_id = p.station_id
    and c.fuel = p.fuel and c.price_milli = p.price_milli and (c.at = p.updated_at or p.updated_at = any(c.confirmed_at)))`,
  );
  await wrong(`select 1 from station s left join absence a on a.station_id = s.id and a.fuel = 0 and a.until is null
    where (s.left_at is null) <> (a.station_id is null)`);
}
