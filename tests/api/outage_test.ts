/** The database goes away under a running service: what the picture can answer goes on, the rest says 503. @module */

import { deepEqual, equal, ok } from "node:assert/strict";
import { openDb } from "../../lib/db/connection.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { EXAMPLE_PATHS } from "../../lib/http/openapi/examples.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { IDS, insertFixture } from "../support/api_fixture.ts";
import { startCluster } from "../support/cluster.ts";
import { createTestLog } from "../support/log.ts";

const FROM_MEMORY = ["searchStations", "boxStations", "lookupStation", "nationalPrices", "departmentPrices"];
const FROM_SQL = ["priceHistory", "brandTrends"];

async function bodyOf(app: TestApp, path: string): Promise<string> {
  const response = await app.fetch(path);
  equal(response.status, 200, path);
  return await response.text();
}

Deno.test("without its database a warm service goes on from memory, and a cold one says 503", async () => {
  const cluster = await startCluster();
  const db = await openDb({ databaseUrl: cluster.adminUrl, dataDir: "", deploy: false }, { log: createTestLog().log });
  await migrate(db);
  await insertFixture(db);
  const warm = await createTestApp(db);
  const cold = await createTestApp(db, { warm: false });
  const before = await Promise.all(FROM_MEMORY.map((id) => bodyOf(warm, EXAMPLE_PATHS[id])));
  const kept = await bodyOf(warm, EXAMPLE_PATHS.brandTrends);
  await cluster.stop();

  // Another limit is another question: not one that was kept from before.
  for (const id of FROM_MEMORY) await bodyOf(warm, EXAMPLE_PATHS[id].replace("limit=2", "limit=3"));
  deepEqual(await Promise.all(FROM_MEMORY.map((id) => bodyOf(warm, EXAMPLE_PATHS[id]))), before);
  equal(await bodyOf(warm, EXAMPLE_PATHS.brandTrends), kept, "an answer that was given goes on being given");
  await bodyOf(warm, "/data/current.json");

  for (const app of [warm, cold]) {
    const response = await app.fetch(EXAMPLE_PATHS.priceHistory.replace("days=7", "days=8"));
    ok(Number(response.headers.get("retry-after")) > 0);
    await checkError(response, "SERVICE_UNAVAILABLE");
  }
  // A station that left the feed is not in the picture.
  await checkError(await warm.fetch(`/api/v1/stations/${IDS.left}`), "SERVICE_UNAVAILABLE");
  for (const id of [...FROM_MEMORY, ...FROM_SQL]) {
    await checkError(await cold.fetch(EXAMPLE_PATHS[id]), "SERVICE_UNAVAILABLE");
  }

  const ready = await warm.fetch("/readyz");
  deepEqual([ready.status, (await ready.json()).database], [200, "down"]);
  const unready = await cold.fetch("/readyz");
  deepEqual([unready.status, (await unready.json()).ready], [503, false]);
  await db.close();
  await warm.close("Database unavailable");
  await cold.close("Database unavailable");
});
