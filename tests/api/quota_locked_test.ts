/** A KV file that another program keeps locked: requests go on, and are counted together again afterwards. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { createQuota } from "../../lib/http/quota.ts";
import { testConfig } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";

const INFO = { remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 1 } } as const;
const REQUEST = new Request("http://localhost/");
const NOW = new Date("2026-06-05T10:10:00Z");

async function waitUntil(isDone: () => boolean, timeoutMs: number): Promise<void> {
  const until = performance.now() + timeoutMs;
  while (!isDone()) {
    ok(performance.now() < until, `not done within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

Deno.test("a locked KV delays one request, refuses none, and is shared again when it is free", async () => {
  const folder = await Deno.makeTempDir({ prefix: "fuel-kv-" });
  const kv = await Deno.openKv(`${folder}/kv`);
  await kv.set(["warm"], 1);
  const log = createTestLog();
  const quota = createQuota({ config: testConfig({ REST_LIMIT: "60" }), kv, clock: () => NOW, log: log.log });
  const other = new DatabaseSync(`${folder}/kv`);
  other.exec("begin exclusive");
  const answers = [];
  for (let i = 0; i < 61; i++) answers.push(await quota.take("rest", REQUEST, INFO));
  equal(answers.filter((decision) => decision!.isAllowed).length, 60);
  deepEqual(log.at("warn").map(({ message }) => message), [
    "Quota counters are not shared: the KV does not answer; counting locally",
  ]);
  other.exec("rollback");
  other.close();
  await waitUntil(() => quota.isShared(), 60_000);
  equal(log.at("info").at(-1)!.message, "Quota counters are shared again");
  await quota.close();
  kv.close();
  await Deno.remove(folder, { recursive: true });
});
