/**
 * Tests the size and cost of the route page, and that its list is complete with and without
 * scripts.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { createTestApp, type TestApp, testApp } from "../support/api_app.ts";
import { withServerDb } from "../support/server_db.ts";
import { ingestFeed, toFeed, toStations } from "../support/small_feed.ts";

const AT = "2026-06-05T10:20:00Z";
const PAGE = "/itineraire?from=Paris&from_at=48.8,2.36&to=Senlis&to_at=49.05,2.36";
const MAX_PAGE_BYTES = 90_000;
const LISTED = 150;

/** Runs `work` with an app over 200 stations from south to north, more than a page lists. */
async function withManyStations(
  work: (app: TestApp) => Promise<void>,
  env: Record<string, string> = {},
) {
  await withServerDb(async (db) => {
    const stations = toStations(200, "2026-06-05 12:00:00", (station, at) => ({
      ...station,
      address: `${at} Avenue du Général de Gaulle`,
      latitude: 4_880_000 + at * 100,
    }));
    equal((await ingestFeed(db, toFeed(stations), { at: AT })).outcome, "changed");
    const app = await createTestApp(db, { env, clock: () => new Date(AT) });
    await work(app).finally(() => app.close());
  });
}

Deno.test("a route page with 150 stations is at most 90 kB, and lists all of them without scripts", async () => {
  await withManyStations(async (app) => {
    for (
      const path of [PAGE, PAGE.replace("/itineraire", "/en/route"), `${PAGE}&plan=enough&tank=300`]
    ) {
      const { status, text } = await app.read(path);
      equal(status, 200);
      const bytes = new TextEncoder().encode(text).length;
      ok(bytes <= MAX_PAGE_BYTES, `${path}: ${bytes} bytes`);
      const listed = new Set(text.match(/(?<=href="[\w/]*\/stations\/)\d+/g));
      ok(listed.size >= LISTED, `${path}: ${listed.size} stations`);
      match(text, /Avenue|Paris/);
    }
  });
});

Deno.test("a route page with results costs three requests plus its plan, and one when repeated", async () => {
  await withManyStations(async (app) => {
    const leftAfter = async (path: string) =>
      Number((await app.read(path)).headers.get("x-ratelimit-remaining"));
    equal(await leftAfter("/itineraire"), 299);
    equal(await leftAfter(PAGE), 290);
    equal(await leftAfter(PAGE), 289);
    equal(await leftAfter(`${PAGE}&plan=enough&tank=300`), 247, "a larger tank costs more");
  }, { PAGE_LIMIT: "300" });
});

testApp("a hundred concurrent route pages all succeed, one by one", async (app) => {
  const ask = async (i: number) => {
    const response = await app.fetch(
      `/itineraire?from=Montrouge&to=Lisses&consumption=${4 + i / 100}`,
    );
    await response.body?.cancel();
    return response.status;
  };
  deepEqual(await Promise.all(Array.from({ length: 100 }, (_, i) => ask(i))), Array(100).fill(200));
});

// Proves docs/data.md#old-prices
Deno.test("pages recommend no 28-day-old price with a small lead, and ask to check it", async () => {
  await withServerDb(async (db) => {
    const [old, ...others] = toStations(12, "2026-06-05 12:00:00", (station, at) => ({
      ...station,
      latitude: 4_880_000 + at * 2_000,
      prices: [{
        fuel: "Gazole",
        at: at === 0 ? "2026-05-08 12:00:00" : "2026-06-05 12:00:00",
        value: at === 0 ? "1.621" : "1.640",
      }],
    }));
    equal((await ingestFeed(db, toFeed([old!, ...others]), { at: AT })).outcome, "changed");
    const app = await createTestApp(db, { clock: () => new Date(AT) });
    try {
      const { text: route } = await app.read(`${PAGE}&fuel=gazole`);
      match(route, /1,621\s€<\/a> il y a 28\sj\s: à vérifier/);
      const { text: list } = await app.read("/?at=48.8,2.36&fuel=gazole");
      match(list, /il y a 28\sj<\/time>\s: à vérifier/);
      const stars = [...list.matchAll(/★[^]*?(\d,\d{2})/g)].map(([, price]) => price);
      ok(stars.length > 0 && !stars.includes("1,62"), stars.join());
      const { data } = await app.json(
        "/api/v1/stations/search?lat=48.8&lng=2.36&fuel=gazole&radius=50",
      );
      equal(data[0].price, "1.621");
    } finally {
      await app.close();
    }
  });
});
