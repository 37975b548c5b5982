import { deepEqual, equal, ok } from "node:assert/strict";
import { type Change, KvWriter } from "./kv_writer.ts";

function toChange(name: string, options: Partial<Change> = {}): Change {
  const key = ["entry", name];
  return { key, versionstamp: null, sets: [{ key, value: name }], expireIn: 60_000, ...options };
}

async function withKv(work: (kv: Deno.Kv, writer: KvWriter) => Promise<void>): Promise<void> {
  const kv = await Deno.openKv(":memory:");
  try {
    await work(kv, new KvWriter(kv));
  } finally {
    kv.close();
  }
}

async function readAll(kv: Deno.Kv): Promise<Deno.KvEntry<unknown>[]> {
  return await Array.fromAsync(kv.list({ prefix: ["entry"] }));
}

Deno.test("changes that come together share transactions, and all are made", () =>
  withKv(async (kv, writer) => {
    const names = Array.from({ length: 250 }, (_, at) => `${at}`);
    const made = await Promise.all(names.map((name) => writer.commit(toChange(name))));
    ok(made.every((isMade) => isMade));
    const entries = await readAll(kv);
    equal(entries.length, 250);
    // the first by itself, since nobody waits for company
    equal(new Set(entries.map(({ versionstamp }) => versionstamp)).size, 4);
  }));

Deno.test("a change of an entry that another has changed is not made, and keeps nobody else back", () =>
  withKv(async (kv, writer) => {
    await kv.set(["entry", "3"], "another's");
    const made = await Promise.all(["1", "2", "3", "4"].map((name) => writer.commit(toChange(name))));
    deepEqual(made, [true, true, false, true]);
    deepEqual((await readAll(kv)).map(({ value }) => value), ["1", "2", "another's", "4"]);
  }));

Deno.test("of two changes to one version of an entry one is made", () =>
  withKv(async (kv, writer) => {
    const key = ["entry", "twice"];
    const values = ["first", "second", "third"];
    const changes = values.map((value) => toChange("twice", { sets: [{ key, value }] }));
    const made = await Promise.all(changes.map((change) => writer.commit(change)));
    deepEqual(made, [true, false, false]);
    equal((await kv.get(key)).value, "first");
  }));

Deno.test("a KV that is closed fails each change, and not only the first", async () => {
  const kv = await Deno.openKv(":memory:");
  const writer = new KvWriter(kv);
  kv.close();
  const outcomes = await Promise.allSettled(["1", "2", "3"].map((name) => writer.commit(toChange(name))));
  deepEqual(outcomes.map(({ status }) => status), ["rejected", "rejected", "rejected"]);
});
