/** The limit over several processes on one KV and one database: beyond it passes what arrives within about a second. @module */

import { equal, ok } from "node:assert/strict";
import { insertFixture } from "../support/api_fixture.ts";
import { type Running, startProgram } from "../support/process.ts";
import { prepareServer, withServerDb } from "../support/server_db.ts";

type Instance = { running: Running; url: string };
type Answer = { status: number; remaining: number };

async function startInstance(databaseUrl: string, kvPath: string): Promise<Instance> {
  const running = startProgram(["--unstable-kv", "tests/support/api_server.ts", databaseUrl, kvPath]);
  return { running, url: `http://127.0.0.1:${await running.nextLine()}` };
}

async function ask({ url }: Instance, client: string): Promise<Answer> {
  const headers = { "x-forwarded-for": client };
  const response = await fetch(`${url}/api/v1/prices/national?fuel=gazole`, { headers });
  await response.body?.cancel();
  return { status: response.status, remaining: Number(response.headers.get("x-ratelimit-remaining")) };
}

/** Asks an instance until a condition holds of its answer. */
async function askUntil(instance: Instance, client: string, isDone: (answer: Answer) => boolean): Promise<void> {
  for (const untilMs = performance.now() + 30_000; !isDone(await ask(instance, client));) {
    ok(performance.now() < untilMs, "not done within 30 s");
  }
}

Deno.test.beforeAll(prepareServer);

Deno.test("three processes let a client through 60 times and what arrives at once, and one that ends forgets nothing", async () => {
  await withServerDb(async (db, databaseUrl) => {
    await insertFixture(db);
    const folder = await Deno.makeTempDir({ prefix: "fuel-quota-" });
    const start = () => startInstance(databaseUrl, `${folder}/kv`);
    const instances = await Promise.all([start(), start(), start()]);
    const client = "203.0.113.1";
    const answers = await Promise.all(Array.from({ length: 240 }, (_, at) => ask(instances[at % 3]!, client)));
    const passed = answers.filter(({ status }) => status === 200).length;
    ok(passed >= 60 && passed <= 180, `${passed} passed at once`);

    const steady = "203.0.113.2";
    const [first, second, third] = instances as [Instance, Instance, Instance];
    for (let at = 0; at < 25; at++) equal((await ask(first, steady)).status, 200);
    await askUntil(second, steady, ({ remaining }) => remaining < 35);
    first.running.kill("SIGTERM");
    equal((await first.running.end()).stderr, "");
    const next = await start();
    await askUntil(next, steady, ({ remaining }) => remaining < 34);

    for (const { running } of [second, third, next]) {
      running.kill("SIGTERM");
      equal((await running.end()).stderr, "");
    }
    await Deno.remove(folder, { recursive: true });
  });
});
