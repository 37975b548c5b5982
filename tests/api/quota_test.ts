import { deepEqual, equal } from "../support/assert.ts";
import { nationalPrices } from "../../lib/operations/prices/area_prices.ts";
import { searchStations } from "../../lib/operations/stations/search_stations.ts";
import type { Bucket } from "../../lib/http/address.ts";
import { type Decision, Quota } from "../../lib/http/quota/quota.ts";
import { testApp, testConfig } from "../support/api_app.ts";
import { checkQuotaHeaders } from "../support/api_checks.ts";
import { createTestLog } from "../support/log.ts";

const QUESTION = nationalPrices.example;
const START = Date.parse("2026-06-05T10:10:00Z");

type Bench = { quota: Quota; take(from: string, bucket?: Bucket): Decision | null };

async function withQuota(
  work: (bench: Bench, clock: { nowMs: number }) => Promise<void> | void,
  env: Record<string, string> = {},
): Promise<void> {
  const clock = { nowMs: START };
  const log = createTestLog();
  const config = testConfig({ REST_LIMIT: "60", MCP_LIMIT: "30", ...env });
  const openKv = () => Deno.openKv(":memory:");
  const quota = new Quota({
    config,
    openKv,
    readSecret: () => Promise.resolve("secret"),
    clock: () => new Date(clock.nowMs),
    log: log.log,
  });
  const take = (hostname: string, bucket: Bucket = "rest") =>
    quota.take(bucket, new Request("http://localhost/"), {
      remoteAddr: { transport: "tcp", hostname, port: 1 },
    });
  try {
    await work({ quota, take }, clock);
    log.assertQuiet();
  } finally {
    await quota.close();
  }
}

// Proves docs/contract.md#quotas
testApp(
  "exactly the first 60 of 80 parallel requests pass, whatever their responses",
  async (app) => {
    const paths = [
      QUESTION,
      "/api/v1/stations/1",
      "/api/v1/prices/national",
      searchStations.example,
    ];
    const responses = await Promise.all(
      Array.from({ length: 80 }, (_, index) => app.fetch(paths[index % 4]!)),
    );
    const passed = responses.filter(({ status }) => status !== 429);
    equal(passed.length, 60);
    const remaining = passed.map((response) => checkQuotaHeaders(response, 60).remaining).sort((
      a,
      b,
    ) => a - b);
    deepEqual(
      remaining,
      Array.from({ length: 60 }, (_, index) => index),
      "each number of remaining requests must occur once",
    );
    for (const response of responses) await response.body?.cancel();
  },
  { env: { REST_LIMIT: "60" }, openKv: () => Deno.openKv(":memory:") },
);

// Proves docs/contract.md#quotas
testApp("preflights, disallowed methods and unknown paths are free", async (app) => {
  for (let i = 0; i < 5; i++) {
    for (const method of ["OPTIONS", "POST"]) await app.read(QUESTION, { method });
    for (const path of ["/api/v1/nothing", "/data/current.json"]) await app.read(path);
  }
  const head = await app.fetch(QUESTION, { method: "HEAD" });
  equal(checkQuotaHeaders(head, 2).remaining, 1);
  const notModified = await app.fetch(QUESTION, {
    headers: { "if-none-match": head.headers.get("etag")! },
  });
  equal(notModified.status, 304);
  equal(checkQuotaHeaders(notModified, 2).remaining, 0);
  equal((await app.fetch(QUESTION)).status, 429);
}, { env: { REST_LIMIT: "2" } });

testApp("a limit of 0 means unlimited, without X-RateLimit headers", async (app) => {
  const { headers } = await app.read(QUESTION);
  for (const name of ["x-ratelimit-limit", "ratelimit", "ratelimit-policy", "cdn-cache-control"]) {
    equal(headers.get(name), null);
  }
}, { env: { REST_LIMIT: "0" } });

