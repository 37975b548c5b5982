import { deepEqual, equal } from "../support/assert.ts";
import { openDb } from "../../lib/db/connection.ts";
import { operations } from "../../lib/operations/mod.ts";
import { SERVER_DEFAULTS } from "../../lib/platform/config.ts";
import { createTestApp } from "../support/api_app.ts";
import { createTestLog } from "../support/log.ts";
import { startPooler } from "../support/pgbouncer.ts";
import { createServerUrl } from "../support/server_db.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const SESSIONS = 2;
const ROUNDS = 25;
const clock = () => new Date("2026-06-05T10:20:00Z");

Deno.test("with DB_PREPARE=off ingests and responses work through a pooler in transaction mode", async () => {
  const { url, drop } = await createServerUrl();
  const pooler = await startPooler(url, SESSIONS);
  const { log } = createTestLog();
  const server = { ...SERVER_DEFAULTS, prepares: false };
  const db = await openDb({ databaseUrl: pooler.url, dataDir: "", deploy: false, server }, { log });
  try {
    for (const minute of ["00", "10"]) {
      const feed = toFeed(toStations(40, `2026-06-05 12:${minute}:00`));
      equal((await ingestFeed(db, feed, { at: clock })).outcome, "changed");
    }
    const app = await createTestApp(db, { reader: "PostGIS", clock });
    const examples = operations.filter(({ kind }) => kind === "api").map(({ example }) => example);
    // In rounds, because the service rejects more concurrent plans than it can compute.
    for (let round = 0; round < ROUNDS; round++) {
      const statuses = await Promise.all(examples.map(async (path) => {
        const response = await app.fetch(path);
        await response.body?.cancel();
        return response.status;
      }));
      deepEqual(statuses.filter((status) => status >= 500), []);
    }
    await app.close();
  } finally {
    await db.close();
    await pooler.stop();
    await drop();
  }
});
