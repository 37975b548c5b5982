import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { placeIndex } from "../../lib/operations/places/find_places.ts";
import { checkError, checkQuotaHeaders } from "../support/api_checks.ts";
import { type TestApp, testApp, withTestApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

const PLAN =
  "/api/v1/stations/route?points=48.8566,2.3522;48.6,2.43&fuel=gazole&corridor=5&tank=30";
const PLAN_COST = 2;
/** Favourites are in the browser's storage, so the page is the same for every query. */
const FAVOURITES = "/favoris?fuel=e10";
const PICTURE_COST = 10;
const MISSPELT_COST = 5;

type Init = Parameters<TestApp["read"]>[1];

async function ask(app: TestApp, path: string, init?: Init) {
  const answer = await app.read(path, init);
  const left = answer.headers.get("x-ratelimit-remaining");
  return { ...answer, left: left === null ? null : Number(left) };
}

async function leftAfter(app: TestApp, path: string, init?: Init): Promise<number | null> {
  const { status, left, text } = await ask(app, path, init);
  equal(status, 200, `${path}: ${text.slice(0, 200)}`);
  return left;
}

testApp(
  "a page over the limit returns a plain 429 page, and other responses are not affected",
  async (app) => {
    const paths = ["/", "/en/tendances", `/stations/${IDS.paris}`, FAVOURITES];
    for (const [at, path] of paths.entries()) equal(await leftAfter(app, path), 3 - at, path);
    for (const [path, lang] of [["/", "fr"], ["/en/route", "en"], [FAVOURITES, "fr"]] as const) {
      const { status, text, headers } = await ask(app, path);
      equal(status, 429, path);
      match(text, new RegExp(`^<!doctype html><html lang="${lang}">`));
      ok(text.length < 1_000 && !text.includes("<script"), "an app was rendered");
      equal(headers.get("content-type"), "text/html; charset=utf-8");
      equal(headers.get("cache-control"), "no-store");
      equal(headers.get("retry-after"), "60");
      equal(headers.get("ratelimit-policy"), '"page";q=4;w=60');
      match(headers.get("content-security-policy")!, /default-src/);
    }
    equal((await ask(app, "/", { method: "HEAD" })).status, 429);
    equal(
      (await ask(app, "/", { method: "POST" })).status,
      429,
      "a request that is rejected only after rendering",
    );
    for (
      const path of [
        "/styles.css",
        "/robots.txt",
        "/sitemap.xml",
        "/openapi.json",
        "/llms.txt",
        "/healthz",
        "/readyz",
      ]
        .concat(
          "/data/current.json",
          "/geo/towns.json",
          "/favicon.ico",
          "/og.png",
          "/mcp/server-card",
          "/sw.js",
        )
    ) {
      const { status, left } = await ask(app, path);
      deepEqual([status, left], [200, null], path);
    }
    equal((await ask(app, "/api/v1/prices/national?fuel=e10")).left, 59);
    equal(await leftAfter(app, "/", { from: "192.0.2.2" }), 3, "another visitor");
    equal(app.service.quota.refusals.page, 5);
  },
  { env: { PAGE_LIMIT: "4", REST_LIMIT: "60" } },
);

Deno.test("a page limit of 0 means unlimited, and QUOTAS raises it for an address", async () => {
  await withTestApp(async (app) => {
    equal(await leftAfter(app, "/a-propos"), null);
  }, { env: { PAGE_LIMIT: "0" } });
  await withTestApp(async (app) => {
    equal(await leftAfter(app, "/a-propos"), 0);
    equal(await leftAfter(app, "/a-propos", { from: "192.0.2.7" }), 49);
    equal(await leftAfter(app, "/a-propos", { from: "192.0.2.8" }), 99);
  }, { env: { PAGE_LIMIT: "1", QUOTAS: "192.0.2.7=page:50;192.0.2.8=100" } });
});

testApp("a picture costs ten pages", async (app) => {
  const picture = `/stations/${IDS.paris}/image.png`;
  equal(await leftAfter(app, picture), 25 - PICTURE_COST);
  equal(await leftAfter(app, picture), 25 - 2 * PICTURE_COST);
  const { status, left, headers } = await ask(app, picture);
  deepEqual(
    [status, left, headers.get("retry-after")],
    [429, 4, "60"],
    "a rejected request costs one",
  );
  equal(await leftAfter(app, "/a-propos"), 3);
}, { env: { PAGE_LIMIT: "25" } });

testApp("a route with a plan costs several requests, by API and page alike", async (app) => {
  equal(await leftAfter(app, PLAN.replace("&tank=30", "")), 59);
  equal(await leftAfter(app, PLAN), 59 - PLAN_COST);
  const { tank: _, ...input } = Object.fromEntries(new URL(`http://x${PLAN}`).searchParams);
  const posted = { ...input, corridor: 10, tank: 300 };
  const body = JSON.stringify(posted);
  equal(
    await leftAfter(app, "/api/v1/stations/route", { method: "POST", body }),
    17,
    "40 for the largest tank",
  );
  const refused = await app.fetch("/api/v1/stations/route", { method: "POST", body });
  equal(checkQuotaHeaders(refused, 60).remaining, 16);
  match(
    await checkError(refused, "RATE_LIMITED"),
    /costs more than the 16 that are left; try again in 60 s$/,
  );
  const page =
    "/itineraire?from=Paris&from_at=48.857,2.352&to=Melun&to_at=48.54,2.66&plan=enough&tank=300";
  equal(await leftAfter(app, "/itineraire"), 299);
  equal(await leftAfter(app, page), 257, "40 for the plan, 2 for the list");
  equal(await leftAfter(app, page.replace("&to=Melun&to_at=48.54,2.66", "")), 256);
  const ids = Array.from({ length: 30 }, (_, at) => at + 1);
  equal(
    await leftAfter(app, `/favoris/prix?fuel=e10&ids=${ids}`),
    250,
    "favourites cost a page for each five",
  );
}, { env: { REST_LIMIT: "60", PAGE_LIMIT: "300" } });

testApp("a series costs one request, and one more for each year", async (app) => {
  const series = "/api/v1/prices/series?fuel=e10";
  equal(await leftAfter(app, series), 58);
  equal(await leftAfter(app, `${series}&from=2024-06-05&to=2026-06-05`), 55);
  equal(await leftAfter(app, `${series}&area=R84&from=2016-06-05&to=2026-06-05`), 44);
}, { env: { REST_LIMIT: "60" } });

testApp(
  "a plan that costs more than the limit uses a whole window, and is still possible",
  async (app) => {
    const plan = PLAN.replace("tank=30", "tank=300");
    equal(await leftAfter(app, plan), 0);
    equal((await ask(app, plan)).status, 429);
    const page = "/itineraire?plan=enough&line=_p~iF~ps|U_ulLnnqC";
    equal(await leftAfter(app, `${page}&tank=300`), 0);
    equal((await ask(app, `${page}&tank=299`)).status, 429);
  },
  { env: { REST_LIMIT: "5", PAGE_LIMIT: "5" } },
);

testApp(
  "a misspelt name costs several requests, by API and page, and a correct one costs one",
  async (app) => {
    await placeIndex();
    for (const name of ["Lyon", "75015", "Bretagne", "12 rue de la Paix"]) {
      equal(
        await leftAfter(app, `/api/v1/places?q=${encodeURIComponent(name)}`, {
          from: "192.0.2.9",
        }) !== null,
        true,
      );
    }
    equal((await ask(app, "/api/v1/places?q=Lyon", { from: "192.0.2.9" })).left, 55);
    equal(await leftAfter(app, "/api/v1/places?q=Grenoblle"), 60 - MISSPELT_COST);
    equal(await leftAfter(app, "/?q=Lyon"), 299);
    equal(await leftAfter(app, "/?q=Grenoblle"), 299 - MISSPELT_COST);
    equal(
      await leftAfter(app, "/itineraire?from=Marseillle&to=Grenoblle"),
      294 - 2 * (MISSPELT_COST - 1) - 3 - 6,
      "names and plan",
    );
  },
  { env: { REST_LIMIT: "60", PAGE_LIMIT: "300" } },
);

testApp(
  "a text with a street word costs by the number of names it is compared with",
  async (app) => {
    await placeIndex();
    const saints = encodeURIComponent(`impasse ${"saint ".repeat(18)}`);
    equal(await leftAfter(app, `/api/v1/places?q=${saints}`), 60 - 5);
    equal(await leftAfter(app, `/?q=${saints}`), 300 - 5);
    equal(
      await leftAfter(app, "/?q=rue+7+m+2+c+2+s+2+l+l"),
      294,
      "single letters must not be searched",
    );
  },
  { env: { REST_LIMIT: "60", PAGE_LIMIT: "300" } },
);

testApp(
  "an embedded curve costs as much as its series, and parameters it ignores do not bypass the page cache",
  async (app) => {
    equal(await leftAfter(app, "/embed/courbe?area=75&x=1"), 298);
    equal(await leftAfter(app, "/embed/courbe?area=75&x=2"), 297, "kept");
    equal(await leftAfter(app, "/embed/courbe?x=2&area=75"), 296, "kept");
    equal(await leftAfter(app, "/embed/courbe?area=FR"), 294);
    equal(await leftAfter(app, "/embed/carte?place=75056&x=1"), 293);
  },
  { env: { PAGE_LIMIT: "300" }, readers: ["snapshot"] },
);

testApp("a posted line costs by its vertices", async (app) => {
  const post = (count: number) => {
    const line = Array.from(
      { length: count },
      (_, i) => [2 + i / 100_000, 48.8 + (i % 2) / 10_000],
    );
    return leftAfter(app, "/api/v1/stations/route", {
      method: "POST",
      body: JSON.stringify({ line, fuel: "e10", corridor: 1 }),
    });
  };
  equal(await post(3_999), 59);
  equal(await post(12_000), 55);
}, { env: { REST_LIMIT: "60" } });

testApp("the sitemap for another host costs five pages", async (app) => {
  const leftBy = async (host: string) => (await ask(app, `http://${host}/sitemap.xml`)).left;
  equal(await leftBy("localhost:8000"), null);
  equal(await leftBy("a.example"), 7);
  equal(await leftBy("a.example"), null);
  equal(await leftBy("b.example"), 2);
  const refused = await ask(app, "http://c.example/sitemap.xml");
  deepEqual([refused.status, refused.left, refused.headers.get("retry-after")], [429, 1, "60"]);
}, { env: { PAGE_LIMIT: "12" } });

testApp(
  "a file that does not exist returns a plain 404 without a page, free of quota",
  async (app) => {
    for (const path of ["/wp-login.php", "/geo/nothing.json", "/_fresh/js/old.js", "/.env"]) {
      const { status, text, left } = await ask(app, path);
      deepEqual([status, text, left], [404, "Not found\n", null], path);
    }
    const page = await ask(app, "/stations/1.5");
    equal(page.status, 404);
    match(page.text, /<html lang="fr"/);
    equal(page.left, 9);
  },
  { env: { PAGE_LIMIT: "10" } },
);
