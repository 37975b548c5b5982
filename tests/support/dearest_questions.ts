/** Lists the most expensive known request for each route, with its charge. @module */

import { newEra, toCall } from "../mcp/app.ts";

type Bucket = "rest" | "page" | "mcp";

/** A request of a route. `path` and `body` take a number, so that no cache has the request. */
export type ExpensiveRequest = {
  /** The file below `routes/`. */
  route: string;
  path(n: number): string;
  method?: "POST";
  headers?: Record<string, string>;
  body?(n: number): string;
  /** The quota, or null for a free route. */
  bucket: Bucket | null;
  charge: number;
  /** The status over the test's fixture, 200 by default. */
  status?: number;
};

/** No place name starts like this, and its words have thousands of similar names to compare. */
const MISSPELT = (n: number) =>
  `${"saint ".repeat(9)}${n}z de la loire atlantique pays de la loire`.replaceAll(" ", "+");
const STATION = "75015007";

/** Returns a winding line of 20 000 vertices from Paris to Marseille, 250 kB. */
function toLine(n: number): number[][] {
  return Array.from({ length: 20_000 }, (_, at) => [
    Number((2.35 + 3 * at / 20_000 + Math.sin(at / 9 + n) / 500).toFixed(2)),
    Number((48.86 - 5.5 * at / 20_000 + Math.cos(at / 7 + n) / 500).toFixed(2)),
  ]);
}

/** The `BASE_URL` of the service that these requests go to. */
export const ORIGIN = "https://fuel.example";
const JSON_BODY = { "content-type": "application/json" };

function api(file: string, path: (n: number) => string, charge = 1): ExpensiveRequest {
  return { route: `api/v1/${file}`, path: (n) => `/api/v1/${path(n)}`, bucket: "rest", charge };
}

function pageOf(
  route: string,
  path: (n: number) => string,
  charge = 1,
  status = 200,
): ExpensiveRequest {
  return { route, path, bucket: "page", charge, status };
}

function free(
  route: string,
  path: (n: number) => string,
  headers: Record<string, string> = {},
): ExpensiveRequest {
  return { route, path, headers, bucket: null, charge: 0 };
}

const POINT = "lat=48.8566&lng=2.3522&fuel=gazole";

