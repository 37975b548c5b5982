/** An instance as Deno Deploy starts it: over a filled database it downloads nothing, and SIGINT shuts it down gracefully. @module */

import { equal } from "node:assert/strict";
import { type FeedServer, startFeedServer } from "../support/feed_server.ts";
import { createServerUrl } from "../support/server_db.ts";
import { waitUntilReady, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const STATIONS = 20;

function toEnv(server: FeedServer, url: string): Record<string, string> {
  const nowhere = `${server.url}/nowhere`;
  return {
    ...{ DENO_DEPLOYMENT_ID: "test", DATABASE_URL: url, CLOCK: "2026-06-05T10:20:00Z" },
    ...{ FEED_URL: server.url, ARCHIVE_URL: nowhere, BRANDS_URL: nowhere },
  };
}

Deno.test("on Deno Deploy the first instance fills an empty database, the next ones download nothing", async () => {
  const { url, drop } = await createServerUrl();
  const server = startFeedServer();
  server.answer({ kind: "feed", bytes: toFeed(toStations(STATIONS, "2026-06-05 12:00:00")) });
  try {
    await withService(toEnv(server, url), async (_service, origin) => await waitUntilReady(origin));
    const asked = server.requests.length;
    equal(asked > 0, true);
    await withService(toEnv(server, url), async (service, origin) => {
      await waitUntilReady(origin);
      service.kill("SIGINT");
      equal((await service.end()).code, 0);
    });
    equal(server.requests.length, asked);
  } finally {
    await server.stop();
    await drop();
  }
});
