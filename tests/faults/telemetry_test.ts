/** What Deno's own telemetry sends of the real service to a collector: metrics and the log, and no position. @module */

import { doesNotMatch, equal, match, ok } from "node:assert/strict";
import { runProgram } from "../support/process.ts";
import { withFixtureService } from "../support/service.ts";

const PATIENCE_MS = 30_000;
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";

type Sent = { path: string; text: string };

/** A collector of OTLP as JSON that keeps what it gets. */
function startCollector(): { url: string; sent: Sent[]; stop(): Promise<void> } {
  const sent: Sent[] = [];
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (req) => {
    sent.push({ path: new URL(req.url).pathname, text: await req.text() });
    return Response.json({});
  });
  return { url: `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`, sent, stop: () => server.shutdown() };
}

async function waitFor(isThere: () => boolean): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !isThere();) {
    ok(performance.now() < deadline, "the collector did not get what was expected");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

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

Deno.test("telemetry without spans counts requests and names no position", async () => {
  const collector = startCollector();
  const telemetry = {
    OTEL_DENO: "true",
    OTEL_DENO_TRACING: "false",
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
    OTEL_METRIC_EXPORT_INTERVAL: "200",
    OTEL_BLRP_SCHEDULE_DELAY: "200",
    OTEL_BSP_SCHEDULE_DELAY: "200",
  };
  await withFixtureService(telemetry, async ({ service, origin }) => {
    equal((await (await fetch(origin + SEARCH)).json()).meta.version, "v1");
    const isThere = (path: string, text: string) =>
      collector.sent.some((one) => one.path === path && one.text.includes(text));
    await waitFor(() => isThere("/v1/metrics", "http.server.request.duration"));
    await waitFor(() => isThere("/v1/logs", "/api/v1/stations/search"));
    // what is still held is sent at the end
    service.kill("SIGTERM");
    equal((await service.end()).code, 0);
  });
  for (const { path, text } of collector.sent) {
    doesNotMatch(text, /48\.8566|2\.3522|lat=/, path);
    ok(path !== "/v1/traces", "spans were sent");
  }
  await collector.stop();
});
