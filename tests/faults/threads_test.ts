import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { readMetrics } from "../support/metrics.ts";
import { until } from "../support/process.ts";
import { withFixtureService } from "../support/service.ts";

const PATH = "/api/v1/prices/national?fuel=gazole";

/**
 * Sends a request over a new connection, so that the system distributes the requests over all
 * threads.
 */
async function ask(origin: string, path = PATH): Promise<{ status: number; body: string }> {
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  const response = await fetch(origin + path, { client } as RequestInit);
  return { status: response.status, body: await response.text() };
}

Deno.test("two threads give the same responses, share the limit, log every request, and end on SIGTERM", () =>
  withFixtureService({ THREADS: "2", REST_LIMIT: "60" }, async ({ service, origin }) => {
    const answers = [];
    const isRefused = ({ status }: { status: number }) => status === 429;
    // Each thread lets through at most the limit, and rejects once it has read the other's count.
    while (answers.length < 60 || !answers.slice(-20).every(isRefused)) {
      answers.push(await ask(origin));
    }
    const passed = answers.filter(({ status }) => status === 200);
    equal(passed.length + answers.filter(isRefused).length, answers.length);
    ok(passed.length >= 60 && passed.length <= 120, `${passed.length} passed`);
    equal(new Set(passed.map(({ body }) => body)).size, 1);
    service.kill("SIGTERM");
    const { code, lines, stderr } = await service.end();
    equal(code, 0, stderr);
    match(stderr, /^[^\n]*CLOCK is set[^\n]*\n$/, "one warning, of one thread");
    const logged = lines.filter((line) => line.includes(PATH.split("?")[0]!)).map((line) =>
      JSON.parse(line)
    );
    equal(logged.length, answers.length);
    ok(lines.filter((line) => line.includes('"message":"Listening"')).length <= 1);
  }));

function findCounts(series: Iterable<[string, number]>): Record<string, number> {
  const counts = [...series].filter(([name]) =>
    name.startsWith("http_request_duration_seconds_count{") &&
    name.includes('route="/api/v1/prices/national"')
  );
  return Object.fromEntries(
    counts.map(([name, count]) => [/thread="(\d+)"/.exec(name)?.[1], count]),
  );
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

Deno.test("a scrape shows the counts of the thread that serves it, and the process metrics once", () =>
  withFixtureService({ THREADS: "2", METRICS_FROM: "127.0.0.1" }, async ({ origin }) => {
    const scraped = new Map<string, Map<string, number>>();
    for (let i = 0; i < 60; i++) equal((await ask(origin)).status, 200);
    await until(async () => {
      const series = readMetrics((await ask(origin, "/metrics")).body);
      const threads = new Set([...series.keys()].map((name) => /thread="([12])"/.exec(name)?.[1]));
      equal(threads.size, 1);
      scraped.set([...threads][0]!, series);
      return scraped.size === 2;
    });
    equal(sum(Object.assign({}, ...scraped.values().map(findCounts))), 60);
    const ofProcess = [...scraped.values()].flatMap((series) => [...series.keys()]).filter((name) =>
      name.startsWith("process_start_time_seconds")
    );
    deepEqual(ofProcess, ['process_start_time_seconds{thread="1"}']);
  }));
