import { deepEqual, doesNotMatch, equal, match, ok } from "node:assert/strict";
import { startFeedServer } from "../support/feed_server.ts";
import { readMetrics } from "../support/metrics.ts";
import { findOwnSeries, startCollector, toSettings } from "../support/otel_collector.ts";
import { runProgram, until } from "../support/process.ts";
import { createServerUrl } from "../support/server_db.ts";
import { assertEnds, withService } from "../support/service.ts";
import { toFeed, toStations } from "../support/small_feed.ts";

const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

Deno.test("telemetry with spans is refused in a sentence before anything is sent", async () => {
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

function sortSeries(series: Iterable<[string, number]>): [string, number][] {
  return [...series].map(([name, value]): [string, number] => [
    name.replace(/\{(.*)\}$/, (_, labels) => `{${labels.split(/,(?=\w+=)/).sort().join(",")}}`),
    value,
  ]).sort();
}

/** Whether a series stands still once the test has asked its questions: a cron may ingest the same again at any time. */
function isSettled([name]: [string, number]): boolean {
  if (/route="\/(metrics|readyz)"|outcome="unchanged"/.test(name)) return false;
  return /^jauge_(http_request|ingest)_duration|^jauge_quota/.test(name);
}

Deno.test("without spans and positions, a collector and Prometheus are told the same of a counted set of requests and of an ingest", async () => {
  const collector = startCollector();
  const feed = startFeedServer({ kind: "feed", bytes: toFeed(toStations(40, "2026-06-05 12:00:00")) });
  const { url, drop } = await createServerUrl();
  const limits = { REST_LIMIT: "3", MCP_LIMIT: "1", METRICS_FROM: "127.0.0.1" };
  const env = {
    DATABASE_URL: url,
    CLOCK: "2026-06-05T10:20:00Z",
    ...feed.settings,
    ...limits,
    ...toSettings(collector),
  };
  const startedAt = performance.now();
  try {
    await withService(env, async (service, origin) => {
      const ask = async (path: string, init?: RequestInit) => await (await fetch(origin + path, init)).body?.cancel();
      const scrape = async () => readMetrics(await (await fetch(`${origin}/metrics`)).text());
      await until(scrape, (series) => series.has("jauge_feed_age_seconds"));
      for (let i = 0; i < 5; i++) await ask(SEARCH);
      for (let i = 0; i < 2; i++) await ask("/mcp", { method: "POST", body: "{}" });
      await ask("/stations/75012001");
      await ask("/nothing/there");
      const series = await scrape();
      const value = (name: string) => series.get(name);
      const count = (route: string, status: string) =>
        value(`jauge_http_request_duration_seconds_count{route="${route}",status="${status}"}`);
      equal(count("/api/v1/stations/search", "2xx"), 3);
      equal(count("/api/v1/stations/search", "4xx"), 2);
      equal(count("{/en}?/stations/:id", "2xx"), 1);
      equal(count("/mcp", "4xx"), 2);
      equal(count("other", "4xx"), 1);
      equal(value('jauge_quota_refusals_total{bucket="rest"}'), 2);
      equal(value('jauge_quota_refusals_total{bucket="mcp"}'), 1);
      equal(value('jauge_ingest_duration_seconds_count{outcome="changed"}'), 1);
      ok(value('jauge_ingest_duration_seconds_sum{outcome="changed"}')! > 0);
      ok(value("jauge_snapshot_swap_duration_seconds_count")! >= 1);
      // the newest price of the feed is of 12:00 in Paris
      const elapsedS = (performance.now() - startedAt) / 1000;
      const feedAgeS = value("jauge_feed_age_seconds")!;
      ok(feedAgeS >= 1200 && feedAgeS <= 1200 + elapsedS, `${feedAgeS} s after ${elapsedS}`);
      ok(value("jauge_as_of_age_seconds")! <= elapsedS);
      equal(value('jauge_db_connections{state="size"}'), 4);

      const expected = sortSeries(series).filter(isSettled);
      ok(expected.length > 50);
      const last = () => sortSeries(findOwnSeries(collector.sent));
      await until(last, (series) => series.some(([name]) => /count\{route="other",status="4xx"/.test(name)));
      deepEqual(last().filter(isSettled), expected);
      // the same names for everything, whatever the clock adds
      const names = (all: Iterable<[string, number]>) =>
        [...new Set([...all].map(([name]) => name.split("{")[0]))].sort();
      deepEqual(names(findOwnSeries(collector.sent)), names(series));
      // what is still held of the log is sent at the end
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
  ok(isThere("/v1/logs", "/api/v1/stations/search"));
  ok(!isThere("/v1/traces", ""), "spans were sent");
  for (const { path, text } of collector.sent) doesNotMatch(text, /48\.8566|2\.3522|lat=/, path);
});
