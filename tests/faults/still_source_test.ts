import { deepEqual, equal, ok } from "../support/assert.ts";
import { runIngest } from "../../ingest/run_ingest.ts";
import { createTestApp } from "../support/api_app.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const BEGAN_MS = Date.parse("2026-06-05T10:05:00Z");
const DAY_S = 86_400;

Deno.test("feed_age_s shows a source that returns 304 for six days, while as_of_age_s stays small", async () => {
  const bytes = toFeed(toStations(120, "2026-06-05 12:00:00"));
  const source = startFeedServer({ kind: "feed", bytes, etag: '"still"' });
  await withServerDb(async (db) => {
    const { log } = createTestLog();
    const outcomes: string[] = [];
    for (let day = 0; day <= 6; day++) {
      const clock = () => new Date(BEGAN_MS + day * DAY_S * 1000);
      outcomes.push(
        (await runIngest({ db, log, clock }, { kind: "official", url: source.url })).outcome,
      );
    }
    deepEqual(outcomes, ["changed", ...Array(6).fill("unchanged")]);
    equal(source.requests.at(-1)!.headers["if-none-match"], '"still"');
    const app = await createTestApp(db, {
      clock: () => new Date(BEGAN_MS + 6 * DAY_S * 1000 + 300_000),
    });
    const { as_of_age_s, feed_age_s, ready } = await (await app.fetch("/readyz")).json();
    await app.close();
    deepEqual({ as_of_age_s, feed_age_s, ready }, {
      as_of_age_s: 300,
      feed_age_s: 6 * DAY_S + 600,
      ready: true,
    });
    ok(feed_age_s > 21_600, "it must exceed the alarm in docs/operations.md");
  }).finally(() => source.stop());
});
