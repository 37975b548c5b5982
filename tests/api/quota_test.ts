/** Quotas in one process: windows, parallel requests, raised quotas, a KV that fails. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { nationalPrices, searchStations } from "../../lib/operations/mod.ts";
import { createQuota, type Quota } from "../../lib/http/quota.ts";
import type { Bucket, Decision } from "../../lib/http/quota_windows.ts";
import { testConfig, withTestApp } from "../support/api_app.ts";
import { checkQuotaHeaders } from "../support/api_checks.ts";
import { createTestLog, type TestLog } from "../support/log.ts";

const QUESTION = nationalPrices.example;
const START = Date.parse("2026-06-05T10:10:00Z");

type Bench = { quota: Quota; kv: Deno.Kv; log: TestLog; take(from: string, bucket?: Bucket): Promise<Decision | null> };

function peer(from: string): { remoteAddr: Deno.NetAddr } {
  return { remoteAddr: { transport: "tcp", hostname: from, port: 1 } };
}

async function withQuota(
  work: (bench: Bench, clock: { nowMs: number }) => Promise<void>,
  env: Record<string, string> = {},
): Promise<void> {
  const clock = { nowMs: START };
  const log = createTestLog();
  const kv = await Deno.openKv(":memory:");
  const config = testConfig({ REST_LIMIT: "60", MCP_LIMIT: "30", ...env });
  const quota = createQuota({ config, kv, clock: () => new Date(clock.nowMs), log: log.log });
  const take = async (from: string, bucket: Bucket = "rest") =>
    await quota.take(bucket, new Request("http://localhost/"), peer(from));
  try {
    await work({ quota, kv, log, take }, clock);
  } finally {
    await quota.close();
    try {
      kv.close();
    } catch { /* the test has closed it */ }
  }
}

Deno.test("exactly the first 60 of 80 parallel requests pass, whatever their answers", async () => {
  const kv = await Deno.openKv(":memory:");
  await withTestApp(async (app) => {
    const paths = [QUESTION, "/api/v1/stations/1", "/api/v1/prices/national", searchStations.example];
    const responses = await Promise.all(Array.from({ length: 80 }, (_, index) => app.fetch(paths[index % 4]!)));
    const passed = responses.filter(({ status }) => status !== 429);
    equal(passed.length, 60);
    const remaining = passed.map((response) => checkQuotaHeaders(response, 60).remaining).sort((a, b) => a - b);
    deepEqual(remaining, Array.from({ length: 60 }, (_, index) => index), "each number of remaining requests once");
    for (const response of responses) await response.body?.cancel();
  }, { env: { REST_LIMIT: "60" }, kv, readers: ["snapshot"] });
  kv.close();
});

Deno.test("preflights, refused methods and unknown paths are free", async () => {
  await withTestApp(async (app) => {
    for (let i = 0; i < 5; i++) {
      await (await app.fetch(QUESTION, { method: "OPTIONS" })).body?.cancel();
      await (await app.fetch(QUESTION, { method: "POST" })).body?.cancel();
      await (await app.fetch("/api/v1/nothing")).body?.cancel();
      await (await app.fetch("/data/current.json")).body?.cancel();
    }
    const head = await app.fetch(QUESTION, { method: "HEAD" });
    equal(checkQuotaHeaders(head, 2).remaining, 1);
    const notModified = await app.fetch(QUESTION, { headers: { "if-none-match": head.headers.get("etag")! } });
    equal(notModified.status, 304);
    equal(checkQuotaHeaders(notModified, 2).remaining, 0);
    equal((await app.fetch(QUESTION)).status, 429);
  }, { env: { REST_LIMIT: "2" } });
});

Deno.test("a limit of 0 means none, and no X-RateLimit headers", async () => {
  await withTestApp(async (app) => {
    const response = await app.fetch(QUESTION);
    await response.body?.cancel();
    for (const name of ["x-ratelimit-limit", "ratelimit", "ratelimit-policy", "cdn-cache-control"]) {
      equal(response.headers.get(name), null);
    }
  }, { env: { REST_LIMIT: "0" } });
});

Deno.test("a window begins with the first request, lasts 60 s, and remaining counts down to 0", async () => {
  await withQuota(async ({ take }, clock) => {
    for (let left = 59; left >= 0; left--) {
      const decision = (await take("192.0.2.1"))!;
      deepEqual([decision.isAllowed, decision.remaining], [true, left]);
      equal(decision.resetAtMs, START + 60_000);
      clock.nowMs += 500;
    }
    const refused = (await take("192.0.2.1"))!;
    deepEqual([refused.isAllowed, refused.remaining, refused.afterS], [false, 0, 30]);
    clock.nowMs = START + 59_999;
    deepEqual([(await take("192.0.2.1"))!.isAllowed, (await take("192.0.2.1"))!.afterS], [false, 1]);
    clock.nowMs = START + 60_000;
    const next = (await take("192.0.2.1"))!;
    deepEqual([next.isAllowed, next.remaining, next.resetAtMs], [true, 59, START + 120_000]);
  });
});

