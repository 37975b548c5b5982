import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { Jobs } from "../../ingest/jobs.ts";
import { changeDevice } from "../../lib/db/alerts/devices.ts";
import type { Db } from "../../lib/db/db.ts";
import { getState } from "../../lib/db/data_state.ts";
import { alertRule } from "../../lib/domain/alert_rule.ts";
import { createTestJobs } from "../support/jobs.ts";
import { ingest, readRows } from "../support/load.ts";
import { startServer, until } from "../support/process.ts";
import { startPushService } from "../support/push_service.ts";
import { withServerDb } from "../support/server_db.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

type Answer = () => Response | Promise<Response>;

/**
 * The response of a source by the last part of the path: `feed`, `brands`, or a year for its
 * archive.
 */
type Answers = Record<string, Answer>;

const notFound = () => new Response(null, { status: 404 });
const toFeedResponse = () => new Response(toFeed(toStations(60, "2026-06-05 12:00:00")));

/** Creates a request that is answered when the test releases it. */
function holdAnswer(): {
  answer: Answer;
  requested: Promise<void>;
  release(response: Response): void;
} {
  const request = Promise.withResolvers<void>();
  const response = Promise.withResolvers<Response>();
  const answer = () => {
    request.resolve();
    return response.promise;
  };
  return { answer, requested: request.promise, release: response.resolve };
}

type World = { db: Db; env: Record<string, string> };

/**
 * Runs `work` with a database and a source of feeds, brands and archives. Anything missing in
 * `answers` returns 404.
 */
async function withSource(answers: Answers, work: (world: World) => Promise<void>): Promise<void> {
  const stopped = Promise.withResolvers<Response>();
  const source = startServer(({ url }) => {
    const name = new URL(url).pathname.split("/").at(-1)!;
    return Promise.race([(answers[name] ?? notFound)(), stopped.promise]);
  });
  const stop = () => {
    stopped.resolve(notFound());
    return source.stop();
  };
  await withServerDb((db, url) => {
    const env = {
      DATABASE_URL: url,
      FEED_URL: `${source.url}/feed`,
      BRANDS_URL: `${source.url}/brands`,
      ARCHIVE_URL: source.url,
    };
    return work({ db, env });
  }).finally(stop);
}

const clock = () => new Date("2026-06-05T10:20:00Z");

/** Waits until the jobs that a start triggers have ended. */
async function settle(jobs: Jobs): Promise<void> {
  for (const name of ["brands", "archive", "means", "history_files", "sample"] as const) {
    await jobs.settled(name);
  }
}

Deno.test("a start during a failing ingest loads the feed itself and builds the history files", async () => {
  const first = holdAnswer();
  let requests = 0;
  const feed = () => ++requests === 1 ? first.answer() : toFeedResponse();
  await withSource({ feed }, async ({ db, env }) => {
    const { jobs, ended } = createTestJobs({ db, env, clock });
    const ingested = jobs.run("ingest");
    await first.requested;
    const begun = jobs.begin();
    first.release(notFound());
    await Promise.all([ingested, begun]);
    deepEqual([(await getState(db)).source, requests], ["official", 2]);
    await until(
      () => Promise.resolve(ended.find(({ job }) => job === "history_files")),
      (run) => run?.outcome === "ok",
    );
    await settle(jobs);
  });
});

Deno.test("a start completes when the feed is stored, and feeds are read while brands and the archive hang", async () => {
  const brands = holdAnswer();
  const archive = holdAnswer();
  let requests = 0;
  const feed = () => {
    requests++;
    return toFeedResponse();
  };
  await withSource({ feed, brands: brands.answer, "2026": archive.answer }, async ({ db, env }) => {
    const ending = new AbortController();
    const { jobs, ended } = createTestJobs({ db, env, clock, ending: ending.signal });
    await jobs.begin();
    await Promise.all([brands.requested, archive.requested]);
    await jobs.run("ingest");
    equal(requests, 2);
    await jobs.run("alarm");
    deepEqual(ended.map(({ job }) => job).filter((job) => !job.endsWith("_alerts")), [
      "ingest",
      "ingest",
      "alarm",
    ]);
    ending.abort();
    brands.release(notFound());
    archive.release(notFound());
    await settle(jobs);
  });
});

