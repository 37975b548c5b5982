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
import { createTestApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { IDS, insertFixture } from "../support/api_fixture.ts";
import { startCluster } from "../support/cluster.ts";
import { createTestLog } from "../support/log.ts";

const EXAMPLES_FROM_MEMORY = [searchStations, boxStations, lookupStation, nationalPrices, departmentPrices]
  .map(({ example }) => example);

Deno.test("without its database a warm service goes on from memory, and a cold one says 503", async () => {
  const cluster = await startCluster();
  const db = await openDb({ databaseUrl: cluster.adminUrl, dataDir: "", deploy: false }, { log: createTestLog().log });
  await migrate(db);
  await insertFixture(db);
  const warm = await createTestApp(db);
  const cold = await createTestApp(db, { reader: "PostGIS" });
  const before = await Promise.all(EXAMPLES_FROM_MEMORY.map((path) => warm.json(path)));
  const kept = await warm.json(brandTrends.example);
  await cluster.stop();

  // Another limit is another question: not one that was kept from before.
  for (const path of EXAMPLES_FROM_MEMORY) await warm.json(path.replace("limit=2", "limit=3"));
  deepEqual(await Promise.all(EXAMPLES_FROM_MEMORY.map((path) => warm.json(path))), before);
  deepEqual(await warm.json(brandTrends.example), kept, "an answer that was given goes on being given");
  await warm.json("/data/current.json");
  const pages = ["/departements", "/departements/75", "/villes/paris-75056", "/tendances", "/a-propos"];
  for (const path of pages) equal((await warm.read(path)).status, 200, path);
  match((await warm.read(`/stations/${IDS.paris}`)).text, /1,799.*L’historique est indisponible/s);

  for (const app of [warm, cold]) {
    const response = await app.fetch(priceHistory.example.replace("days=7", "days=8"));
    ok(Number(response.headers.get("retry-after")) > 0);
    await checkError(response, "SERVICE_UNAVAILABLE");
  }
  for (const name of ["index.json", "catalog.jsonld", "2025.parquet", "0123456789abcdef-2025.parquet"]) {
    await checkError(await warm.fetch(`/data/history/${name}`), "SERVICE_UNAVAILABLE");
  }
  // A station that left the feed is not in the snapshot.
  await checkError(await warm.fetch(`/api/v1/stations/${IDS.left}`), "SERVICE_UNAVAILABLE");
  for (const { example } of operations) await checkError(await cold.fetch(example), "SERVICE_UNAVAILABLE");

  equal((await warm.json("/readyz")).database, "down");
  equal((await cold.read("/readyz")).status, 503);
  await db.close();
  await warm.close("Database unavailable");
  await cold.close("Database unavailable");
});
