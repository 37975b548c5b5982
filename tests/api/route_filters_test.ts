import { deepEqual, equal, match, ok } from "node:assert/strict";
import type { RouteEntry, WirePlan } from "../../lib/domain/wire.ts";
import { toGeodesicMetres } from "../../lib/snapshot/search.ts";
import { testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

type Answer = { data: RouteEntry[]; meta: { total: number; route: { length_km: number; estimated: boolean } } };

const ROUTE = "/api/v1/stations/route?points=48.80,2.25;48.8566,2.3522;48.90,2.45&fuel=gazole&corridor=10";
const FILTERS: [query: string, keeps: (entry: RouteEntry) => boolean][] = [
  ["brands=avia,E.Leclerc", ({ brand }) => ["Avia", "E.Leclerc"].includes(brand!)],
  ["exclude_brands=avia,E.Leclerc", ({ brand }) => !["Avia", "E.Leclerc"].includes(brand!)],
  ["services=gonflage,toilettes", ({ id }) => id === IDS.paris],
  ["automate_24_7=true", ({ automate_24_7 }) => automate_24_7],
];

testApp("GET /stations/route is narrowed by brands, services and card terminals as a search is", async (app) => {
  const all: Answer = await app.json(ROUTE);
  for (const [query, keeps] of FILTERS) {
    const kept = all.data.filter(keeps);
    ok(kept.length > 0 && kept.length < all.data.length, query);
    const { data, meta }: Answer = await app.json(`${ROUTE}&${query}`);
    deepEqual([data.map(({ id }) => id), meta.total], [kept.map(({ id }) => id), kept.length], query);
  }
  equal((await app.read(`${ROUTE}&brands=Avia&brand=Avia`)).status, 400);
  const args = { points: "48.80,2.25;48.90,2.45", fuel: "gazole", corridor: 10, exclude_brands: "Avia" };
  const { content } = await app.callTool("find_stations_on_route", args);
  match(content[0].text, /^Cheapest gazole .* \(no stations of "Avia"\): \d/);
});

testApp("a way that no road follows is driven at 1.3 times its length, in the plan as well", async (app) => {
  const [paris, marseille] = [{ lat: 48.8566, lng: 2.3522 }, { lat: 43.2965, lng: 5.3698 }];
  const straightKm = toGeodesicMetres(paris, marseille) / 1000;
  // 692 km until the reserve: more than the straight line, less than the road
  const car = "fuel=gazole&tank=60&start_level=50&consumption=6.5&reserve=5";
  const question = `/api/v1/stations/route?points=48.8566,2.3522;43.2965,5.3698&${car}&brands=Nobody`;
  const { route, plan } = (await app.json(question)).meta as Answer["meta"] & { plan: WirePlan };
  ok(Math.abs(route.length_km / straightKm - 1.3) < 0.005 && route.estimated, String(route.length_km));
  ok(straightKm < 692 && !plan.feasible);
});
