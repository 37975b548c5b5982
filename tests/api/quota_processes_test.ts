/** The limit over several processes on one KV and one database: beyond it passes what arrives within about a second. @module */

import { equal, ok } from "node:assert/strict";
import { insertFixture } from "../support/api_fixture.ts";
import { type Running, startProgram } from "../support/process.ts";
import { prepareServer, withServerDb } from "../support/server_db.ts";

const QUESTION = "/api/v1/prices/national?fuel=gazole";

type Instance = { running: Running; url: string };

async function startInstance(databaseUrl: string, kvPath: string): Promise<Instance> {
  const running = startProgram(["--unstable-kv", "tests/support/api_server.ts", databaseUrl, kvPath]);
  const port = await running.nextLine();
  ok(port, "the instance did not start");
  return { running, url: `http://127.0.0.1:${port}` };
}

async function ask({ url }: Instance, client: string): Promise<{ status: number; remaining: number }> {
  const response = await fetch(url + QUESTION, { headers: { "x-forwarded-for": client } });
  await response.body?.cancel();
  return { status: response.status, remaining: Number(response.headers.get("x-ratelimit-remaining")) };
}

/** Asks instances in turn until a condition holds of an answer. */
async function askUntil(
  instances: Instance[],
  { client, isDone }: { client: string; isDone(answer: Awaited<ReturnType<typeof ask>>): boolean },
): Promise<number> {
  const untilMs = performance.now() + 30_000;
  let passed = 0;
  for (let at = 0; performance.now() < untilMs; at++) {
    const answer = await ask(instances[at % instances.length]!, client);
    if (answer.status === 200) passed++;
    if (isDone(answer)) return passed;
  }
  throw new Error("not done within 30 s");
}

/** Runs `work` on instances that share a KV file and a database, and fails when one of them wrote a warning. */
async function withInstances(
  number: number,
  work: (instances: Instance[], start: () => Promise<Instance>) => Promise<void>,
) {
  await withServerDb(async (db, databaseUrl) => {
    await insertFixture(db);
    const folder = await Deno.makeTempDir({ prefix: "fuel-quota-" });
    const started: Instance[] = [];
    const start = async () => {
      const instance = await startInstance(databaseUrl, `${folder}/kv`);
      started.push(instance);
      return instance;
    };
    try {
      await Promise.all(Array.from({ length: number }, start));
      await work([...started], start);
    } finally {
      for (const { running } of started) {
        try {
          running.kill("SIGTERM");
        } catch { /* the test has ended it */ }
      }
      const ends = await Promise.all(started.map(({ running }) => running.end()));
      await Deno.remove(folder, { recursive: true });
      equal(ends.map(({ stderr }) => stderr).join(""), "");
    }
  });
}

Deno.test("three processes let a client through 60 times, and what arrives before they have read each other's counts", async () => {
  await withInstances(3, async (instances) => {
    const client = "203.0.113.1";
    const answers = await Promise.all(Array.from({ length: 240 }, (_, at) => ask(instances[at % 3]!, client)));
    const passed = answers.filter(({ status }) => status === 200).length;
    ok(passed >= 60 && passed <= 180, `${passed} passed at once`);
    equal(await askUntil(instances.slice(0, 1), { client, isDone: ({ status }) => status === 429 }), 0);

    // a steady client: each process learns of the others' counts each second
    const steady = "203.0.113.2";
    const alone = await Promise.all(Array.from({ length: 40 }, () => ask(instances[0]!, steady)));
    equal(alone.every(({ status }) => status === 200), true);
    const more = await askUntil(instances.slice(1), { client: steady, isDone: ({ remaining }) => remaining < 20 });
    ok(more >= 1, "the others knew at last");
  });
});

Deno.test("a process that is ended forgets nothing, and a killed one what it had not shared", async () => {
  await withInstances(1, async ([first], start) => {
    const [ended, killed] = ["198.51.100.1", "198.51.100.2"];
    for (let at = 0; at < 25; at++) equal((await ask(first!, ended)).status, 200);
    first!.running.kill("SIGTERM");
    await first!.running.end();
    const second = await start();
    await askUntil([second], { client: ended, isDone: ({ remaining }) => remaining < 35 });

    for (let at = 0; at < 25; at++) equal((await ask(second, killed)).status, 200);
    const third = await start();
    await askUntil([third], { client: killed, isDone: ({ remaining }) => remaining < 35 });
    second.running.kill("SIGKILL");
    await second.running.end();
    const fourth = await start();
    await askUntil([fourth], { client: killed, isDone: ({ remaining }) => remaining < 35 });
  });
});

Deno.test.beforeAll(prepareServer);
