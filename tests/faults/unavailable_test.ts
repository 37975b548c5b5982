import { equal, match } from "../support/assert.ts";
import { openDb } from "../../lib/db/connection.ts";
import { operations } from "../../lib/operations/mod.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { insertFixture } from "../support/api_fixture.ts";
import { createTestLog } from "../support/log.ts";
import { withServerDb } from "../support/server_db.ts";
import { withProxy } from "../support/tcp_proxy.ts";

const DOCUMENTS = [
  "/",
  "/en",
  "/stations/75012001",
  "/departements/75",
  "/sitemap.xml",
  "/readyz",
  "/data/current.json",
];
const PATHS = [...DOCUMENTS, ...operations.map(({ example }) => example)];
/** More bodies than fit into memory once each is longer than a short body. */
const BODIES = 100;
const LONG_START = 20_000;

async function reasonOf(app: TestApp, response: Response, what: string): Promise<unknown> {
  await response.body?.cancel();
  equal(response.status, 503, what);
  const id = response.headers.get("x-request-id");
  const lines = app.log.lines.filter(({ message, requestId }) =>
    message !== "request" && requestId === id
  );
  equal(lines.length, 1, `${what}: ${JSON.stringify(lines)}`);
  return lines[0]!.reason ?? (lines[0]!.error as { message: string }).message;
}

async function withApp(work: (app: TestApp) => Promise<void>, isEmpty = false): Promise<void> {
  await withServerDb(async (db) => {
    if (!isEmpty) await insertFixture(db);
    const app = await createTestApp(db, { env: { INGEST: "off" } });
    await work(app);
    await app.close();
  });
}

// Makes: nothing was ever loaded
Deno.test("without data every 503 is logged with that reason", () =>
  withApp(async (app) => {
    for (const path of PATHS) {
      const reason = await reasonOf(app, await app.fetch(path), path);
      equal(
        reason,
        "No data yet: the database is empty, and this instance does not load the feed (INGEST=off)",
      );
    }
  }, true));

Deno.test("without its database every 503 is logged with the database's fault", async () => {
  await withServerDb(async (filled, url) => {
    await insertFixture(filled);
    await withProxy(url, async (proxy, through) => {
      const config = { databaseUrl: through, dataDir: "", deploy: false };
      const db = await openDb(config, { log: createTestLog().log });
      const app = await createTestApp(db, { reader: "PostGIS" });
      await proxy.close();
      for (const path of PATHS) {
        match(
          String(await reasonOf(app, await app.fetch(path), path)),
          /ECONNREFUSED|terminated|refused/,
          path,
        );
      }
      await app.close("Database unavailable");
      await db.close();
    });
  });
});

Deno.test("an instance that shuts down logs the shutdown as the reason for the 503 of /readyz", () =>
  withApp(async (app) => {
    app.service.backend.isEnding = () => true;
    equal(
      await reasonOf(app, await app.fetch("/readyz"), "/readyz"),
      "The instance is shutting down",
    );
  }));

Deno.test("a body that exceeds the memory limit returns 503 with its reason in the log", () =>
  withApp(async (app) => {
    const headers = { "content-type": "application/json", "content-length": "200000" };
    const expected = {
      "/mcp": "Too many request bodies are in progress; try again in a second",
      "/api/v1/stations/route": "Too many request bodies are in progress",
    };
    for (const [path, reason] of Object.entries(expected)) {
      const bodies: ReadableStreamDefaultController[] = [];
      const post = () => {
        const body = new ReadableStream({
          start(controller) {
            bodies.push(controller);
            controller.enqueue(new Uint8Array(LONG_START));
          },
        });
        return app.fetch(path, { method: "POST", headers, body });
      };
      const waiting = Array.from({ length: BODIES }, post);
      const refused = await Promise.race(waiting);
      equal(await reasonOf(app, refused, path), reason);
      for (const body of bodies) body.error(new Error("The client has gone"));
      for (const response of await Promise.all(waiting)) {
        if (response !== refused) await response.body?.cancel();
      }
    }
  }));
