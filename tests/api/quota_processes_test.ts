import { deepEqual, equal, ok } from "node:assert/strict";
import { prepareServer } from "../support/server_db.ts";
import { withFixtureService, withService } from "../support/service.ts";

type Answer = { status: number; remaining: number };

async function ask(origin: string, client: string): Promise<Answer> {
  const headers = { "x-forwarded-for": client };
  const response = await fetch(`${origin}/api/v1/prices/national?fuel=gazole`, { headers });
  await response.body?.cancel();
  return { status: response.status, remaining: Number(response.headers.get("x-ratelimit-remaining")) };
}

async function askUntil(origin: string, client: string, isDone: (answer: Answer) => boolean): Promise<void> {
  for (const untilMs = performance.now() + 30_000; !isDone(await ask(origin, client));) {
    ok(performance.now() < untilMs, "not done within 30 s");
  }
}

Deno.test.beforeAll(prepareServer);

Deno.test("two processes let a client through 60 times and what arrives at once, and one that ends forgets nothing", async () => {
  const limits = { REST_LIMIT: "60", TRUSTED_PROXIES: "127.0.0.1", CLOCK: "" };
  await withFixtureService(limits, async ({ service, origin: first, dataDir, url }) => {
    const env = { ...limits, DATABASE_URL: url, DATA_DIR: dataDir, INGEST: "off" };
    await withService(env, async (_, second) => {
      const [hasty, steady] = ["203.0.113.1", "203.0.113.2"];
      const answers = await Promise.all(Array.from({ length: 240 }, (_, at) => ask(at % 2 ? first : second, hasty)));
      const passed = answers.filter(({ status }) => status === 200).length;
      ok(passed >= 60 && passed <= 120, `${passed} passed at once`);

      for (let at = 0; at < 25; at++) equal((await ask(first, steady)).status, 200);
      await askUntil(second, steady, ({ remaining }) => remaining < 35);
      service.kill("SIGTERM");
      const { code, stderr } = await service.end();
      deepEqual([code, stderr], [0, ""]);
      await withService(env, async (_, next) => {
        await askUntil(next, steady, ({ remaining }) => remaining < 34);
      });
    });
  });
});
