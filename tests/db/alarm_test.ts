import { deepEqual, match } from "../support/assert.ts";
import { Alarm } from "../../lib/selfcheck/alarm.ts";
import type { Backups } from "../../lib/operations/backups.ts";
import { insertSelfCheck } from "../../lib/db/self_check.ts";
import { noSnapshots } from "../../lib/snapshot/source.ts";
import { ingest, toIngestContext } from "../support/load.ts";
import { createTestLog } from "../support/log.ts";
import { startServer } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const NOW = "2026-06-05T10:10:00Z";
const LATER = "2026-06-05T11:10:01Z";

/** Starts a webhook that responds with `status` and records what it receives. */
function startWebhook() {
  const hook = { status: 200, bodies: [] as Record<string, unknown>[] };
  const server = startServer(async (req) => {
    const body = await req.json();
    if (hook.status === 200) hook.bodies.push(body);
    return new Response("taken", { status: hook.status, headers: { location: "/elsewhere" } });
  });
  return { hook, ...server };
}

Deno.test("ALERT_WEBHOOK receives each fault once, and one message when the last one has ended", () =>
  withServerDb(async (db) => {
    const { hook, url, stop } = startWebhook();
    const log = createTestLog();
    let now = NOW;
    const backend = {
      ...toIngestContext(db, NOW),
      clock: () => new Date(now),
      log: log.log,
      snapshots: noSnapshots,
    };
    let jobFaults: string[] = [];
    let backup: Backups = { succeeded_at: null, failed_at: null };
    const alarm = new Alarm(`${url}/?topic=prices`, {
      ...backend,
      baseUrl: "https://fuel.example",
      findJobFaults: () => jobFaults,
      readBackups: () => Promise.resolve(backup),
    });
    const check = async () => {
      await alarm.check();
      await alarm.check();
      return hook.bodies.splice(0).map(({ title }) => title);
    };
    const feed = (at: string, count = 60) => toFeed(toStations(count, at));
    const checked = (differences: number) =>
      insertSelfCheck(db, {
        at: new Date(now),
        revision: 1,
        feedAt: null,
        seed: 1,
        questions: 10,
        differences,
        examples: [],
        durationMs: 1,
      });
    deepEqual(await check(), [], "an empty database is not a fault");
    await ingest(db, NOW, feed("2026-06-05 12:00:00"));
    deepEqual(await check(), []);
    await ingest(db, NOW, feed("2026-06-05 12:05:00", 5), { force: false, outcome: "refused" });
    hook.status = 302;
    deepEqual(await check(), [], "a redirect is not followed");
    hook.status = 200;
    await alarm.check();
    const [{ text, message, ...rest }] = hook.bodies.splice(0) as [Record<string, unknown>];
    deepEqual(rest, { title: "An ingest was refused", tags: ["warning"], topic: "prices" });
    match(
      String(text),
      /^An ingest was refused: .+; the data stay as they were \(https:\/\/fuel\.example\)$/,
    );
    deepEqual(message, text);
    now = LATER;
    await checked(2);
    deepEqual(await check(), ["The data are old", "Answers differ from the feed"]);
    await ingest(db, LATER, feed("2026-06-05 13:00:00"));
    deepEqual(await check(), [], "one fault remains");
    await checked(0);
    deepEqual(await check(), ["Recovered"]);
    await Promise.all([
      alarm.reportUncaught("Error: one (request r1)"),
      alarm.reportUncaught("Error: two"),
    ]);
    const [{ text: uncaught }] = hook.bodies.splice(0) as [Record<string, unknown>];
    match(String(uncaught), /^An error was not handled: Error: (one \(request r1\)|two) /);
    deepEqual(await check(), []);
    now = "2026-06-05T12:10:02Z";
    await ingest(db, now, feed("2026-06-05 14:05:00"));
    deepEqual(await check(), ["Recovered"], "an hour without another error");
    backup = { succeeded_at: NOW, failed_at: LATER };
    deepEqual(await check(), ["A backup is missing"]);
    backup = { succeeded_at: now, failed_at: LATER };
    deepEqual(await check(), ["Recovered"]);
    jobFaults = ["brands was given up after 900 s"];
    deepEqual(await check(), ["A background job hangs"]);
    jobFaults = [];
    deepEqual(await check(), ["Recovered"]);
    const warnings = log.at("warn").map(({ message, status }) => [message, status]);
    deepEqual(
      warnings,
      [["ALERT_WEBHOOK rejects messages", 302]],
      "a webhook that refuses is logged once",
    );
    await stop();
  }));