Deno.test("REST and MCP count apart, and so do clients", async () => {
  await withQuota(async ({ take }) => {
    for (let i = 0; i < 30; i++) equal((await take("192.0.2.1", "mcp"))!.isAllowed, true);
    equal((await take("192.0.2.1", "mcp"))!.isAllowed, false);
    equal((await take("192.0.2.1", "rest"))!.remaining, 59);
    equal((await take("192.0.2.2", "mcp"))!.remaining, 29);
  });
});

Deno.test("QUOTAS raise, lower and lift limits for addresses and networks, the narrowest rule first", async () => {
  const env = { QUOTAS: "203.0.113.0/24=100; 203.0.113.7=rest:2; 2001:db8::/32=rest:0,mcp:5; 198.51.100.1=mcp:1" };
  await withQuota(async ({ take }) => {
    equal((await take("203.0.113.1"))!.limit, 100);
    equal((await take("203.0.113.7"))!.limit, 2);
    equal((await take("203.0.113.7", "mcp"))!.limit, 100);
    equal(await take("2001:db8:1::1"), null);
    equal((await take("2001:db8:1::1", "mcp"))!.limit, 5);
    equal((await take("198.51.100.1"))!.limit, 60);
    equal((await take("::ffff:203.0.113.7"))!.remaining, 0, "IPv4 inside IPv6 is the same client");
  }, env);
});

Deno.test("the KV holds no address, and its entries expire", async () => {
  await withQuota(async ({ take, kv }) => {
    for (const from of ["192.0.2.77", "2001:db8:7:7::1"]) await take(from);
    const entries = [];
    for await (const entry of kv.list({ prefix: [] })) entries.push(entry);
    const text = JSON.stringify(entries.map(({ key, value }) => [key, value]));
    ok(!/192\.0\.2|2001:db8/.test(text), text);
    const names = entries.filter(({ key }) => key[0] === "quota").map(({ key }) => String(key[2]));
    equal(new Set(names).size, 2);
    ok(names.every((name) => /^[\w-]{22}$/.test(name)));
  });
});

Deno.test("closing gives unused tokens back to the next process", async () => {
  const kv = await Deno.openKv(":memory:");
  const log = createTestLog();
  const options = { config: testConfig({ REST_LIMIT: "60" }), kv, clock: () => new Date(START), log: log.log };
  const request = new Request("http://localhost/");
  for (const expected of [59, 58, 57]) {
    const quota = createQuota(options);
    const decision = await quota.take("rest", request, peer("192.0.2.1"));
    equal(decision!.remaining, expected);
    await quota.close();
  }
  kv.close();
  log.assertQuiet();
});

Deno.test("a clock that is set back, as a replay started anew, begins a new window", async () => {
  const kv = await Deno.openKv(":memory:");
  const log = createTestLog();
  const config = testConfig({ REST_LIMIT: "1" });
  const request = new Request("http://localhost/");
  const decisions: Decision[] = [];
  for (const nowMs of [START + 600_000, START]) {
    const quota = createQuota({ config, kv, clock: () => new Date(nowMs), log: log.log });
    decisions.push((await quota.take("rest", request, peer("192.0.2.1")))!);
    await quota.close();
  }
  deepEqual(decisions.map(({ isAllowed }) => isAllowed), [true, true]);
  equal(decisions[1]!.resetAtMs, START + 60_000);
  kv.close();
  log.assertQuiet();
});

Deno.test("a lost KV refuses nobody early, lets nobody through twice, and is logged once", async () => {
  await withQuota(async ({ take, kv, log, quota }, clock) => {
    equal((await take("192.0.2.1"))!.remaining, 59);
    kv.close();
    const answers = await Promise.all(Array.from({ length: 80 }, () => take("192.0.2.1")));
    equal(answers.filter((decision) => decision!.isAllowed).length, 59);
    const others = await Promise.all(Array.from({ length: 80 }, () => take("192.0.2.2")));
    equal(others.filter((decision) => decision!.isAllowed).length, 60);
    equal(quota.isShared(), false);
    equal(log.at("warn").length, 1);
    clock.nowMs += 60_000;
    equal((await take("192.0.2.1"))!.remaining, 59);
  });
});

Deno.test("many clients together each have their whole window", async () => {
  await withQuota(async ({ take }) => {
    const clients = Array.from({ length: 200 }, (_, index) => `198.51.${index >> 7}.${index & 127}`);
    const answers = await Promise.all(clients.flatMap((from) => [take(from), take(from), take(from)]));
    ok(answers.every((decision) => decision!.isAllowed));
    deepEqual(new Set(answers.map((decision) => decision!.remaining)), new Set([59, 58, 57]));
  });
});
