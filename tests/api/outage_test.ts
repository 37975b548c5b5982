import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { boxStations } from "../../lib/operations/stations/box_stations.ts";
import { brandTrends } from "../../lib/operations/prices/brand_trends.ts";
import { departmentPrices, nationalPrices } from "../../lib/operations/prices/area_prices.ts";
import { lookupStation } from "../../lib/operations/stations/lookup_station.ts";
import { operations } from "../../lib/operations/mod.ts";
import { priceHistory } from "../../lib/operations/prices/price_history.ts";
import { searchStations } from "../../lib/operations/stations/search_stations.ts";
import { openDb } from "../../lib/db/connection.ts";
import { migrate } from "../../lib/db/migrate.ts";
import { createTestApp, testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { IDS, insertFixture } from "../support/api_fixture.ts";
import { startCluster } from "../support/cluster.ts";
import { createTestLog } from "../support/log.ts";

const EXAMPLES_FROM_MEMORY = [
  searchStations,
  boxStations,
  lookupStation,
  nationalPrices,
  departmentPrices,
]
  .map(({ example }) => example);

Deno.test("without its database", async (t) => {
  const cluster = await startCluster();
  const db = await openDb({ databaseUrl: cluster.adminUrl, dataDir: "", deploy: false }, {
    log: createTestLog().log,
  });
  await migrate(db);
  await insertFixture(db);
  const from = "198.51.100.7";
  const warm = await createTestApp(db, { env: { METRICS_FROM: from } });
  const cold = await createTestApp(db, { reader: "PostGIS" });
  const readAll = () => Promise.all(EXAMPLES_FROM_MEMORY.map((path) => warm.json(path)));
  const before = await readAll();
  const kept = await warm.json(brandTrends.example);
  await cluster.stop();

  await t.step(
    "a warm service answers earlier and new requests from memory",
    async () => {
      deepEqual(await readAll(), before);
      for (const path of EXAMPLES_FROM_MEMORY) await warm.json(path.replace("limit=2", "limit=3"));
      await warm.json("/data/current.json");
      equal((await warm.json("/readyz")).database, "down");
      match((await warm.read("/metrics", { from })).text, /^jauge_database_up 0$/m);
    },
  );
  await t.step("a cached response from the database is still returned", async () => {
    deepEqual(await warm.json(brandTrends.example), kept);
  });
  await t.step(
    "pages are rendered, and a station's page says that its history is missing",
    async () => {
      const pages = [
        "/departements",
        "/departements/75",
        "/villes/paris-75056",
        "/tendances",
        "/a-propos",
      ];
      for (const path of pages) equal((await warm.read(path)).status, 200, path);
      match(
        (await warm.read(`/stations/${IDS.paris}`)).text,
        /1,799.*L’historique est indisponible/s,
      );
    },
  );
  await t.step("requests that need the database return 503 with Retry-After", async () => {
    const response = await warm.fetch(priceHistory.example.replace("days=7", "days=8"));
    ok(Number(response.headers.get("retry-after")) > 0);
    await checkError(response, "SERVICE_UNAVAILABLE");
    const files = ["index.json", "catalog.jsonld", "2025.parquet", "0123456789abcdef-2025.parquet"];
    // A station that left the feed is not in the snapshot.
    const gone = `/api/v1/stations/${IDS.left}`;
    for (const path of [...files.map((name) => `/data/history/${name}`), gone]) {
      await checkError(await warm.fetch(path), "SERVICE_UNAVAILABLE");
    }
  });
  await t.step("a cold service returns 503 for every request", async () => {
    for (const { example } of operations) {
      await checkError(await cold.fetch(example), "SERVICE_UNAVAILABLE");
    }
    equal((await cold.read("/readyz")).status, 503);
  });
  await db.close();
  await warm.close("Database unavailable");
  await cold.close("Database unavailable");
});

testApp("many concurrent /readyz requests share one query", async (app, db) => {
  const query = db.query.bind(db);
  let queries = 0;
  db.query = (question) => {
    queries++;
    return query(question);
  };
  const answers = await Promise.all(Array.from({ length: 20 }, () => app.read("/readyz")));
  db.query = query;
  deepEqual(answers.map(({ status }) => status), Array(20).fill(200));
  equal(queries, 1);
}, { readers: ["snapshot"] });
