import { deepEqual, equal, ok } from "../support/assert.ts";
import manifest from "../../fresh.gen.ts";
import { allOperations } from "../../lib/operations/mod.ts";
import { testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";
import { sitePages } from "../support/site_pages.ts";

/** An address of each route that has a parameter in its path, by the file of the route. */
const NAMED: Record<string, string[]> = {
  "alertes/appareil.ts": ["/alertes/appareil"],
  "data/history/[file].ts": ["/data/history/index.json"],
  "departements/[code].tsx": ["/departements/75", "/en/departements/75", "/departements/99"],
  "documents.ts": ["/llms.txt", "/robots.txt", "/.well-known/ai-catalog.json", "/mcp/server-card"],
  "embed/[kind].tsx": ["/embed/carte?place=75056", "/en/embed/curve?area=75", "/embed/x"],
  "favoris/prix.ts": [`/favoris/prix?fuel=e10&ids=${IDS.paris}`, "/favoris/prix"],
  "image.ts": [`/stations/${IDS.paris}/image.png`],
  "mcp.ts": ["/mcp"],
  "metrics.ts": ["/metrics"],
  "openapi.json.ts": ["/openapi.json"],
  "outside_api.ts": ["/healthz", "/readyz", "/data/current.csv", "/data/x"],
  "sitemap.xml.ts": ["/sitemap.xml"],
  "stations/[id].tsx": [`/stations/${IDS.paris}`, `/en/stations/${IDS.paris}`, "/stations/999"],
  "stations/[id]/courbes.tsx": [
    `/stations/${IDS.paris}/courbes`,
    `/en/stations/${IDS.paris}/courbes`,
  ],
  "villes/[slug].tsx": ["/villes/paris-75056", "/en/villes/paris-75056"],
};

const WITHOUT_ROUTE = [
  "/nowhere",
  "/en/nowhere",
  "/nothing.js",
  "/styles.css",
  "/api/v1/nowhere",
  `/?q=${"x".repeat(9_000)}`,
];

/** Returns the routes of the manifest whose path this test does not know. */
function findUnvisited(): string[] {
  const pages = sitePages.map(({ fr }) => fr);
  return Object.entries(manifest.routes).flatMap(([file, module]) => {
    const { config } = module as { config?: { routeOverride?: string } };
    const pattern = config?.routeOverride && new URLPattern({ pathname: config.routeOverride });
    const isVisited = file.startsWith("_") || file.startsWith("api/v1/") || file in NAMED ||
      (pattern && pages.some((pathname) => pattern.test({ pathname })));
    return isVisited ? [] : [file];
  });
}

testApp(
  "every route has the same policy for GET and HEAD, strict on HTML, and no other response has one",
  async (app) => {
    deepEqual(findUnvisited(), [], "routes that this test does not visit");
    const pages = sitePages.flatMap(({ fr, en }) => [fr, en]);
    const questions = allOperations.map(({ example }) => example);
    for (const path of [...pages, ...Object.values(NAMED).flat(), ...questions, ...WITHOUT_ROUTE]) {
      const readPolicy = async (method: string) => {
        const { status, headers } = await app.read(path, { method });
        const policy = headers.get("content-security-policy");
        equal(
          policy !== null,
          headers.get("content-type")?.startsWith("text/html") ?? false,
          `${method} ${path}`,
        );
        ok(!policy?.includes("unsafe-inline"), `${method} ${path}: ${policy}`);
        return { status, policy: policy?.replace(/'nonce-[^']+'/g, "'nonce'") };
      };
      const first = await readPolicy("GET");
      for (const method of ["HEAD", "GET"]) {
        deepEqual(await readPolicy(method), first, `${method} ${path}`);
      }
    }
  },
);
