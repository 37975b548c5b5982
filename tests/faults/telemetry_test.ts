import { doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { startFeedServer } from "../support/feed_server.ts";
import { readMetrics } from "../support/metrics.ts";
import { startCollector, toSettings } from "../support/otel_collector.ts";
import { runProgram, until } from "../support/process.ts";
import { createServerUrl } from "../support/server_db.ts";
import { assertEnds, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const RUNNING = "jauge_job_running_seconds";
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

Deno.test("telemetry with spans is rejected in one sentence before anything is sent", async () => {
  const collector = startCollector();
  const env = {
    OTEL_DENO: "true",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  };
  const { code, stderr } = await runProgram(["serve.ts"], env);
  equal(code, 2);
  match(stderr, /OTEL_DENO_TRACING is ""; expected false with OTEL_DENO=true/);
  equal(collector.sent.filter(({ path }) => path === "/v1/traces").length, 0);
  await collector.stop();
});

Deno.test("Prometheus reads an ingest; a collector gets Deno's metrics and the log, without spans and positions", async () => {
  const collector = startCollector();
  const feed = startFeedServer({
    kind: "feed",
    bytes: toFeed(toStations(40, "2026-06-05 12:00:00")),
  });
  const { url, drop } = await createServerUrl();
  const env = {
    DATABASE_URL: url,
    CLOCK: "2026-06-05T10:20:00Z",
    METRICS_FROM: "127.0.0.1",
    ...feed.settings,
    ...toSettings(collector),
  };
  const startedS = Date.now() / 1000;
  try {
    await withService(env, async (service, origin) => {
      const scrape = async () => readMetrics(await (await fetch(`${origin}/metrics`)).text());
      await until(scrape, (series) => series.has("jauge_feed_timestamp_seconds"));
      await (await fetch(origin + SEARCH)).body?.cancel();
      const series = await until(scrape, (found) => {
        const isRunning = found.entries().some(([name, value]) =>
          name.startsWith(RUNNING) && value > 0
        );
        return !isRunning &&
          found.get('jauge_job_duration_seconds_count{job_name="history_files",outcome="ok"}')! >=
            1;
      });
      const value = (name: string) => series.get(name);
      equal(value('jauge_ingest_duration_seconds_count{outcome="changed"}'), 1);
      ok(value('jauge_ingest_duration_seconds_sum{outcome="changed"}')! > 0);
      // A cron may have run it again.
      ok(value('jauge_job_duration_seconds_count{job_name="ingest",outcome="ok"}')! >= 1);
      ok(value('jauge_job_last_success_timestamp_seconds{job_name="ingest"}')! >= startedS);
      ok(value("jauge_snapshot_swap_duration_seconds_count")! >= 1);
      // The newest price of the feed is from 12:00 in Paris.
      equal(value("jauge_feed_timestamp_seconds"), Date.parse("2026-06-05T10:00:00Z") / 1000);
      ok(value("jauge_as_of_timestamp_seconds")! >= Date.parse(env.CLOCK) / 1000);
      // Deno sends the rest of the log when the process ends.
      await assertEnds(service);
    });
  } finally {
    await feed.stop();
    await collector.stop();
    await drop();
  }
  const isThere = (path: string, part: string) =>
    collector.sent.some((one) => one.path === path && one.text.includes(part));
  ok(isThere("/v1/metrics", "http.server.request.duration"), "Deno's own metrics");
  ok(!isThere("/v1/metrics", "jauge"), "the service's own metrics");
  ok(isThere("/v1/logs", "/api/v1/stations/search"));
  ok(!isThere("/v1/traces", ""), "spans were sent");
  for (const { path, text } of collector.sent) doesNotMatch(text, /48\.8566|2\.3522|lat=/, path);
});
