import { deepEqual, equal, match } from "node:assert/strict";
import { readMetrics } from "../support/metrics.ts";
import { startServer, until } from "../support/process.ts";
import { withFixtureService } from "../support/service.ts";

const UNCAUGHT = "jauge_uncaught_errors_total";

async function readText(address: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(address, { headers });
  equal(response.status, 200, address);
  return await response.text();
}

async function countUncaught(origin: string): Promise<number | undefined> {
  return readMetrics(await readText(`${origin}/metrics`)).get(UNCAUGHT);
}

Deno.test("an error that reaches no catch is logged, counted and reported, and the service goes on", async () => {
  const reports: string[] = [];
  const webhook = startServer(async (req) => {
    reports.push((await req.json()).text);
    return new Response();
  });
  const env = {
    METRICS_FROM: "127.0.0.1",
    INGEST: "on",
    FEED_URL: `${webhook.url}/nothing`,
    BRANDS_URL: `${webhook.url}/nothing`,
    ARCHIVE_URL: `${webhook.url}/nothing`,
    ALERT_WEBHOOK: `${webhook.url}/hook`,
  };
  await withFixtureService(env, async ({ service, origin }) => {
    await readText(`${origin}/api/v1/detached`, { "x-request-id": "detached-1" });
    await until(() => countUncaught(origin), (count) => count === 1);
    await until(() => reports.find((text) => text.includes("A detached promise failed")));
    await readText(`${origin}/api/v1/timer`);
    await until(() => countUncaught(origin), (count) => count === 2);
    await readText(`${origin}/api/v1/prices/national?fuel=gazole`);
    service.kill("SIGTERM");
    const { code, stderr } = await service.end();
    equal(code, 0, stderr);
    const logged = stderr.split("\n").filter((line) => line.includes("An error was not handled"))
      .map((line) => JSON.parse(line));
    deepEqual(
      logged.map(({ level, requestId, error }) => [level, requestId, error.message]),
      [["error", "detached-1", "A detached promise failed"], ["error", undefined, "A timer failed"]],
    );
    match(logged[0].error.stack, /faulty_service/);
    const [report] = reports.filter((text) => text.includes("not handled"));
    match(report!, /An error was not handled: Error: A detached promise failed \(request detached-1\)/);
  }, { entry: "tests/faults/faulty_service.ts" });
  await webhook.stop();
});

Deno.test("a body that fails ends its response only", () =>
  withFixtureService({}, async ({ origin }) => {
    for (let i = 0; i < 20; i++) {
      await fetch(`${origin}/api/v1/stream`).then((response) => response.text()).catch(() => {});
    }
    await readText(`${origin}/healthz`);
  }, { entry: "tests/faults/faulty_service.ts" }));
