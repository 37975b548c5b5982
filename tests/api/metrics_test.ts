import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { type TestApp, testApp, withTestApp } from "../support/api_app.ts";
import { insertSelfCheck } from "../../lib/db/self_check.ts";
import { readMetrics } from "../support/metrics.ts";
import { until } from "../support/process.ts";

const FROM = "198.51.100.7";
const ENV = { METRICS_FROM: "198.51.100.0/24 2001:db8::/32" };

async function scrape(app: TestApp): Promise<Map<string, number>> {
  const { status, headers, text } = await app.read("/metrics", { from: FROM });
  equal(status, 200);
  equal(headers.get("content-type"), "text/plain; version=0.0.4; charset=utf-8");
  return readMetrics(text);
}

async function findRequests(
  app: TestApp,
  before: Map<string, number>,
): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const [series, value] of await scrape(app)) {
    const labels = /^http_request_duration_seconds_count\{(.+)\}$/.exec(series)?.[1];
    const added = value - (before.get(series) ?? 0);
    if (labels !== undefined && added > 0) found[labels] = added;
  }
  return found;
}

Deno.test("/metrics is served to the networks of METRICS_FROM only, and not through a proxy", async () => {
  const statusOf = async (app: TestApp, init: Parameters<TestApp["read"]>[1]) => {
    const { status, text } = await app.read("/metrics", init);
    equal(/http_request_duration/.test(text), status === 200);
    return status;
  };
  await withTestApp(async (app) => {
    equal(await statusOf(app, { from: "127.0.0.1" }), 404);
  });
  await withTestApp(async (app) => {
    equal(await statusOf(app, { from: "192.0.2.1" }), 404);
    for (const name of ["x-forwarded-for", "forwarded", "via"]) {
      equal(await statusOf(app, { from: FROM, headers: { [name]: FROM } }), 404, name);
    }
    // A client trusted to set X-Forwarded-For may still not claim another address.
    equal(await statusOf(app, { from: "203.0.113.1", headers: { "x-forwarded-for": FROM } }), 404);
    for (const from of ["2001:db8::9", `::ffff:${FROM}`]) equal(await statusOf(app, { from }), 200);
    equal(await statusOf(app, { from: FROM, method: "POST" }), 405);
    ok(!(await app.read("/sitemap.xml")).text.includes("metrics"));
  }, { env: { ...ENV, TRUSTED_PROXIES: "203.0.113.1" } });
});

