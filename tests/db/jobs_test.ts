import { deepEqual, equal, match } from "node:assert/strict";
import { createJobs, type Jobs } from "../../ingest/jobs.ts";
import type { Db } from "../../lib/db/db.ts";
import { changeDevice } from "../../lib/db/alerts/devices.ts";
import { getState } from "../../lib/db/state.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { DurationsBy } from "../../lib/platform/metrics.ts";
import { testConfig } from "../support/api_app.ts";
import { ingest, readRows } from "../support/load.ts";
import { createTestLog, type TestLog } from "../support/log.ts";
import { startServer, until } from "../support/process.ts";
import { startPushService } from "../support/push_service.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

/** Runs `work` with a source that answers the n-th request for its feed (from 1) by `answer`. */
async function withFeed(
  answer: (request: number) => Response | Promise<Response>,
  work: (origin: string, db: Db, url: string) => Promise<void>,
): Promise<void> {
  let requests = 0;
  const source = startServer(({ url }) =>
    new URL(url).pathname === "/feed" ? answer(++requests) : new Response(null, { status: 404 })
  );
  await withServerDb((db, url) => work(source.url, db, url)).finally(source.stop);
}

function createTestJobs(
  { db, url, origin, ending = new AbortController().signal, env = {} }: {
    db: Db;
    url: string;
    origin: string;
    ending?: AbortSignal;
    env?: Record<string, string>;
  },
): { jobs: Jobs; log: TestLog; dataDir: string } {
  const sources = { FEED_URL: `${origin}/feed`, BRANDS_URL: `${origin}/b`, ARCHIVE_URL: `${origin}/a` };
  const dataDir = Deno.makeTempDirSync();
  const log = createTestLog();
  const jobs = createJobs({
    ...{ db, config: testConfig({ DATABASE_URL: url, DATA_DIR: dataDir, ...sources, ...env }), log: log.log, ending },
    clock: () => new Date("2026-06-05T10:20:00Z"),
    ingests: new DurationsBy("outcome"),
    onChange: () => Promise.resolve(),
    isPushAddress: () => Promise.resolve(true),
  });
  return { jobs, log, dataDir };
}

const toFeedResponse = () => new Response(toFeed(toStations(60, "2026-06-05 12:00:00")));

Deno.test("a start during an ingest that fails waits for its end, loads the feed itself, and makes the files of past prices", async () => {
  const [asked, beginning] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let requests = 0;
  await withFeed(async (request) => {
    requests = request;
    if (request > 1) return toFeedResponse();
    asked.resolve();
    await beginning.promise;
    return new Response(null, { status: 404 });
  }, async (origin, db, url) => {
    const { jobs, dataDir } = createTestJobs({ db, url, origin });
    const ingested = jobs.ingest();
    await asked.promise;
    const begun = jobs.begin();
    beginning.resolve();
    await Promise.all([ingested, begun]);
    deepEqual([(await getState(db)).source, requests], ["official", 2]);
    const index = `${dataDir}/history/index.json`;
    await until(() => Deno.readTextFile(index).catch(() => ""), (text) => text.includes("daily.parquet"));
  });
});

Deno.test("an ingest sends its alerts after its commit, and does not wait for the push service", async () => {
  const push = startPushService();
  push.answer({ kind: "unheard" });
  const toLower = (value: string, at: string) =>
    toFeed(
      toStations(60, "2026-06-05 12:00:00", (station, index) =>
        index > 0 ? station : { ...station, prices: [{ fuel: "Gazole", at, value }] }),
    );
  await withFeed(
    (request) =>
      new Response(request === 1 ? toLower("1.750", "2026-06-05 12:00:00") : toLower("1.650", "2026-06-05 12:15:00")),
    async (origin, db, url) => {
      const ending = new AbortController();
      const env = { BASE_URL: "https://fuel.example" };
      const { jobs } = createTestJobs({ db, url, origin, env, ending: ending.signal });
      await jobs.ingest();
      const when = { kind: "at_most", price_milli: 1_700 };
      const rule = alertRule.parse({ fuel: "gazole", where: { ids: ["75012001"] }, when, at_night: true });
      await changeDevice(db, {
        subscription: await push.createSubscription(),
        rule,
        lang: "en",
        now: new Date("2026-06-05T10:20:00Z"),
      });
      await jobs.ingest();
      await until(() => push.received.length);
      equal(JSON.parse(push.received[0]!.data).title, "Diesel at €1.650");
      await push.stop();
      await jobs.alerts();
    },
  );
});

Deno.test("a start without any source keeps the feed of a file and loads the project's own brands", () =>
  withFeed(() => new Response(null, { status: 404 }), async (origin, db, url) => {
    const stations = [...toStations(60, "2026-06-05 12:00:00"), { id: 3400004 }];
    await ingest(db, "2026-06-05T10:10:00Z", toFeed(stations));
    await createTestJobs({ db, url, origin }).jobs.begin();
    const brands = "select brand from station_brand where station_id = 3400004";
    deepEqual([(await getState(db)).source, await readRows(db, brands)], ["file", [["Carrefour"]]]);
  }));

Deno.test("an ingest of a process that ends is broken off, also one whose source never answers", async () => {
  const [asked, never] = [Promise.withResolvers<void>(), Promise.withResolvers<Response>()];
  await withFeed(() => {
    asked.resolve();
    return never.promise;
  }, async (origin, db, url) => {
    const ending = new AbortController();
    const { jobs, log } = createTestJobs({ db, url, origin, ending: ending.signal });
    const ingested = jobs.ingest();
    await asked.promise;
    ending.abort();
    await ingested;
    log.assertQuiet();
    equal((await getState(db)).asOfMs, null);
    never.resolve(new Response(null, { status: 404 }));
  });
});

Deno.test("what an ingest stumbles over before it begins is logged, and the next one runs", () =>
  withFeed(toFeedResponse, async (origin, db, url) => {
    const { jobs, log } = createTestJobs({ db, url: url.replace(/[^/]+$/, "no_such_database"), origin });
    await jobs.ingest();
    const [line] = log.at("warn");
    deepEqual([line?.message, line?.job], ["A job failed; it is tried again at its next time", "ingest"]);
    match(JSON.stringify(line?.error), /no_such_database cannot be reached/);
    await createTestJobs({ db, url, origin }).jobs.ingest();
    equal((await getState(db)).source, "official");
  }));
