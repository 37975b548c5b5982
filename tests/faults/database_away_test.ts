/** The service while its database server is away, silent or frozen: every wait ends, and the newest data come back. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { insertFixture } from "../support/api_fixture.ts";
import { withServerDb } from "../support/server_db.ts";
import { withService } from "../support/service.ts";
import { startTcpProxy, type TcpProxy } from "../support/tcp_proxy.ts";

/** Longer than any wait of the service may take with the limits below, and far shorter than for ever. */
const PATIENCE_MS = 30_000;
const LIMITS = { DB_TIMEOUT_MS: "1000", DB_CONNECT_TIMEOUT_MS: "1000" };
const SEARCH = "/api/v1/stations/search?lat=48.8566&lng=2.3522&fuel=gazole";
const HISTORY = "/api/v1/prices/history/75015007?fuel=gazole&days=7";

type Answer = { status: number; retryAfter: string | null; body: Record<string, unknown> };

async function ask(origin: string, path: string): Promise<Answer> {
  const response = await fetch(origin + path, { signal: AbortSignal.timeout(PATIENCE_MS) });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: isJson ? JSON.parse(text) : {},
  };
}

/** Asks again until the answer is as wanted. */
async function askUntil(origin: string, path: string, isWanted: (answer: Answer) => boolean): Promise<Answer> {
  for (const deadline = performance.now() + PATIENCE_MS;;) {
    const answer = await ask(origin, path);
    if (isWanted(answer)) return answer;
    ok(performance.now() < deadline, `${path} went on answering ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

type Served = { revision: number; as_of_age_s: number; renewed: boolean };
const served = ({ body }: Answer) => body.served as Served;

async function withSilentDatabase(
  work: (
    parts: { proxyUrl: string; startProxy(): TcpProxy; query(text: string): Promise<unknown> },
  ) => Promise<void>,
): Promise<void> {
  await withServerDb(async (db, url) => {
    await insertFixture(db);
    const target = new URL(url);
    // the port is taken once and given back, so that the service can be started before anything listens there
    const early = startTcpProxy({ port: 1 });
    await early.close();
    let proxy: TcpProxy | undefined;
    const startProxy = () => proxy = startTcpProxy(toTarget(target), early.port);
    const through = new URL(url);
    through.host = `127.0.0.1:${early.port}`;
    through.searchParams.delete("host");
    try {
      await work({ proxyUrl: through.href, startProxy, query: (text) => db.query({ text }) });
    } finally {
      await proxy?.close();
    }
  });
}

function toTarget(url: URL): Deno.ConnectOptions {
  return { hostname: url.hostname, port: Number(url.port || 5432) };
}

Deno.test("a service whose database comes late, falls silent and comes back answers all the while, and ends when told", async () => {
  await withSilentDatabase(async ({ proxyUrl, startProxy, query }) => {
    const env = { DATABASE_URL: proxyUrl, INGEST: "off", PORT: "0", REST_LIMIT: "0", CLOCK: "2026-06-05T10:10:00Z" };
    await withService({ ...env, ...LIMITS }, async (service, origin) => {
      equal((await ask(origin, "/healthz")).status, 200, "the process is alive without its database");
      const early = await ask(origin, SEARCH);
      deepEqual([early.status, early.retryAfter], [503, "10"]);

      const proxy = startProxy();
      const first = await askUntil(origin, "/readyz", (answer) => {
        return answer.status === 200 && answer.body.database === "up" &&
          (answer.body.served as { from: string }).from === "memory";
      });
      equal(served(first).revision, first.body.revision);
      equal((await ask(origin, HISTORY)).status, 200);

      proxy.freeze();
      await query("update data_state set revision = revision + 1, as_of = as_of + interval '5 minutes'");
      const silent = await askUntil(origin, "/readyz", (answer) => {
        return answer.body.database === "down" && !served(answer).renewed;
      });
      deepEqual([silent.status, served(silent).revision], [200, served(first).revision]);
      equal((await ask(origin, SEARCH)).status, 200, "memory goes on answering");
      equal((await ask(origin, HISTORY.replace("days=7", "days=8"))).status, 503, "what no cache holds");

      proxy.thaw();
      await askUntil(origin, "/readyz", (answer) => {
        const { revision, renewed } = served(answer);
        return answer.body.database === "up" && renewed && revision > served(first).revision;
      });
      equal((await askUntil(origin, HISTORY, ({ status }) => status === 200)).status, 200);

      proxy.freeze();
      await askUntil(origin, "/readyz", ({ body }) => body.database === "down");
      service.kill("SIGTERM");
      const ended = await Promise.race([
        service.end(),
        new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS)),
      ]);
      ok(ended, "SIGTERM did not end the service while its database was silent");
    });
  });
});
