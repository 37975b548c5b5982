/** An ingest killed at any moment: the database holds the feed before or the feed after, never a part. */

import { deepEqual, equal, ok } from "node:assert/strict";
import { buildSample } from "../../ingest/sample/build.ts";
import { openDb } from "../../lib/db/connection.ts";
import { type Db, readOne } from "../../lib/db/db.ts";
import { createDataDir } from "../support/embedded_db.ts";
import { createTestLog } from "../support/log.ts";
import { SHORT_LIVED } from "../support/process.ts";
import { createServerUrl } from "../support/server_db.ts";

const COMMAND = new URL("../../ingest/commands/ingest.ts", import.meta.url).pathname;
const STATIONS = 1_500;
const CLOCK = "2026-06-01T12:00:00Z";

type Place = { env: Record<string, string>; open(): Promise<Db> };

function start(place: Place, file: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", COMMAND, "--file", file],
    env: { ...SHORT_LIVED, ...place.env, CLOCK },
    stdout: "null",
    stderr: "null",
  }).spawn();
}

let folder = "";
/** The files of a feed and of the next one. */
const feeds: string[] = [];

Deno.test.beforeAll(async () => {
  folder = await Deno.makeTempDir();
  for (const at of ["2026-06-01T08:00:00Z", "2026-06-01T12:00:00Z"]) {
    const { feedXml } = await buildSample({ at: new Date(at), stations: STATIONS, days: 2, seed: 11 });
    feeds.push(`${folder}/${feeds.length}.xml`);
    await Deno.writeFile(feeds[feeds.length - 1]!, new Uint8Array(await feedXml.arrayBuffer()));
  }
});

Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));

/** What is stored, in few numbers; the revision tells how many feeds were committed. */
async function summarise(place: Place): Promise<Record<string, number>> {
  const db = await place.open();
  try {
    const row = await readOne<Record<string, number>>(db, {
      text: `select (select revision from data_state) as revision, (select count(*) from station) as stations,
        (select count(*) from current_price where listed) as prices, (select count(*) from stock_out) as stock_outs,
        (select count(*) from ingest_run where outcome = 'changed') as runs,
        (select count(*) from price_change) + (select coalesce(sum(cardinality(confirmed_at)), 0) from price_change) as facts`,
    });
    return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
  } finally {
    await db.close();
  }
}

/** Starts an ingest and kills it when `moment` comes, or finds it done. */
async function killAt(place: Place, file: string, moment: Promise<unknown>): Promise<void> {
  const child = start(place, file);
  await Promise.race([child.status, moment]);
  try {
    child.kill("SIGKILL");
  } catch { /* it was done */ }
  await child.status;
}

/** What is stored equals one of two states; the number of good runs tells which. */
function assertWhole(
  state: Record<string, number>,
  before: Record<string, number>,
  after: Record<string, number>,
): void {
  const toData = ({ revision: _revision, runs: _runs, ...data }: Record<string, number>) => data;
  deepEqual(toData(state), toData(state.runs === before.runs ? before : after));
}

/** A moment to kill at; `wholeMs` is how long an ingest takes that nobody disturbs. */
type Moment = (wholeMs: number) => Promise<unknown>;

/** Loads one feed, kills the ingest of the next at each of the moments, then lets it end. Answers how many kills hit it alive. */
async function killAndAgain(place: Place, moments: Moment[]): Promise<number> {
  const [first = "", second = ""] = feeds;
  const began = performance.now();
  ok((await start(place, first).status).success);
  const wholeMs = performance.now() - began;
  const before = await summarise(place);
  equal(before.revision, 1);
  const killed: Record<string, number>[] = [];
  for (const moment of moments) {
    await killAt(place, second, moment(wholeMs));
    killed.push(await summarise(place));
  }
  ok((await start(place, second).status).success);
  const after = await summarise(place);
  equal(after.stations, STATIONS);
  ok(after.facts! > before.facts!);
  for (const state of killed) assertWhole(state, before, after);
  return killed.filter(({ runs }) => runs === before.runs).length;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Waits until a transaction of the database has written something: an ingest is in the middle. */
async function untilWriting(db: Db): Promise<void> {
  const text = "select 1 from pg_stat_activity where datname = current_database() and backend_xid is not null";
  for (let time = 0; time < 3_000; time++) {
    if ((await db.query({ text })).length > 0) return;
    await pause(2);
  }
}

Deno.test("an ingest killed at any moment leaves the feed before or the feed after [server]", async () => {
  const { url, drop } = await createServerUrl();
  try {
    const open = () => openDb({ databaseUrl: url, dataDir: "", deploy: false }, { log: createTestLog().log });
    const watcher = await open();
    const writing = () => untilWriting(watcher);
    const moments = [writing, () => writing().then(() => pause(15)), () => writing().then(() => pause(40))];
    const alive = await killAndAgain({ env: { DATABASE_URL: url }, open }, moments).finally(() => watcher.close());
    ok(alive > 0, "no kill came in time");
  } finally {
    await drop();
  }
});

Deno.test("an ingest killed at any moment leaves the feed before or the feed after [embedded]", async () => {
  const { dataDir, remove } = await createDataDir();
  try {
    const open = () => openDb({ databaseUrl: null, dataDir, deploy: false }, { log: createTestLog().log });
    // half the time goes by until the database is open, and the end of it is housekeeping
    const moments = [0.5, 0.65, 0.8].map((share): Moment => (wholeMs) => pause(share * wholeMs));
    await killAndAgain({ env: { DATA_DIR: dataDir, DATABASE_URL: "" }, open }, moments);
  } finally {
    await remove();
  }
});
