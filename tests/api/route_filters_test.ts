import { deepEqual, equal, match, ok } from "../support/assert.ts";
import type { RouteEntry } from "../../lib/domain/wire.ts";
import { testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

type Answer = { data: RouteEntry[]; meta: { total: number } };

const ROUTE =
  "/api/v1/stations/route?points=48.80,2.25;48.8566,2.3522;48.90,2.45&fuel=gazole&corridor=10";
const FILTERS: [query: string, keeps: (entry: RouteEntry) => boolean][] = [
  ["brands=avia,E.Leclerc", ({ brand }) => ["Avia", "E.Leclerc"].includes(brand!)],
  ["exclude_brands=avia,E.Leclerc", ({ brand }) => !["Avia", "E.Leclerc"].includes(brand!)],
  ["services=gonflage,toilettes", ({ id }) => id === IDS.paris],
  ["automate_24_7=true", ({ automate_24_7 }) => automate_24_7],
];

testApp(
  "GET /stations/route is filtered by brands, services and card terminals as a search is",
  async (app) => {
    const all: Answer = await app.json(ROUTE);
    for (const [query, keeps] of FILTERS) {
      const kept = all.data.filter(keeps);
      ok(kept.length > 0 && kept.length < all.data.length, query);
      const { data, meta }: Answer = await app.json(`${ROUTE}&${query}`);
      deepEqual([data.map(({ id }) => id), meta.total], [
        kept.map(({ id }) => id),
        kept.length,
      ], query);
    }
    equal((await app.read(`${ROUTE}&brands=Avia&brand=Avia`)).status, 400);
    const args = {
      points: "48.80,2.25;48.90,2.45",
      fuel: "gazole",
      corridor: 10,
      exclude_brands: "Avia",
    };
    const { content } = await app.callTool("find_stations_on_route", args);
    match(content[0].text, /^Cheapest gazole .* \(no stations of "Avia"\): \d/);
  },
);
