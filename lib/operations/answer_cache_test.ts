import { deepEqual, equal, rejects } from "../../tests/support/assert.ts";
import { z } from "zod";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { AnswerCache, type CacheBounds } from "./answer_cache.ts";
import { type Backend, defineOperation, type Operation } from "./operation.ts";
import type { DataState } from "../db/data_state.ts";

type Readers = Pick<Operation<{ name: string }, string>, "fromSnapshot" | "fromDatabase">;

const SHAPE = { input: z.strictObject({ name: z.string() }), output: z.string() };
const define = (id: string, readers: Readers) =>
  defineOperation({
    id,
    path: `/${id}`,
    tag: "Prices" as const,
    title: "",
    description: "",
    example: "/",
    tool: null,
    ...SHAPE,
    ...readers,
  });

/**
 * Creates a cache over a state that the test changes, and an operation that counts the calls of
 * each reader.
 */
function setUp(options: { bounds?: CacheBounds; isWarm?: boolean } = {}) {
  const state: DataState = { revision: 1, asOfMs: 1_000, feedAtMs: null, source: "file" };
  const at = { state, isFailing: false };
  const calls = { snapshot: 0, database: 0 };
  const current = () => (options.isWarm === false ? null : { ...at.state }) as Snapshot | null;
  const backend = { snapshots: { current }, clock: () => new Date(0) } as unknown as Backend;
  const fromDatabase: Readers["fromDatabase"] = async (_deps, { name }) => {
    calls.database++;
    await Promise.resolve();
    if (at.isFailing) throw new Error(`failure ${calls.database}`);
    return { data: name, meta: {}, state: at.state };
  };
  const stored = define("stored", { fromDatabase });
  const cheap = define("cheap", {
    fromSnapshot(_snapshot, { name }) {
      calls.snapshot++;
      return { data: name, meta: {}, state: at.state };
    },
    fromDatabase,
  });
  const slow = define("slow", {
    async fromSnapshot(_snapshot, { name }) {
      calls.snapshot++;
      await Promise.resolve();
      return {
        data: name,
        meta: {},
        state: at.state,
        external: name === "passing" ? "momentary" : "lasting",
      };
    },
    fromDatabase,
  });
  const cache = new AnswerCache(backend, options.bounds);
  const find = (operation: typeof stored, name: string) =>
    Promise.resolve(
      cache.find({ operation, input: { name }, form: "json" }, (result) => ({
        value: { text: result.data as string },
        size: 10,
      })),
    );
  return { cache, at, calls, find, stored, cheap, slow };
}

Deno.test("AnswerCache computes a database answer once for all concurrent requests, and keeps it", async () => {
  const { calls, find, stored } = setUp();
  deepEqual(await Promise.all([find(stored, "a"), find(stored, "a")]), [{ text: "a" }, {
    text: "a",
  }]);
  await find(stored, "a");
  equal(calls.database, 1);
});

Deno.test("AnswerCache does not cache failures", async () => {
  const { calls, at, find, stored } = setUp();
  at.isFailing = true;
  const results = await Promise.allSettled([find(stored, "a"), find(stored, "a")]);
  deepEqual(results.map(({ status }) => status), ["rejected", "rejected"]);
  equal(calls.database, 1);
  await rejects(find(stored, "a"), /failure 2/);
});

Deno.test("AnswerCache keeps a snapshot answer from the second request on", async () => {
  const { calls, find, cheap } = setUp();
  for (let times = 0; times < 4; times++) await find(cheap, "a");
  equal(calls.snapshot, 2);
});

Deno.test("AnswerCache computes a slow answer once for all concurrent requests, and does not keep answers of the moment", async () => {
  const { cache, calls, find, slow } = setUp();
  await Promise.all([find(slow, "a"), find(slow, "a")]);
  await find(slow, "a");
  equal(calls.snapshot, 1);
  await Promise.all([find(slow, "passing"), find(slow, "passing")]);
  equal(calls.snapshot, 2);
  await find(slow, "passing");
  deepEqual([calls.snapshot, cache.size], [3, 1]);
});

Deno.test("AnswerCache drops all answers when the revision changes", async () => {
  const { cache, calls, at, find, stored } = setUp();
  for (const name of ["a", "b"]) await find(stored, name);
  equal(cache.size, 2);
  at.state = { ...at.state, revision: 2 };
  await find(stored, "a");
  equal(cache.size, 1);
  equal(calls.database, 3);
  at.state = { ...at.state, asOfMs: 2_000 };
  await find(stored, "a");
  equal(calls.database, 4);
});

Deno.test("AnswerCache stays within its limits and evicts the least recently used answer", async () => {
  for (const bounds of [{ maxEntries: 2, maxSize: 1e6 }, { maxEntries: 10, maxSize: 25 }]) {
    const { cache, calls, find, stored } = setUp({ bounds });
    for (const name of ["a", "b", "a", "c"]) await find(stored, name);
    equal(cache.size, 2);
    equal(calls.database, 3);
    await find(stored, "a");
    equal(calls.database, 3);
    await find(stored, "b");
    equal(calls.database, 4);
  }
});

Deno.test("AnswerCache keeps nothing without a snapshot", async () => {
  const { cache, calls, find, stored } = setUp({ isWarm: false });
  await find(stored, "a");
  await find(stored, "a");
  equal(cache.size, 0);
  equal(calls.database, 2);
});

Deno.test("AnswerCache finds a cached answer by an address that led to it, until the revision changes", async () => {
  const { cache, at, cheap } = setUp();
  const find = async (address: string | null) =>
    await cache.find(
      { operation: cheap, input: { name: "a" }, form: "json", address },
      (result) => ({
        value: { text: result.data as string },
        size: 1,
      }),
    );
  await find("/a");
  equal(cache.recall("/a"), undefined);
  await find("/a");
  const kept = await find("/a");
  await find(null);
  equal(cache.recall("/a"), kept);
  equal(cache.recall("/b"), undefined);
  at.state = { ...at.state, revision: 2 };
  equal(cache.recall("/a"), undefined);
});