testApp(
  "docs/operations.md lists every metric with its help, and alerts and dashboard use no others",
  async (app) => {
    const readFile = (path: string) => Deno.readTextFile(new URL(`../../${path}`, import.meta.url));
    const document = await readFile("docs/operations.md");
    const rows = [
      ...document.matchAll(
        /^\| `(\w+)` +\| (counter|gauge|histogram|summary) +\|.*\| (.+?) +\|$/gm,
      ),
    ];
    const { text } = await app.read("/metrics", { from: FROM });
    const metrics = [...text.matchAll(/^# HELP (\w+) (.+)\n# TYPE \w+ (\w+)$/gm)].map(
      ([, name, help, kind]) => {
        return { name: name!, kind: kind!, help: help! };
      },
    );
    deepEqual(rows.map(([, name, kind, help]) => ({ name, kind, help })), metrics);
    const PARTS: Record<string, string[]> = {
      counter: [""],
      gauge: [""],
      histogram: ["_bucket", "_sum", "_count"],
      summary: ["", "_sum", "_count"],
    };
    const names = metrics.flatMap(({ name, kind }) => PARTS[kind]!.map((part) => name + part));
    for (const file of ["deploy/alerts.yml", "deploy/dashboard.json"]) {
      const used = (await readFile(file)).matchAll(/\b(?:http_request|jauge|nodejs|process)_\w+/g)
        .map(([name]) => name);
      const known = new Set(used);
      ok(known.size >= 10, file);
      deepEqual([...known].filter((name) => !names.includes(name)), [], file);
    }
  },
  { env: ENV },
);

testApp("the log has no line for a probe that succeeds", async (app) => {
  for (const path of ["/readyz", "/healthz"]) equal((await app.read(path)).status, 200);
  await scrape(app);
  equal((await app.read("/metrics")).status, 404);
  app.service.backend.isEnding = () => true;
  equal((await app.read("/readyz")).status, 503);
  const lines = app.log.lines.filter(({ message }) => message === "request");
  deepEqual(lines.map(({ path, status }) => [path, status]), [["/metrics", 404], ["/readyz", 503]]);
}, { env: ENV });

Deno.test("/metrics shows whether database, quota, answers, backups and clock are well", async () => {
  const dataDir = await Deno.makeTempDir();
  const readHealth = async (app: TestApp) => {
    const found = await scrape(app);
    const names = [
      "database_up",
      "quota_shared",
      "self_check_differences",
      "backup_last_success_timestamp_seconds",
      "backup_last_failure_timestamp_seconds",
      "clock_timestamp_seconds",
    ];
    return names.map((name) => found.get(`jauge_${name}`));
  };
  const now = new Date("2026-06-05T10:20:00Z");
  await withTestApp(async (app, db) => {
    const nowS = now.getTime() / 1000;
    deepEqual(await readHealth(app), [1, 0, undefined, 0, 0, nowS]);
    for (const [name, atS] of [["succeeded", nowS - 60], ["failed", nowS - 90]] as const) {
      await Deno.writeTextFile(`${dataDir}/backup_${name}`, "");
      await Deno.utime(`${dataDir}/backup_${name}`, atS, atS);
    }
    await insertSelfCheck(db, {
      at: now,
      revision: 1,
      feedAt: null,
      seed: 1,
      questions: 10,
      differences: 3,
      examples: [],
      durationMs: 1,
    });
    // The row of the database is kept for a second.
    const wanted = [1, 0, 3, nowS - 60, nowS - 90, nowS];
    await until(() => readHealth(app), (found) => found.join() === wanted.join());
  }, { readers: ["snapshot"], env: { ...ENV, DATA_DIR: dataDir }, clock: () => now });
  await Deno.remove(dataDir, { recursive: true });
});

testApp(
  "/metrics shows memory, descriptors, CPU time, start and build of the process",
  async (app) => {
    const found = await scrape(app);
    ok(found.get("process_resident_memory_bytes")! > 10_000_000);
    ok(found.get("process_cpu_seconds_total")! > 0);
    const startedS = found.get("process_start_time_seconds")!;
    ok(startedS > 1.7e9 && startedS < Date.now() / 1000, `started at ${startedS}`);
    const before = found.get("process_open_fds")!;
    const files: Deno.FsFile[] = [];
    // Other tests in this process close descriptors meanwhile, which count as free until the next
    // test files open them.
    let after = before;
    for (let turn = 0; turn < 20 && after < before + 50; turn++) {
      for (let i = 0; i < 50; i++) files.push(Deno.openSync(Deno.execPath()));
      after = (await scrape(app)).get("process_open_fds")!;
    }
    ok(after >= before + 50);
    for (const file of files) file.close();
    equal(found.get(`jauge_build_info{build="abc123",deno="${Deno.version.deno}"}`), 1);
  },
  { env: { ...ENV, BUILD: "abc123" } },
);

testApp("/metrics counts each request once, by the pattern of its route", async (app) => {
  const before = await scrape(app);
  for (const lat of [48.8, 48.81, 48.82]) {
    await app.read(`/api/v1/stations/search?lat=${lat}&lng=2.3&fuel=e10`);
  }
  await app.read("/api/v1/stations/search?lat=48.8&lng=2.3&fuel=e11");
  for (const method of ["HEAD", "DELETE"]) await app.read("/api/v1/stations/75015007", { method });
  const others = [
    "/api/v1/stations/1",
    "/stations/75015007",
    "/en/stations/75013013",
    "/about-this-secret",
  ];
  for (const path of [...others, "/styles.css"]) await app.read(path);
  deepEqual(await findRequests(app, before), {
    'method="GET",route="/api/v1/stations/search",status_code="200"': 3,
    'method="GET",route="/api/v1/stations/search",status_code="400"': 1,
    'method="HEAD",route="/api/v1/stations/{id}",status_code="200"': 1,
    'method="DELETE",route="/api/v1/stations/{id}",status_code="405"': 1,
    'method="GET",route="/api/v1/stations/{id}",status_code="404"': 1,
    'method="GET",route="{/en}?/stations/:id",status_code="200"': 2,
    'method="GET",route="other",status_code="404"': 1,
    'method="GET",route="other",status_code="200"': 1,
    'method="GET",route="/metrics",status_code="200"': 1,
  });
}, { env: ENV });

testApp("paths, methods and names that clients invent create no series", async (app) => {
  const paths = "/a /api/v1/a /api/a /stations/a /en/stations/a /mcp/a /data/a /villes/a /%".split(
    " ",
  );
  const ask = async (ending: string) => {
    for (const path of paths) await app.read(path + ending);
    await app.read(`/x${ending}`, { method: `M${ending}` });
  };
  await ask("0");
  await scrape(app); // its own series appear in the second scrape
  const before = [...(await scrape(app)).keys()];
  for (let i = 1; i < 20; i++) await ask(String(i));
  deepEqual([...(await scrape(app)).keys()], before);
  match(before.join("\n"), /method="other",route="other",status_code="404"/);
}, { env: ENV });

testApp(
  "/metrics counts the rejected requests of both quotas, and shows the instant of the data",
  async (app) => {
    for (let i = 0; i < 5; i++) await app.read("/api/v1/prices/national?fuel=e10");
    for (let i = 0; i < 3; i++) await app.callTool("get_national_prices", { fuel: "e10" });
    const found = await scrape(app);
    equal(found.get('jauge_quota_refusals_total{bucket="rest"}'), 3);
    equal(found.get('jauge_quota_refusals_total{bucket="mcp"}'), 2);
    equal(found.get("jauge_as_of_timestamp_seconds"), Date.parse("2026-06-05T10:10:00Z") / 1000);
    equal(found.get('jauge_db_connections{state="in_use"}'), 0);
    equal(found.get("jauge_db_connections_max"), 4);
    equal(found.get("jauge_db_waiting"), 0);
  },
  {
    readers: ["snapshot"],
    env: { ...ENV, REST_LIMIT: "2", MCP_LIMIT: "1" },
    clock: () => new Date("2026-06-05T10:20:00Z"),
  },
);
