/** The jobs of a running service, as crons and its start call them. @module */

import { deepEqual, match } from "node:assert/strict";
import { createJobs, type Jobs } from "../../ingest/jobs.ts";
import type { Db } from "../../lib/db/db.ts";
import { getState } from "../../lib/db/state.ts";
import { DurationsBy } from "../../lib/platform/metrics.ts";
import { testConfig } from "../support/api_app.ts";
import { createTestLog, type TestLog } from "../support/log.ts";
import { runIngest } from "../../ingest/run.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

/** A source that answers the n-th request for its feed (from 1) by `answer`. */
function serveFeed(answer: (request: number) => Response | Promise<Response>): Deno.HttpServer<Deno.NetAddr> {
  let requests = 0;
  return Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ url }) => new URL(url).pathname === "/feed" ? answer(++requests) : new Response(null, { status: 404 }),
  );
}

/** The jobs over a database, with that source. */
function createTestJobs(
  { db, url, source, ending }: { db: Db; url: string; source: Deno.HttpServer<Deno.NetAddr>; ending: AbortSignal },
): { jobs: Jobs; log: TestLog } {
  const origin = `http://127.0.0.1:${source.addr.port}`;
  const sources = { FEED_URL: `${origin}/feed`, BRANDS_URL: `${origin}/b`, ARCHIVE_URL: `${origin}/a` };
  const log = createTestLog();
  const jobs = createJobs({
    ...{ db, config: testConfig({ DATABASE_URL: url, ...sources }), log: log.log, ending },
    clock: () => new Date("2026-06-05T10:20:00Z"),
    ingests: new DurationsBy("outcome"),
    onChange: () => Promise.resolve(),
  });
  return { jobs, log };
}

Deno.test("a start during an ingest that fails waits for its end, and then loads the feed itself", async () => {
  await withServerDb(async (db, url) => {
    const asked = Promise.withResolvers<void>();
    const beginning = Promise.withResolvers<void>();
    let requests = 0;
    const source = serveFeed(async (request) => {
      requests = request;
      if (request > 1) return new Response(toFeed(toStations(60, "2026-06-05 12:00:00")));
      asked.resolve();
      await beginning.promise;
      return new Response(null, { status: 404 });
    });
    const { jobs } = createTestJobs({ db, url, source, ending: new AbortController().signal });
    const ingested = jobs.ingest();
    await asked.promise;
    const begun = jobs.begin();
    beginning.resolve();
    await Promise.all([ingested, begun]);
    const state = await getState(db);
    deepEqual([state.asOfMs !== null, state.source, requests], [true, "official", 2]);
    await source.shutdown();
  });
});

Deno.test("a start without any source keeps the feed of a file and loads the project's own brands", async () => {
  await withServerDb(async (db, url) => {
    const { log } = createTestLog();
    const stations = [...toStations(60, "2026-06-05 12:00:00"), { id: 3400004 }];
    const file = { kind: "file", name: "feed.xml", bytes: toFeed(stations) } as const;
    await runIngest({ db, log, clock: () => new Date("2026-06-05T10:10:00Z") }, file);
    const source = serveFeed(() => new Response(null, { status: 404 }));
    await createTestJobs({ db, url, source, ending: new AbortController().signal }).jobs.begin();
    await source.shutdown();
    const brands = "select brand from station_brand where station_id = 3400004";
    deepEqual([(await getState(db)).source, await db.query({ text: brands })], ["file", [{ brand: "Carrefour" }]]);
  });
});

Deno.test("an ingest of a process that ends is broken off, also one whose source never answers", async () => {
  await withServerDb(async (db, url) => {
    const asked = Promise.withResolvers<void>();
    const never = Promise.withResolvers<Response>();
    const source = serveFeed(() => {
      asked.resolve();
      return never.promise;
    });
    const ending = new AbortController();
    const { jobs, log } = createTestJobs({ db, url, source, ending: ending.signal });
    const ingested = jobs.ingest();
    await asked.promise;
    ending.abort();
    await ingested;
    log.assertQuiet();
    deepEqual((await getState(db)).asOfMs, null);
    never.resolve(new Response(null, { status: 404 }));
    await source.shutdown();
  });
});

Deno.test("what an ingest stumbles over before it begins is logged, and the next one runs", async () => {
  await withServerDb(async (db, url) => {
    const source = serveFeed(() => new Response(toFeed(toStations(60, "2026-06-05 12:00:00"))));
    const gone = url.replace(/[^/]+$/, "no_such_database");
    const ending = new AbortController().signal;
    const { jobs, log } = createTestJobs({ db, url: gone, source, ending });
    await jobs.ingest();
    const [line] = log.at("warn");
    deepEqual([line?.message, line?.job], ["A job failed; it is tried again at its next time", "ingest"]);
    match(JSON.stringify(line?.error), /no_such_database cannot be reached/);
    await createTestJobs({ db, url, source, ending }).jobs.ingest();
    deepEqual((await getState(db)).source, "official");
    await source.shutdown();
  });
});
