import { equal, ok } from "../support/assert.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { createServerUrl } from "../support/server_db.ts";
import { assertEnds, waitUntilReady, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

/** Counts ten-minute periods. The feed's cron runs when the number changes. */
function countTenMinutes(): number {
  return Math.floor(Date.now() / 600_000);
}

Deno.test("on Deno Deploy the first instance fills an empty database, and the next ones download nothing", async () => {
  const { url, drop } = await createServerUrl();
  const server = startFeedServer({
    kind: "feed",
    bytes: toFeed(toStations(20, "2026-06-05 12:00:00")),
  });
  const instance = { DENO_DEPLOYMENT_ID: "test", DATABASE_URL: url, CLOCK: "2026-06-05T10:20:00Z" };
  const env = { ...instance, ...server.settings };
  try {
    await withService(env, (_service, origin) => waitUntilReady(origin));
    const before = server.requests.length;
    ok(before > 0);
    const began = countTenMinutes();
    await withService(env, async (service, origin) => {
      await waitUntilReady(origin);
      await assertEnds(service, "SIGINT");
    });
    if (countTenMinutes() === began) equal(server.requests.length, before);
  } finally {
    await server.stop();
    await drop();
  }
});
