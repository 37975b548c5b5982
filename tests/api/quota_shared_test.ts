import { deepEqual, equal, ok } from "../support/assert.ts";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { type Decision, Quota } from "../../lib/http/quota/quota.ts";
import { testConfig } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";
import { createRandom } from "../support/random_state.ts";

const START_MS = Date.parse("2026-06-05T10:10:00Z");
const SECRET = "a secret of the database";
const REQUEST = new Request("http://localhost/");

type Instance = { quota: Quota; kv: Deno.Kv; take(from?: string): Decision };

/** Instances that share one file of counters and one clock. */
class Instances {
  readonly log = createTestLog();
  readonly #opened: Instance[] = [];
  nowMs = START_MS;

  constructor(readonly file: string) {}

  /** `shares` is false for an instance that ends before its timer fires. */
  async open({ shares = true } = {}): Promise<Instance> {
    const kv = await Deno.openKv(this.file);
    const clock = () => new Date(this.nowMs);
    const openKv = () => Promise.resolve(kv);
    const { setInterval } = globalThis;
    if (!shares) globalThis.setInterval = (() => 0) as unknown as typeof setInterval;
    const readSecret = () => Promise.resolve(SECRET);
    const quota = new Quota({
      config: testConfig({ REST_LIMIT: "60" }),
      openKv,
      readSecret,
      clock,
      log: this.log.log,
    });
    globalThis.setInterval = setInterval;
    const take = (hostname = "192.0.2.1") =>
      quota.take("rest", REQUEST, { remoteAddr: { transport: "tcp", hostname, port: 1 } })!;
    const instance = { quota, kv, take };
    this.#opened.push(instance);
    return instance;
  }

  async close(): Promise<void> {
    for (const { quota } of this.#opened) await quota.close();
  }
}

async function withInstances(
  work: (instances: Instances) => Promise<void>,
  ...expected: string[]
): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "fuel-kv-" });
  const instances = new Instances(`${folder}/kv`);
  try {
    await work(instances);
    instances.log.assertQuiet(...expected);
  } finally {
    await instances.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function waitUntil(isDone: () => boolean): Promise<void> {
  for (const untilMs = performance.now() + 30_000; !isDone();) {
    ok(performance.now() < untilMs, "not done within 30 s");
    await delay(20);
  }
}

function countAllowed({ take }: Instance, requests: number): number {
  return Array.from({ length: requests }, () => take()).filter(({ isAllowed }) => isAllowed).length;
}

const SHARED = "Quota counters are not shared: the KV does not answer; counting locally";

// Proves docs/contract.md#quotas
Deno.test("instances see each other's counts after a sync, and enforce the limit together", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    const second = await instances.open();
    equal(countAllowed(first, 25), 25);
    await first.quota.sync();
    equal(second.take().remaining, 59, "before the sync it does not know the count");
    await second.quota.sync();
    equal(second.take().remaining, 33);
    equal(countAllowed(second, 60), 33);
    await second.quota.sync();
    await first.quota.sync();
    const refused = first.take();
    deepEqual([refused.isAllowed, refused.remaining], [false, 0]);
  });
});

Deno.test("instances synchronise by themselves", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    const second = await instances.open();
    for (let at = 0; at < 30; at++) {
      first.take();
      second.take();
    }
    const third = await instances.open();
    // Requests of another client keep them busy, as traffic does.
    await waitUntil(() =>
      [first, second, third].every(({ take }) => take("192.0.2.9") && !take().isAllowed)
    );
  });
});

Deno.test("with random requests to three instances each enforces the counts it knows, and all agree at the end", async () => {
  const random = createRandom(Number(Deno.env.get("SEED") ?? 28));
  await withInstances(async (instances) => {
    const all = [await instances.open(), await instances.open(), await instances.open()];
    const clients = ["192.0.2.1", "192.0.2.2", "2001:db8::1"];
    for (let window = 0; window < 3; window++) {
      const counted = new Map(clients.map((client) => [client, 0]));
      let sinceSync = 0;
      for (let at = 0; at < 600; at++) {
        const instance = all[random() * 3 | 0]!;
        const client = clients[random() * 3 | 0]!;
        if (random() < 0.1) {
          await instance.quota.sync();
          continue;
        }
        const { isAllowed } = instance.take(client);
        if (isAllowed) counted.set(client, counted.get(client)! + 1);
        else ok(counted.get(client)! >= 60, "a request was rejected too early");
        sinceSync++;
      }
      for (let round = 0; round < 2; round++) for (const { quota } of all) await quota.sync();
      for (const [client, count] of counted) {
        ok(count <= 180, `${client}: ${count}`);
        const remaining = all.map(({ take }) => take(client)).map((decision) => decision.remaining);
        ok(
          remaining.every((left) => count < 60 || left === 0),
          `${client}: ${count}, then ${remaining}`,
        );
      }
      instances.nowMs += 60_000;
    }
  });
});

Deno.test("windows that started separately merge into one, with the earlier start", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    const second = await instances.open();
    first.take();
    instances.nowMs += 500;
    equal(second.take().resetAtMs, START_MS + 60_500);
    await first.quota.sync();
    await second.quota.sync();
    deepEqual([second.take().resetAtMs, second.take().remaining], [START_MS + 60_000, 56]);
    instances.nowMs = START_MS + 60_000;
    equal(second.take().remaining, 59);
  });
});

