import { deepEqual, equal, ok } from "../support/assert.ts";
import { prepareServer } from "../support/server_db.ts";
import { withFixtureService, withService } from "../support/service.ts";

type Answer = { status: number; remaining: number };

async function ask(origin: string, client: string): Promise<Answer> {
  const headers = { "x-forwarded-for": client };
  const response = await fetch(`${origin}/api/v1/prices/national?fuel=gazole`, { headers });
  await response.body?.cancel();
  return {
    status: response.status,
    remaining: Number(response.headers.get("x-ratelimit-remaining")),
  };
}

async function askUntil(
  origin: string,
  client: string,
  isDone: (answer: Answer) => boolean,
): Promise<void> {
  for (const untilMs = performance.now() + 30_000; !isDone(await ask(origin, client));) {
    ok(performance.now() < untilMs, "not done within 30 s");
  }
}

Deno.test.beforeAll(prepareServer);

Deno.test("a process sees the counts of other processes, and none are lost when one ends", async () => {
  const limits = { REST_LIMIT: "60", TRUSTED_PROXIES: "127.0.0.1", CLOCK: "" };
  await withFixtureService(limits, async ({ service, origin: first, dataDir, url }) => {
    const env = { ...limits, DATABASE_URL: url, DATA_DIR: dataDir, INGEST: "off" };
    await withService(env, async (_, second) => {
      const client = "203.0.113.2";
      for (let at = 0; at < 25; at++) equal((await ask(first, client)).status, 200);
      await askUntil(second, client, ({ remaining }) => remaining < 35);
      service.kill("SIGTERM");
      const { code, stderr } = await service.end();
      deepEqual([code, stderr], [0, ""]);
      await withService(env, async (_, next) => {
        await askUntil(next, client, ({ remaining }) => remaining < 34);
      });
    });
  });
});
