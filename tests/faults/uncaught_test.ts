import { deepEqual, equal, match } from "../support/assert.ts";
import { readMetrics } from "../support/metrics.ts";
import { startServer, until } from "../support/process.ts";
import { type FixtureService, withFixtureService } from "../support/service.ts";

const UNCAUGHT = "jauge_uncaught_errors_total";

async function readText(address: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(address, { headers });
  equal(response.status, 200, address);
  return await response.text();
}

async function countUncaught(origin: string): Promise<number | undefined> {
  return readMetrics(await readText(`${origin}/metrics`)).get(UNCAUGHT);
}

/** Returns settings of a service whose alarm posts to `webhook`, and whose feed is unreachable. */
function toSettings(webhook: string): Record<string, string> {
  return {
    METRICS_FROM: "127.0.0.1",
    INGEST: "on",
    FEED_URL: `${webhook}/nothing`,
    BRANDS_URL: `${webhook}/nothing`,
    ARCHIVE_URL: `${webhook}/nothing`,
    ALERT_WEBHOOK: `${webhook}/hook`,
  };
}

/** Runs the faulty service. `reports` are the texts that the operator receives. */
async function withFaultyService(
  env: Record<string, string>,
  work: (parts: FixtureService & { reports: string[] }) => Promise<void>,
): Promise<void> {
  const reports: string[] = [];
  const webhook = startServer(async (req) => {
    if (req.method === "POST") reports.push((await req.json()).text);
    return new Response();
  });
  const entry = "tests/faults/faulty_service.ts";
  await withFixtureService(
    { ...toSettings(webhook.url), ...env },
    (parts) => work({ ...parts, reports }),
    { entry },
  );
  await webhook.stop();
}

Deno.test("an uncaught error is logged, counted and reported, and the service continues", () =>
  withFaultyService({}, async ({ service, origin, reports }) => {
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
      [["error", "detached-1", "A detached promise failed"], [
        "error",
        undefined,
        "A timer failed",
      ]],
    );
    match(logged[0].error.stack, /faulty_service/);
    const [report] = reports.filter((text) => text.includes("not handled"));
    match(
      report!,
      /An error was not handled: Error: A detached promise failed \(request detached-1\)/,
    );
  }));

Deno.test("an error of another thread is reported, and one that stops the thread ends the process", () =>
  withFaultyService({ THREADS: "2" }, async ({ service, origin, reports }) => {
    const ask = async (path: string) => {
      // A new connection, so that the system distributes the requests over all threads.
      using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
      await fetch(origin + path, { client } as RequestInit).then((response) => response.text());
    };
    await until(async () => {
      await ask("/api/v1/thread");
      return reports.some((text) => text.includes("A thread failed"));
    });
    await until(() => ask("/api/v1/thread/ends").then(() => false, () => true));
    const { code, stderr } = await service.end();
    equal(code, 1, stderr);
    match(stderr, /^Thread 2 cannot work: .*The thread has no port$/m);
  }));

Deno.test("a failing body ends only its own response", () =>
  withFixtureService({}, async ({ origin }) => {
    for (let i = 0; i < 20; i++) {
      await fetch(`${origin}/api/v1/stream`).then((response) => response.text()).catch(() => {});
    }
    await readText(`${origin}/healthz`);
  }, { entry: "tests/faults/faulty_service.ts" }));
