import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Db, Row } from "../../lib/db/db.ts";
import { createTestJobs } from "../support/jobs.ts";
import type { IngestReport } from "../../ingest/report.ts";
import { systemClock } from "../../lib/platform/clock.ts";
import { createTestApp } from "../support/api_app.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { runProgram } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";
import { ingestFeed, type SmallStation, toFeed, toStations } from "../support/small_feed.ts";

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const STATIONS = 120;
const NOW_MS = Date.now();

function toParisWall(ms: number): string {
  return new Date(ms).toLocaleString("sv-SE", { timeZone: "Europe/Paris" });
}

function toFresh(count = STATIONS, minutes = 10): SmallStation[] {
  return toStations(count, toParisWall(NOW_MS - minutes * 60_000));
}

type Options = { force?: boolean; repairClock?: boolean; aheadMs?: number };

/** Ingests by the system's clock, or by a wrong clock that no server confirms. */
function ingest(
  db: Db,
  stations: SmallStation[],
  { aheadMs, ...options }: Options = {},
): Promise<IngestReport> {
  const at = aheadMs === undefined ? systemClock : new Date(NOW_MS + aheadMs).toISOString();
  return ingestFeed(db, toFeed(stations), { at, ...options });
}

async function read(db: Db, text: string): Promise<Row[]> {
  return await db.query({ text });
}

async function assertRefused(run: Promise<IngestReport>, reason: RegExp): Promise<void> {
  const { outcome, message } = await run;
  equal(outcome, "refused");
  match(message!, reason);
}

async function assertEmpty(db: Db): Promise<void> {
  deepEqual(await read(db, "select revision, as_of from data_state"), [{
    revision: 0,
    as_of: null,
  }]);
  for (const table of ["station", "current_price", "absence", "refused_feed"]) {
    deepEqual(await read(db, `select from ${table}`), [], table);
  }
}

async function setServerClock(db: Db, interval: string): Promise<void> {
  await db.query({
    text: `create or replace function public.clock_timestamp() returns timestamptz language sql as
      'select pg_catalog.clock_timestamp() + interval ''${interval}'''`,
  });
  const [row] = await read(db, "select current_database() as name");
  await db.query({ text: `alter database ${row!.name} set search_path = public, pg_catalog` });
}

