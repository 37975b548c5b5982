/** An instance that has counted alone for a while answers a client's first request before it is written down, and loses no count. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { createQuota, type Quota } from "../../lib/http/quota.ts";
import type { Decision } from "../../lib/http/quota_windows.ts";
import { testConfig } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";

const REQUEST = new Request("http://localhost/");
const START_MS = Date.parse("2026-06-05T10:10:00Z");
/** A window, the time that a note of another instance holds, and the time that a lease may take. */
const ALONE_MS = 60_000 + 10_000 + 5_000;

/** Instances over one file of counters, and the time that all of them see. */
class Instances {
  readonly log = createTestLog();
  readonly #opened: { quota: Quota; kv: Deno.Kv }[] = [];
  #passedMs = 0;

  constructor(private readonly file: string) {}

  async open(): Promise<Quota> {
    const kv = await Deno.openKv(this.file);
    const quota = createQuota({
      config: testConfig({ REST_LIMIT: "60" }),
      kv,
      clock: () => new Date(START_MS + this.#passedMs),
      log: this.log.log,
      elapsed: () => this.#passedMs,
    });
    this.#opened.push({ quota, kv });
    return quota;
  }

  /** Lets time pass while an instance counts a new client every few seconds. */
  async pass(ms: number, quota: Quota): Promise<void> {
    for (const endMs = this.#passedMs + ms; this.#passedMs < endMs;) {
      this.#passedMs = Math.min(endMs, this.#passedMs + 5_000);
      await take(quota, `198.51.100.${this.#passedMs / 5_000}`);
    }
  }

  async close(): Promise<void> {
    for (const { quota, kv } of this.#opened) {
      await quota.close();
      kv.close();
    }
  }
}

function take(quota: Quota, from: string): Decision | Promise<Decision> {
  const peer = { remoteAddr: { transport: "tcp", hostname: from, port: 1 } } as const;
  return quota.take("rest", REQUEST, peer) as Decision | Promise<Decision>;
}

async function withInstances(work: (instances: Instances) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "fuel-kv-" });
  const instances = new Instances(`${folder}/kv`);
  try {
    await work(instances);
    instances.log.assertQuiet();
  } finally {
    await instances.close();
    await Deno.remove(folder, { recursive: true });
  }
}

/** Counts requests of a client that are allowed, one after the other. */
async function countAllowed(quota: Quota, options: { from: string; asks: number }): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < options.asks; i++) if ((await take(quota, options.from)).isAllowed) allowed++;
  return allowed;
}

Deno.test("a first request waits for the counters until its instance has been alone for a while", async () => {
  await withInstances(async (instances) => {
    const quota = await instances.open();
    ok(take(quota, "192.0.2.1") instanceof Promise, "an instance that has just begun asks");
    await instances.pass(ALONE_MS - 5_000, quota);
    ok(take(quota, "192.0.2.2") instanceof Promise, "not yet alone for long enough");
    await instances.pass(10_000, quota);
    const decision = take(quota, "192.0.2.3");
    ok(!(decision instanceof Promise));
    deepEqual([decision.isAllowed, decision.remaining], [true, 59]);
    equal(await countAllowed(quota, { from: "192.0.2.3", asks: 80 }), 59);
  });
});

Deno.test("another instance sees what was answered before it was written, and both together keep the limit", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    await instances.pass(ALONE_MS + 5_000, first);
    ok(!(take(first, "192.0.2.1") instanceof Promise));
    const second = await instances.open();
    // the first instance may have written already or not; if not, it finds the note of the second one when it does
    const [early] = await Promise.all([take(second, "192.0.2.1"), take(second, "192.0.2.7")]);
    equal(early.isAllowed, true);
    const allowed = await countAllowed(second, { from: "192.0.2.1", asks: 40 }) +
      await countAllowed(first, { from: "192.0.2.1", asks: 40 });
    equal(1 + 1 + allowed, 60);
    await take(first, "192.0.2.8");
    equal((await take(first, "192.0.2.8")).remaining, 58, "waits for the write, which finds the note of the second");
    ok(take(first, "192.0.2.9") instanceof Promise, "the first instance is not alone any more");
  });
});

Deno.test("an instance that comes later reads what was written of many clients at once", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    await instances.pass(ALONE_MS + 5_000, first);
    const clients = Array.from({ length: 1_200 }, (_, i) => `192.0.${i >> 8}.${i & 255}`);
    for (const from of clients) ok(!(take(first, from) instanceof Promise), from);
    await new Promise((resolve) => setTimeout(resolve, 200));
    const second = await instances.open();
    for (const from of [clients[0]!, clients[700]!, clients.at(-1)!]) {
      const { remaining } = await take(second, from);
      ok(remaining < 58 && remaining > 40, `${from}: ${remaining} with what the first one holds`);
      equal(await countAllowed(second, { from, asks: 80 }), 58, from);
      equal(await countAllowed(first, { from, asks: 5 }), 0, from);
    }
  });
});

Deno.test("an instance that was silent is found again by the one that thought itself alone", async () => {
  await withInstances(async (instances) => {
    const silent = await instances.open();
    await take(silent, "192.0.2.1");
    const first = await instances.open();
    await take(first, "192.0.2.2");
    await instances.pass(2 * ALONE_MS, first);
    ok(!(take(first, "192.0.2.3") instanceof Promise));
    equal(await countAllowed(silent, { from: "192.0.2.4", asks: 70 }), 60);
    const more = await countAllowed(first, { from: "192.0.2.4", asks: 1 });
    ok(more <= 1, "one request at most, while the first instance has not tried to write since");
    equal(await countAllowed(first, { from: "192.0.2.4", asks: 5 }), 0);
  });
});

Deno.test("closing writes down what was answered, and the next instance goes on from there", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    await instances.pass(ALONE_MS + 5_000, first);
    ok(!(take(first, "192.0.2.1") instanceof Promise));
    await first.close();
    const second = await instances.open();
    equal((await take(second, "192.0.2.1")).remaining, 58);
  });
});

Deno.test("a KV that fails after the answer costs no client a request", async () => {
  const kv = await Deno.openKv(":memory:");
  const log = createTestLog();
  let passedMs = 0;
  const quota = createQuota({
    config: testConfig({ REST_LIMIT: "60" }),
    kv,
    clock: () => new Date(START_MS + passedMs),
    log: log.log,
    elapsed: () => passedMs,
  });
  await take(quota, "192.0.2.1");
  passedMs = ALONE_MS;
  await take(quota, "192.0.2.2");
  ok(!(take(quota, "192.0.2.3") instanceof Promise));
  kv.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  equal(await countAllowed(quota, { from: "192.0.2.3", asks: 80 }), 59);
  equal(log.at("warn").length, 1);
  await quota.close();
});
