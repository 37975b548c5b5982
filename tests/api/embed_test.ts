import { deepEqual, doesNotMatch, equal, match, ok } from "../support/assert.ts";
import { gzipSync } from "node:zlib";
import { formatPrice } from "../../lib/words/format.ts";
import { testApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

const MAX_BYTES = 30_000;
const PAGES = [
  "/embed/carte?place=75056",
  "/en/embed/map?place=Paris",
  "/embed/courbe?area=75",
  "/en/embed/curve",
];
const REFUSED: [path: string, status: number, title: string][] = [
  ["/embed/carte?place=Trifouillis", 404, "Lieu inconnu"],
  ["/en/embed/map", 404, "Unknown place"],
  ["/embed/courbe?area=99", 404, "Territoire inconnu"],
  ["/en/embed/curve?area=974", 404, "No price known"],
  ["/embed/carte?place=75056&fuel=diesel", 400, "Carburant inconnu"],
  ["/embed/map?place=75056", 404, "Page introuvable"],
];

testApp(
  "any site may frame the embeddable pages and their errors, but no other page",
  async (app) => {
    const isFramed = async (path: string) => {
      const { status, headers, text } = await app.read(path);
      const policy = /frame-ancestors [^;]+/.exec(headers.get("content-security-policy")!)![0];
      return { status, text, frames: [policy, headers.get("x-frame-options")] };
    };
    // Twice, since the second response comes from the cache.
    for (const path of [...PAGES, ...PAGES]) {
      deepEqual((await isFramed(path)).frames, [
        "frame-ancestors *",
        null,
      ], path);
    }
    for (const [path, expected, title] of REFUSED) {
      const { status, frames, text } = await isFramed(path);
      deepEqual([status, frames], [expected, ["frame-ancestors *", null]], path);
      match(text, new RegExp(`<h1>${title}`), path);
    }
    for (
      const path of [
        "/",
        "/?place=75056",
        "/tendances",
        `/stations/${IDS.paris}`,
        "/embed",
        "/x/embed/carte",
      ]
    ) {
      deepEqual((await isFramed(path)).frames, ["frame-ancestors 'none'", "DENY"], path);
    }
  },
);

testApp("an embedded page is light, stores nothing, and reports its height", async (app) => {
  for (const path of PAGES) {
    const { headers, text } = await app.read(path);
    deepEqual([headers.get("cache-control")?.slice(0, 19), headers.get("set-cookie")], [
      "private, max-age=60",
      null,
    ]);
    ok(
      text.includes(`<html lang="${path.startsWith("/en") ? "en" : "fr"}"`) &&
        text.includes('content="noindex"'),
    );
    const nonce = /'nonce-([^']+)'/.exec(headers.get("content-security-policy")!)![1];
    match(text, new RegExp(`<script nonce="${nonce}">[^<]*postMessage`));
    equal(
      text.match(/<script/g)!.length,
      1,
      "only this script, without islands and the service worker",
    );
    doesNotMatch(text, /localStorage|manifest|woff2/);
    const styles = [...text.matchAll(/<link[^>]*href="([^"]*\.css[^"]*)"/g)].map(([, href]) =>
      href!
    );
    const bodies = await Promise.all(styles.map(async (style) => (await app.read(style)).text));
    const bytes = [text, ...bodies].reduce((sum, body) => sum + gzipSync(body).length, 0);
    ok(styles.length === 3 && bytes < MAX_BYTES, `${path} ${bytes}`);
  }
});

testApp(
  "a curve begins and ends with the API's means, and a map lists the API's cheapest stations",
  async (app) => {
    const { data } = await app.json("/api/v1/prices/series?fuel=gazole&area=75");
    const curve = (await app.read("/embed/courbe?area=75")).text;
    ok(curve.includes("<h1>Gazole, Paris</h1>"));
    for (const { avgPrice } of [data.at(0), data.at(-1)]) {
      ok(
        curve.includes(formatPrice(avgPrice, "fr")),
        avgPrice,
      );
    }
    const { data: found } = await app.json(
      "/api/v1/stations/search?lat=48.8566&lng=2.3522&radius=10&fuel=gazole",
    );
    const map = (await app.read("/en/embed/map?place=Paris")).text;
    ok(
      map.includes(" near Paris</h1>") && map.includes(formatPrice(found[0].price, "en")) &&
        map.includes("© IGN"),
    );
    const ids = [...map.matchAll(/href="\/en\/stations\/(\d+)/g)].map(([, id]) => id);
    deepEqual(ids, found.slice(0, 5).map(({ id }: { id: string }) => id));
  },
);

testApp("the HTML snippet frames the page's fuel and place", async (app) => {
  for (
    const [path, embed] of [
      ["/?place=75056", "/embed/carte?place=75056&fuel=gazole"],
      ["/en/departements/75?fuel=e10", "/en/embed/curve?area=75&fuel=e10"],
      ["/tendances?fuel=sp98", "/embed/courbe?area=FR&fuel=sp98"],
    ] as const
  ) {
    const src = /&lt;iframe src=&quot;(\S+)&quot; title/.exec((await app.read(path)).text)?.[1];
    equal(src?.replaceAll("&amp;amp;", "&"), `http://localhost:8000${embed}`);
  }
});
