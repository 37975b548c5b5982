/** The database goes away under a running service: what the snapshot can answer goes on, the rest says 503. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import {
  boxStations,
  brandTrends,
  departmentPrices,
  lookupStation,
  nationalPrices,
  operations,
  priceHistory,
  searchStations,
} from "../../lib/operations/mod.ts";
import { openDb } from "../../lib/db/connection.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { createTestApp, type TestApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { IDS, insertFixture } from "../support/api_fixture.ts";
import { startCluster } from "../support/cluster.ts";
import { createTestLog } from "../support/log.ts";

const EXAMPLES_FROM_MEMORY = [searchStations, boxStations, lookupStation, nationalPrices, departmentPrices]
  .map(({ example }) => example);

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
  const cold = await createTestApp(db, { reader: "PostGIS" });
  const before = await Promise.all(EXAMPLES_FROM_MEMORY.map((path) => bodyOf(warm, path)));
  const kept = await bodyOf(warm, brandTrends.example);
  await cluster.stop();

  // Another limit is another question: not one that was kept from before.
  for (const path of EXAMPLES_FROM_MEMORY) await bodyOf(warm, path.replace("limit=2", "limit=3"));
  deepEqual(await Promise.all(EXAMPLES_FROM_MEMORY.map((path) => bodyOf(warm, path))), before);
  equal(await bodyOf(warm, brandTrends.example), kept, "an answer that was given goes on being given");
  await bodyOf(warm, "/data/current.json");
  const pages = ["/departements", "/departements/75", "/villes/paris-75056", "/tendances", "/a-propos"];
  for (const path of pages) await bodyOf(warm, path);
  match(await bodyOf(warm, `/stations/${IDS.paris}`), /1,799.*L’historique n’est pas disponible/s);

  for (const app of [warm, cold]) {
    const response = await app.fetch(priceHistory.example.replace("days=7", "days=8"));
    ok(Number(response.headers.get("retry-after")) > 0);
    await checkError(response, "SERVICE_UNAVAILABLE");
  }
  // A station that left the feed is not in the snapshot.
  await checkError(await warm.fetch(`/api/v1/stations/${IDS.left}`), "SERVICE_UNAVAILABLE");
  for (const { example } of operations) await checkError(await cold.fetch(example), "SERVICE_UNAVAILABLE");

  const ready = await warm.fetch("/readyz");
  deepEqual([ready.status, (await ready.json()).database], [200, "down"]);
  const unready = await cold.fetch("/readyz");
  deepEqual([unready.status, (await unready.json()).ready], [503, false]);
  await db.close();
  await warm.close("Database unavailable");
  await cold.close("Database unavailable");
});