Deno.test("a restart keeps all shared counts, and a killed instance loses only the counts it had not shared", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    equal(countAllowed(first, 25), 25);
    await first.quota.close();
    first.kv.close = () => {};
    const second = await instances.open({ shares: false });
    await second.quota.sync();
    equal(second.take().remaining, 34, "all clients must be known after the first read");
    const third = await instances.open();
    await third.quota.sync();
    equal(third.take().remaining, 34, "the second instance's request was not shared yet");
  });
});

Deno.test("setting the clock back, as a restarted replay does, starts a new window", async () => {
  await withInstances(async (instances) => {
    instances.nowMs += 600_000;
    const before = await instances.open();
    countAllowed(before, 60);
    await before.quota.sync();
    instances.nowMs = START_MS;
    const after = await instances.open();
    await after.quota.sync();
    deepEqual([after.take().isAllowed, after.take().resetAtMs], [true, START_MS + 60_000]);
  });
});

Deno.test("counts are shared across the end of a minute, when the hash key changes", async () => {
  await withInstances(async (instances) => {
    instances.nowMs += 59_000;
    const first = await instances.open();
    const second = await instances.open();
    equal(countAllowed(first, 25), 25);
    await first.quota.sync();
    instances.nowMs += 2_000;
    equal(countAllowed(first, 5), 5);
    await first.quota.sync();
    await second.quota.sync();
    deepEqual([second.take().remaining, second.take().resetAtMs], [29, START_MS + 59_000 + 60_000]);
    instances.nowMs += 58_000;
    equal(second.take().remaining, 59);
  });
});

/** Returns the hashes in the KV, one for each client and entry. */
async function findHashes(kv: Deno.Kv): Promise<number[]> {
  const entries = await Array.fromAsync(kv.list<Float64Array>({ prefix: ["quota_counts"] }));
  return entries.flatMap(({ value }) => [...value].filter((_, at) => at % 3 === 0));
}

// Proves docs/contract.md#quotas
Deno.test("the KV stores no address and no key, all its entries expire, and a client gets a new hash each minute", async () => {
  await withInstances(async (instances) => {
    const { quota, take, kv } = await instances.open();
    for (const from of ["192.0.2.77", "2001:db8:7:7::1"]) take(from);
    await quota.sync();
    const before = await findHashes(kv);
    equal(before.length, 2);
    instances.nowMs += 60_000;
    for (const from of ["192.0.2.77", "2001:db8:7:7::1"]) take(from);
    await quota.sync();
    equal(new Set(await findHashes(kv)).size, 4);
    const entries = await Array.fromAsync(kv.list({ prefix: [] }));
    deepEqual([...new Set(entries.map(({ key }) => key[0]))], ["quota_counts", "quota_last"]);
    // The address must appear neither as text nor as the number it encodes.
    const text = JSON.stringify([entries.map(({ key, value }) => [key, value]), before]);
    ok(!/192\.0\.2|2001:db8|3221226061/.test(text), text);
    const file = new DatabaseSync(instances.file, { readOnly: true });
    const rows = file.prepare("select expiration_ms ms from kv").all().map(({ ms }) =>
      Number(ms) - Date.now()
    );
    file.close();
    equal(
      rows.filter((leftMs) => leftMs > 0 && leftMs <= 120_000).length,
      entries.length,
      String(rows),
    );
    for (const end of ["", "-wal"]) {
      const bytes = await Deno.readFile(instances.file + end);
      equal(new TextDecoder("latin1").decode(bytes).includes(SECRET), false);
    }
  });
});

Deno.test("counts of more clients than one entry holds are shared", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    const second = await instances.open();
    const clients = Array.from({ length: 2_500 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
    for (const client of clients) first.take(client);
    await first.quota.sync();
    await second.quota.sync();
    for (const client of clients) equal(second.take(client).remaining, 58, client);
  });
});

Deno.test("a window in the place of an earlier one is shared once", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open({ shares: false });
    const second = await instances.open();
    first.take();
    // The ninth window of a client takes the place of its first.
    for (let window = 1; window < 9; window++) {
      instances.nowMs += 60_000;
      first.take();
    }
    await first.quota.sync();
    await second.quota.sync();
    equal(second.take().remaining, 58);
  });
});

Deno.test("a locked KV blocks no request, is logged once, and is shared again when it is free", async () => {
  await withInstances(async (instances) => {
    const first = await instances.open();
    const second = await instances.open();
    await first.quota.sync();
    const other = new DatabaseSync(instances.file);
    other.exec("begin exclusive");
    equal(countAllowed(first, 61), 60);
    await waitUntil(() => !first.quota.isShared);
    other.exec("rollback");
    other.close();
    await waitUntil(() => first.quota.isShared);
    equal(instances.log.at("info").at(-1)!.message, "Quota counters are shared again");
    await second.quota.sync();
    equal(second.take().isAllowed, false, "counts of the meantime must be shared");
  }, SHARED);
});

Deno.test("a closed KV is logged once, and requests are counted locally", async () => {
  await withInstances(async (instances) => {
    const instance = await instances.open();
    equal(countAllowed(instance, 10), 10);
    await instance.quota.sync();
    instance.kv.close();
    equal(countAllowed(instance, 80), 50);
    await waitUntil(() => !instance.quota.isShared);
    instances.nowMs += 60_000;
    equal(countAllowed(instance, 80), 60);
    instance.kv.close = () => {}; // closed already
  }, SHARED);
});