/** At least one row for each route of the app. */
export const EXPENSIVE_REQUESTS: readonly ExpensiveRequest[] = [
  api("brands.ts", (n) => `brands?x=${n}`),
  api("places.ts", (n) => `places?q=${MISSPELT(n)}&limit=20`, 6),
  api("places.ts", (n) => `places?q=impasse+${"saint+".repeat(17)}${n}`, 4),
  api("places.ts", (n) => `places?q=saint&limit=20&x=${n}`),
  api(
    "prices/compare.ts",
    (n) => `prices/compare?price=${(1.5 + n / 1_000).toFixed(3)}&radius=50&${POINT}`,
  ),
  api("prices/departments.ts", (n) => `prices/departments?fuel=gazole&x=${n}`),
  api("prices/departments/[code].ts", (n) => `prices/departments/75?fuel=gazole&x=${n}`),
  api(
    "prices/history/[stationId].ts",
    (n) => `prices/history/${STATION}?fuel=gazole&days=${365 - n % 300}`,
  ),
  api("prices/national.ts", (n) => `prices/national?fuel=gazole&x=${n}`),
  api(
    "prices/series.ts",
    (n) => `prices/series?fuel=gazole&area=brand:x${n}&from=2016-06-05&to=2026-06-05`,
    11,
  ),
  api("prices/shortages.ts", (n) => `prices/shortages?fuel=gazole&x=${n}`),
  api("prices/trends/brands.ts", (n) => `prices/trends/brands?fuel=gazole&days=${90 - n % 80}`),
  api("stations.ts", (n) => `stations?q=e&limit=100&offset=${n}&format=geojson`),
  api("stations/[id].ts", (n) => `stations/${STATION}?x=${n}`),
  api(
    "stations/bbox.ts",
    (n) =>
      `stations/bbox?north=51&south=42&east=8&west=${-(4 +
        n / 1_000)}&fuel=gazole&limit=500&sort=cost`,
  ),
  api(
    "stations/search.ts",
    (n) =>
      `stations/search?lat=48.${
        8566 + n
      }&lng=2.3522&fuel=gazole&radius=50&limit=100&sort=cost&format=csv`,
  ),
  {
    ...api("stations/route.ts", () => "stations/route", 6),
    method: "POST",
    headers: JSON_BODY,
    body: (n) => JSON.stringify({ line: toLine(n), fuel: "gazole", corridor: 10, limit: 500 }),
  },
  {
    ...api("stations/route.ts", () => "stations/route", 45),
    method: "POST",
    headers: JSON_BODY,
    body: (n) =>
      JSON.stringify({ line: toLine(n), fuel: "gazole", corridor: 10, limit: 500, tank: 300 }),
  },
  {
    route: "mcp.ts",
    path: () => "/mcp",
    method: "POST",
    bucket: "mcp",
    charge: 6,
    headers: JSON_BODY,
    body: (n) => JSON.stringify(toCall("find_place", { q: MISSPELT(n).replaceAll("+", " ") })),
  },
  {
    route: "mcp.ts",
    path: () => "/mcp",
    method: "POST",
    bucket: "mcp",
    charge: 1,
    headers: JSON_BODY,
    body: (n) =>
      JSON.stringify(toCall("find_stations_on_route", {
        from: "sa",
        to: "sa",
        via: Array(6).fill("sa").join(";"),
        fuel: "gazole",
        corridor: 5 + n / 1_000,
      })),
  },
  {
    route: "mcp.ts",
    path: () => "/mcp",
    method: "POST",
    bucket: "mcp",
    charge: 1,
    headers: { ...JSON_BODY, ...newEra("subscriptions/listen").headers },
    body: (id) => {
      const notifications = { resourceSubscriptions: ["fuel://nearby/gazole/48.85,2.35,50"] };
      const params = { notifications, _meta: newEra("subscriptions/listen").meta };
      return JSON.stringify({ jsonrpc: "2.0", id, method: "subscriptions/listen", params });
    },
  },
  pageOf("a-propos.tsx", (n) => `/a-propos?x=${n}`),
  {
    ...pageOf("alertes/appareil.ts", () => "/alertes/appareil", 10),
    method: "POST",
    headers: { ...JSON_BODY, origin: ORIGIN },
    body: (n) => {
      const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
      const subscription = { endpoint: `https://fcm.googleapis.com/${n}`, keys };
      const where = { ids: Array.from({ length: 50 }, (_, at) => String(75_000_000 + at + n)) };
      const rule = { fuel: "gazole", where, when: { kind: "at_most", price_milli: 900 } };
      return JSON.stringify({ lang: "fr", subscription, rule });
    },
  },
  pageOf("alertes/index.tsx", (n) => `/alertes?x=${n}`),
  pageOf("data/index.tsx", (n) => `/donnees?x=${n}`),
  pageOf("departements/[code].tsx", (n) => `/departements/75?x=${n}`),
  pageOf("departements/index.tsx", (n) => `/departements?x=${n}`),
  pageOf("docs.tsx", (n) => `/docs?x=${n}`),
  pageOf("docs/recipes.tsx", (n) => `/docs/recipes?x=${n}`),
  pageOf("embed/[kind].tsx", (n) => `/embed/courbe?area=brand:x${n}`, 2, 404),
  pageOf("embed/[kind].tsx", (n) => `/embed/carte?place=${MISSPELT(n)}`, 6),
  pageOf("etat.tsx", (n) => `/etat?x=${n}`),
  pageOf("favoris.tsx", (n) => `/favoris?x=${n}`),
  pageOf(
    "favoris/prix.ts",
    (n) => `/favoris/prix?fuel=gazole&ids=${Array(30).fill(STATION)}&x=${n}`,
    6,
  ),
  pageOf("hors-ligne.tsx", (n) => `/hors-ligne?x=${n}`),
  pageOf("image.ts", (n) => `/stations/${STATION}/image.png?x=${n}`, 10),
  pageOf("index.tsx", (n) => `/?q=${MISSPELT(n)}`, 6),
  pageOf("index.tsx", (n) => `/?q=rue+7+m+2+c+2+s+2+l+${n}`),
  pageOf("index.tsx", (n) => `/?q=saint&x=${n}`),
  pageOf(
    "itineraire.tsx",
    (n) =>
      `/itineraire?from=${MISSPELT(n)}&to=${MISSPELT(n + 1)}&via1=${MISSPELT(n)}&via2=${
        MISSPELT(n)
      }`,
    29,
  ),
  pageOf(
    "itineraire.tsx",
    (n) =>
      `/itineraire?from=Lille&from_at=50.63,3.06&to=Nice&to_at=43.7,7.27&plan=enough&tank=300&corridor=10&consumption=${
        (4 + n / 100).toFixed(2)
      }`,
    42,
  ),
  pageOf("mentions-legales.tsx", (n) => `/mentions-legales?x=${n}`),
  pageOf("stations/[id].tsx", (n) => `/stations/${STATION}?x=${n}`),
  pageOf("stations/[id]/courbes.tsx", (n) => `/stations/${STATION}/courbes?x=${n}`),
  pageOf("tendances.tsx", (n) => `/tendances?x=${n}`),
  pageOf("villes/[slug].tsx", (n) => `/villes/paris-75056?x=${n}`),
  free("data/history/[file].ts", () => "/data/history/index.json"),
  free("documents.ts", () => "/llms.txt"),
  free("documents.ts", () => "/.well-known/agent-skills/index.json"),
  free("metrics.ts", () => "/metrics"),
  free("openapi.json.ts", () => "/openapi.json"),
  free("outside_api.ts", () => "/readyz"),
  free("outside_api.ts", () => "/data/current.geojson", { "accept-encoding": "identity" }),
  free("outside_api.ts", () => "/data/current.geojson", { "accept-encoding": "br" }),
  {
    route: "outside_api.ts",
    bucket: "rest",
    charge: 3,
    path: (n) => `/feeds/search.atom?${POINT}&radius=${50 - n / 100}`,
  },
  free("sitemap.xml.ts", () => "/sitemap.xml"),
];