// Proves docs/contract.md#quotas
testApp(
  "a proxy in a private network that TRUSTED_PROXIES lacks is named once in the log",
  async (app) => {
    const headers = { "x-forwarded-for": "203.0.113.9" };
    const peers = ["203.0.113.1", "10.0.0.4", "10.0.0.5", "::ffff:10.0.0.5", "10.0.0.5", "fd00::7"];
    for (const from of peers) await app.read("/healthz", { from, headers });
    await app.read("/healthz", { from: "10.0.0.6" });
    const named = app.log.at("warn").map(({ proxy }) => proxy);
    deepEqual(named, ["10.0.0.5", "::ffff:10.0.0.5", "fd00::7"]);
  },
  {
    readers: ["snapshot"],
    env: { TRUSTED_PROXIES: "10.0.0.4" },
    expected: ["A proxy is not in TRUSTED_PROXIES: all its visitors share one quota"],
  },
);

Deno.test("a window starts with the first request, lasts 60 s, and remaining counts down to 0", async () => {
  await withQuota(({ take }, clock) => {
    for (let left = 59; left >= 0; left--) {
      const decision = take("192.0.2.1")!;
      deepEqual([decision.isAllowed, decision.remaining], [true, left]);
      equal(decision.resetAtMs, START + 60_000);
      clock.nowMs += 500;
    }
    const refused = take("192.0.2.1")!;
    deepEqual([refused.isAllowed, refused.remaining, refused.afterS], [false, 0, 30]);
    clock.nowMs = START + 59_999;
    deepEqual([take("192.0.2.1")!.isAllowed, take("192.0.2.1")!.afterS], [false, 1]);
    clock.nowMs = START + 60_000;
    const next = take("192.0.2.1")!;
    deepEqual([next.isAllowed, next.remaining, next.resetAtMs], [true, 59, START + 120_000]);
  });
});

Deno.test("REST and MCP requests are counted separately, and so are clients", async () => {
  await withQuota(({ take }) => {
    for (let i = 0; i < 30; i++) equal(take("192.0.2.1", "mcp")!.isAllowed, true);
    equal(take("192.0.2.1", "mcp")!.isAllowed, false);
    equal((take("192.0.2.1", "rest"))!.remaining, 59);
    equal(take("192.0.2.2", "mcp")!.remaining, 29);
  });
});

Deno.test("QUOTAS raises, lowers and removes limits for addresses and networks, the narrowest rule first", async () => {
  const env = {
    QUOTAS:
      "203.0.113.0/24=100; 203.0.113.7=rest:2; 2001:db8::/32=rest:0,mcp:5; 198.51.100.1=mcp:1",
  };
  await withQuota(({ take }) => {
    equal(take("203.0.113.1")!.limit, 100);
    equal(take("203.0.113.7")!.limit, 2);
    equal(take("203.0.113.7", "mcp")!.limit, 100);
    equal(take("2001:db8:1::1"), null);
    equal(take("2001:db8:1::1", "mcp")!.limit, 5);
    equal(take("198.51.100.1")!.limit, 60);
    equal(take("::ffff:203.0.113.7")!.remaining, 0, "IPv4 inside IPv6 is the same client");
  }, env);
});

// Proves docs/contract.md#quotas
Deno.test("a request is charged its cost, at most a whole window, and rejected if less is left", async () => {
  await withQuota(({ take, quota }, clock) => {
    const first = take("192.0.2.1")!;
    equal(quota.charge(first, 40), true);
    deepEqual([first.isAllowed, first.remaining], [true, 20]);
    const second = take("192.0.2.1")!;
    equal(quota.charge(second, 21), false);
    deepEqual(
      [second.isAllowed, second.remaining, quota.refusals.rest],
      [false, 19, 1],
      "the preflight costs no more than the request",
    );
    equal(quota.charge(take("192.0.2.1")!, 19), true);
    equal(take("192.0.2.1")!.isAllowed, false);
    clock.nowMs += 60_000;
    const expensive = take("192.0.2.1")!;
    deepEqual(
      [quota.charge(expensive, 1_000), expensive.remaining],
      [true, 0],
      "a fresh window must always allow it",
    );
    equal(quota.charge(null, 1_000), true, "no limit");
  });
});

Deno.test("clients beyond the remembered number pass, and none is rejected early", async () => {
  await withQuota(({ take }) => {
    for (let at = 0; at < 210_000; at++) {
      const from = `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`;
      equal(take(from)!.isAllowed, true);
    }
  });
});