Deno.test("a hanging job is stopped at its timeout, is reported, and runs again", async () => {
  const brands = holdAnswer();
  let requests = 0;
  const answer = () =>
    ++requests === 1
      ? brands.answer()
      : new Response("ref:FR:prix-carburants,brand,name,operator,branch\n75012001,Avia,,,\n");
  await withSource({ brands: answer }, async ({ db, env }) => {
    await ingest(db, "2026-06-05T10:10:00Z", toFeed(toStations(60, "2026-06-05 12:00:00")));
    const { jobs, log, ended } = createTestJobs({ db, env, clock, timeoutsMs: { brands: 500 } });
    await jobs.run("brands");
    deepEqual(ended, [{ job: "brands", outcome: "timed_out" }]);
    deepEqual(jobs.findFaults(), ["brands was given up after 0.5 s"]);
    deepEqual(log.at("error").map(({ message, job }) => [message, job]), [[
      "A job hung and was given up; it runs again at its next scheduled time",
      "brands",
    ]]);
    await jobs.run("brands");
    deepEqual(jobs.findFaults(), []);
    ok(
      (await readRows(
        db,
        "select from station_brand where station_id = 75012001 and brand = 'Avia'",
      )).length === 1,
    );
    brands.release(notFound());
    await settle(jobs);
  });
});

Deno.test("an ingest starts the alert decision after its commit, then the sender, and does not wait for the push service", async () => {
  const push = startPushService();
  push.answer({ kind: "unheard" });
  const toLower = (value: string, at: string) =>
    toFeed(
      toStations(60, "2026-06-05 12:00:00", (station, index) =>
        index > 0 ? station : { ...station, prices: [{ fuel: "Gazole", at, value }] }),
    );
  let requests = 0;
  const feed = () =>
    new Response(
      ++requests === 1
        ? toLower("1.750", "2026-06-05 12:00:00")
        : toLower("1.650", "2026-06-05 12:15:00"),
    );
  await withSource({ feed }, async ({ db, env }) => {
    const { jobs } = createTestJobs({
      db,
      clock,
      env: { ...env, BASE_URL: "https://fuel.example", PUSH_HOSTS: "127.0.0.1" },
    });
    await jobs.run("ingest");
    await jobs.settled("decide_alerts");
    await jobs.settled("send_alerts");
    const when = { kind: "at_most", price_milli: 1_700 };
    const rule = alertRule.parse({
      fuel: "gazole",
      where: { ids: ["75012001"] },
      when,
      at_night: true,
    });
    const subscription = await push.createSubscription();
    await changeDevice(db, { subscription, rule, lang: "en", now: clock() });
    await jobs.run("ingest");
    await until(() => push.received.length);
    equal(JSON.parse(push.received[0]!.data).title, "Diesel at €1.650");
    await push.stop();
    await jobs.run("send_alerts");
    await settle(jobs);
  });
});

Deno.test("a start without any source keeps the feed of a file and loads the project's own brands", () =>
  withSource({}, async ({ db, env }) => {
    const stations = [...toStations(60, "2026-06-05 12:00:00"), { id: 3400004 }];
    await ingest(db, "2026-06-05T10:10:00Z", toFeed(stations));
    const { jobs } = createTestJobs({ db, env, clock });
    await jobs.begin();
    await settle(jobs);
    const brands = "select brand from station_brand where station_id = 3400004";
    deepEqual([(await getState(db)).source, await readRows(db, brands)], ["file", [["Carrefour"]]]);
  }));

Deno.test("shutdown aborts an ingest, even if its source never responds", async () => {
  const feed = holdAnswer();
  await withSource({ feed: feed.answer }, async ({ db, env }) => {
    const ending = new AbortController();
    const { jobs, log } = createTestJobs({ db, env, clock, ending: ending.signal });
    const ingested = jobs.run("ingest");
    await feed.requested;
    ending.abort();
    await ingested;
    log.assertQuiet();
    equal((await getState(db)).asOfMs, null);
    feed.release(notFound());
  });
});

Deno.test("a fault before an ingest starts is logged, and the next ingest runs", () =>
  withSource({ feed: toFeedResponse }, async ({ db, env }) => {
    const DATABASE_URL = env.DATABASE_URL!.replace(/[^/]+$/, "no_such_database");
    const { jobs, log } = createTestJobs({ db, env: { ...env, DATABASE_URL }, clock });
    await jobs.run("ingest");
    const [line] = log.at("warn");
    deepEqual([line?.message, line?.job], [
      "A job failed; it runs again at its next scheduled time",
      "ingest",
    ]);
    match(JSON.stringify(line?.error), /no_such_database cannot be reached/);
    const next = createTestJobs({ db, env, clock }).jobs;
    await next.run("ingest");
    equal((await getState(db)).source, "official");
    await settle(next);
  }));
