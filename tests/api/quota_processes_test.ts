/** The limit over several instances on one KV and one database: exact, whoever holds what. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
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

function count(answers: { status: number }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
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

for (const number of [2, 4]) {
  Deno.test(`quota lets exactly 60 of 240 parallel requests pass over ${number} processes`, async () => {
    await withInstances(number, async (instances) => {
      for (const client of ["203.0.113.1", "203.0.113.2", "2001:db8::1"]) {
        const answers = await Promise.all(
          Array.from({ length: 240 }, (_, index) => ask(instances[index % number]!, client)),
        );
        deepEqual(count(answers), { 200: 60, 429: 180 }, client);
      }
    });
  });
}

Deno.test("quota takes back what another instance holds unused, before it refuses", async () => {
  await withInstances(4, async ([first, second, third, fourth]) => {
    const client = "203.0.113.7";
    // Three instances take tokens ahead and go idle; the fourth needs all of them.
    const before = [];
    for (const instance of [first, second, third]) before.push(await ask(instance!, client));
    const answers = await Promise.all(Array.from({ length: 237 }, () => ask(fourth!, client)));
    deepEqual(count([...before, ...answers]), { 200: 60, 429: 180 });
    equal((await ask(first!, client)).status, 429);
  });
});

Deno.test("quota survives a restart exactly, and a killed instance never lets more through", async () => {
  await withInstances(1, async ([first], start) => {
    const [gone, killed] = ["198.51.100.1", "198.51.100.2"];
    for (let i = 0; i < 25; i++) equal((await ask(first!, gone)).status, 200);
    first!.running.kill("SIGTERM");
    await first!.running.end();
    const second = await start();
    const answers = await Promise.all(Array.from({ length: 60 }, () => ask(second, gone)));
    deepEqual(count(answers), { 200: 35, 429: 25 });

    for (let i = 0; i < 25; i++) equal((await ask(second, killed)).status, 200);
    second.running.kill("SIGKILL");
    await second.running.end();
    const third = await start();
    const after = count(await Promise.all(Array.from({ length: 60 }, () => ask(third, killed))));
    ok(after[200]! <= 35 && after[200]! >= 27, `${after[200]} passed after the kill; expected 27 to 35`);
  });
});

Deno.test.beforeAll(prepareServer);