Deno.test("a command whose clock differs from the database server's stores nothing and exits with an error", async () => {
  const file = await Deno.makeTempFile({ suffix: ".xml" });
  await Deno.writeFile(file, toFeed(toFresh()));
  await withServerDb(async (db, url) => {
    await setServerClock(db, "-1 year");
    const run = (...args: string[]) => runProgram(args, { DATABASE_URL: url });
    const ingested = await run("ingest/commands/ingest.ts", "--file", file);
    equal(ingested.code, 3);
    match(ingested.stdout, /clocks of this machine and of the database differ: this one says \S+Z/);
    const backfilled = await run("ingest/commands/backfill.ts", file);
    equal(backfilled.code, 1);
    match(backfilled.stderr, /refused \(The clocks of this machine and of the database differ/);
    await setServerClock(db, "4 hours");
    const forced = await run("ingest/commands/ingest.ts", "--file", file, "--force");
    equal(forced.code, 3);
    match(forced.stdout, /differ: this one says \S+Z, the database's/);
    await assertEmpty(db);
  });
  await Deno.remove(file);
});

Deno.test("a running service rejects a clock that differs from the database server's", async () => {
  const source = startFeedServer({ kind: "feed", bytes: toFeed(toFresh()) });
  await withServerDb(async (db, url) => {
    const jobs =
      createTestJobs({ db, env: { DATABASE_URL: url, FEED_URL: source.url }, clock: systemClock })
        .jobs;
    await setServerClock(db, "-20 days");
    await jobs.run("ingest");
    match(
      (await readStatus(db)).last_run.message,
      /differ: this one says \S+Z, the database.s \S+Z$/,
    );
    await assertEmpty(db);
    await setServerClock(db, "5 minutes");
    await jobs.run("ingest");
    equal((await readStatus(db)).found, STATIONS);
  }).finally(() => source.stop());
});

Deno.test("an unverified clock is compared with the feed's own times", async () => {
  await withServerDb(async (db) => {
    const behind = { aheadMs: -4 * HOUR_MS };
    const ahead = { aheadMs: YEAR_MS };
    await assertRefused(ingest(db, toFresh(), behind), /behind the data: 120 prices of the feed/);
    await assertRefused(
      ingest(db, toFresh(), ahead),
      /ahead of the feed.*: the newest price is of \S+Z/,
    );
    await assertEmpty(db);
    const { last_run, ready } = await readStatus(db);
    deepEqual([ready, last_run.outcome], [false, "refused"]);
    equal((await ingest(db, toFresh(), { aheadMs: 0 })).outcome, "changed");
    await assertRefused(ingest(db, toFresh(), ahead), /ahead of the feed/); // the same feed again
    ok(
      ((await read(db, "select as_of from data_state"))[0]!.as_of as Date).getTime() <
        NOW_MS + HOUR_MS,
    );
  });
});

async function readStatus(db: Db) {
  const app = await createTestApp(db, { reader: "PostGIS", clock: () => new Date(NOW_MS) });
  const status = await (await app.fetch("/readyz")).json();
  const found =
    await (await app.fetch("/api/v1/stations/search?lat=48.84&lng=2.36&radius=10&fuel=gazole"))
      .json();
  await app.close();
  return { ...status, found: found.meta?.total };
}

async function findFuture(db: Db): Promise<string[]> {
  const columns = await db.query<{ table: string; name: string; type: string }>({
    text: `select table_name as table, column_name as name, data_type as type
        from information_schema.columns
        where table_schema = 'public'
          and (data_type = 'date' or data_type like 'timestamp with%')
          and table_name not in (select viewname from pg_views)`,
  });
  const future: string[] = [];
  for (const { table, name, type } of columns) {
    const now = type === "date"
      ? "(now() at time zone 'Europe/Paris')::date"
      : "now() + interval '1 minute'";
    if ((await read(db, `select from ${table} where ${name} > ${now}`)).length > 0) {
      future.push(`${table}.${name}`);
    }
  }
  return future.sort();
}

/** Reads the data that must equal those of a database that never had the wrong clock. */
async function readData(db: Db): Promise<Row[][]> {
  return [
    await read(db, "select id, left_at from station order by id"),
    await read(
      db,
      "select station_id, fuel, price_milli, updated_at, listed from current_price order by 1, 2",
    ),
    await read(
      db,
      "select station_id, fuel, price_milli, at, confirmed_at from price_change order by 1, 2, 4",
    ),
    await read(db, "select station_id, fuel, since from absence where until is null"),
    await read(db, "select day, source from coverage order by day"),
    await read(db, "select day from daily_mean"),
  ];
}

Deno.test("an ingest with repairClock repairs what a clock a year ahead wrote, and nothing else does", async () => {
  // in the past by the wrong clock
  const future: SmallStation[] = toStations(1, toParisWall(NOW_MS + YEAR_MS - HOUR_MS));
  const poisoned = [...future, ...toFresh(STATIONS - 20, 5).slice(1)];
  const last = toFresh(STATIONS, 2);
  const expected: Row[][] = [];
  await withServerDb(async (db) => {
    for (const stations of [toFresh(), toFresh(STATIONS - 20, 5).slice(1), last]) {
      await ingest(db, stations);
    }
    expected.push(...await readData(db));
  });
  await withServerDb(async (db) => {
    await ingest(db, toFresh());
    equal((await ingest(db, poisoned, { force: true, aheadMs: YEAR_MS })).outcome, "changed");
    ok((await findFuture(db)).length > 5);
    equal(
      (await readStatus(db)).found,
      1,
      "all searches must be empty except for the future price",
    );
    await assertRefused(ingest(db, last), /the last good ingest is of \S+Z.*--repair-clock/);
    await assertRefused(ingest(db, last, { force: true }), /--repair-clock/);
    // The repairing process must have the right clock: everything is rolled back if the feed
    // contradicts it.
    const wrongly = ingest(db, last, { repairClock: true, aheadMs: -4 * HOUR_MS });
    await assertRefused(wrongly, /120 prices of the feed are ahead/);
    equal((await ingest(db, last, { repairClock: true })).outcome, "changed");
    deepEqual(await findFuture(db), []);
    deepEqual(await readData(db), expected);
    equal((await readStatus(db)).found, STATIONS);
  });
});
