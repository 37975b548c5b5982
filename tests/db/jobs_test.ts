/** The jobs of a running service, as crons and its start call them. @module */

import { deepEqual } from "node:assert/strict";
import { createJobs } from "../../ingest/jobs.ts";
import { getState } from "../../lib/db/state.ts";
import { DurationsBy } from "../../lib/platform/metrics.ts";
import { testConfig } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

Deno.test("a start during an ingest that fails waits for its end, and then loads the feed itself", async () => {
  await withServerDb(async (db) => {
    const asked = Promise.withResolvers<void>();
    const beginning = Promise.withResolvers<void>();
    let requests = 0;
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, async ({ url }) => {
      if (new URL(url).pathname !== "/feed") return new Response(null, { status: 404 });
      if (++requests > 1) return new Response(toFeed(toStations(60, "2026-06-05 12:00:00")));
      asked.resolve();
      await beginning.promise;
      return new Response(null, { status: 404 });
    });
    const origin = `http://127.0.0.1:${server.addr.port}`;
    const config = testConfig({ FEED_URL: `${origin}/feed`, BRANDS_URL: `${origin}/b`, ARCHIVE_URL: `${origin}/a` });
    const deps = { db, config, log: createTestLog().log, clock: () => new Date("2026-06-05T10:20:00Z") };
    const jobs = createJobs({
      ...deps,
      ingests: new DurationsBy("outcome"),
      onChange: () => Promise.resolve(),
      isEnding: () => false,
    });
    const ingested = jobs.ingest();
    await asked.promise;
    const begun = jobs.begin();
    beginning.resolve();
    await Promise.all([ingested, begun]);
    const { asOfMs, source } = await getState(db);
    deepEqual([asOfMs !== null, source, requests], [true, "official", 2]);
    await server.shutdown();
  });
});
