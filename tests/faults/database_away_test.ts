import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { insertFixture } from "../support/api_fixture.ts";
import { findFreePort } from "../support/cluster.ts";
import { PATIENCE_MS, until } from "../support/process.ts";
import { withServerDb } from "../support/server_db.ts";
import { assertEnds, withService } from "../support/service.ts";
import { startTcpProxy } from "../support/tcp_proxy.ts";

const LIMITS = { DB_TIMEOUT_MS: "1000", DB_CONNECT_TIMEOUT_MS: "1000" };
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";
const HISTORY = "/api/v1/prices/history/75015007?fuel=gazole&days=";

async function ask(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const { database, revision, served } = await response.json();
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    database,
    revision,
    served,
  };
}

Deno.test("a service outlives its database", async (t) => {
  await withServerDb(async (db, url) => {
    await insertFixture(db);
    const through = new URL(url);
    const server = { hostname: through.hostname, port: Number(through.port) };
    const port = findFreePort();
    through.host = `127.0.0.1:${port}`;
    const env = {
      DATABASE_URL: through.href,
      INGEST: "off",
      CLOCK: "2026-06-05T10:10:00Z",
      ...LIMITS,
    };
    await withService(env, async (_service, origin) => {
      const askReady = () => ask(`${origin}/readyz`);
      await t.step(
        "it starts without the database: /healthz is 200, the rest 503 with Retry-After",
        async () => {
          await (await fetch(`${origin}/healthz`)).body?.cancel();
          const early = await ask(origin + SEARCH);
          deepEqual([early.status, early.retryAfter], [503, "10"]);
        },
      );
      const proxy = startTcpProxy(server, port);
      let revision = 0;
      try {
        await t.step("it reads a database that starts later", async () => {
          const first = await until(askReady, ({ status, database, served }) => {
            return status === 200 && database === "up" && served.from === "memory";
          });
          revision = first.revision;
          equal(first.served.revision, revision);
          equal((await ask(`${origin}${HISTORY}7`)).status, 200);
        });
        await t.step(
          "while the database is silent, cached responses are served, and the rest return 503",
          async () => {
            proxy.freeze();
            const text =
              "update data_state set revision = revision + 1, as_of = as_of + interval '5 minutes'";
            await db.query({ text });
            const silent = await until(
              askReady,
              ({ database, served }) => database === "down" && !served.renewed,
            );
            deepEqual([silent.status, silent.served.revision], [200, revision]);
            equal((await ask(origin + SEARCH)).status, 200);
            equal((await ask(`${origin}${HISTORY}8`)).status, 503);
          },
        );
        await t.step(
          "when the database is back, the snapshot is refreshed and history responds again",
          async () => {
            proxy.thaw();
            await until(askReady, ({ database, served }) => {
              return database === "up" && served.renewed && served.revision > revision;
            });
            await until(() => ask(`${origin}${HISTORY}7`), ({ status }) => status === 200);
          },
        );
      } finally {
        await proxy.close();
      }
    });
  });
});

Deno.test("a start that waits for its database logs a line a minute, however many requests come", async () => {
  const databaseUrl = `postgres://nobody@127.0.0.1:${findFreePort()}/prices`;
  const beganMs = performance.now();
  await withService(
    { DATABASE_URL: databaseUrl, TRUSTED_PROXY: "::1" },
    async (service, origin) => {
      for (let count = 0; count < 20; count++) equal((await ask(origin + SEARCH)).status, 503);
      const [misspelt, ...lines] = (await assertEnds(service)).trim().split("\n");
      match(misspelt!, /Unknown setting TRUSTED_PROXY is ignored/);
      ok(lines.length <= 1 + (performance.now() - beganMs) / 60_000, lines.join("\n"));
      for (const line of lines) {
        const { level, message, reason } = JSON.parse(line);
        equal(
          `${level}: ${message}`,
          "warn: The service cannot be opened yet; every request gets 503",
        );
        match(reason, /^The database 127\.0\.0\.1:\d+\/prices cannot be reached: .*ECONNREFUSED/);
      }
    },
  );
});
