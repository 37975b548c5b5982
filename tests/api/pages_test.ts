import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { toLocalPath } from "../../lib/words/lang.ts";
import { testApp } from "../support/api_app.ts";
import { FIXTURE_AS_OF, IDS } from "../support/api_fixture.ts";
import { sitePages } from "../support/site_pages.ts";

testApp(
  "every page exists in both languages, and unknown resources return 404 in both",
  async (app) => {
    const named = ["/departements/75", `/stations/${IDS.paris}`, "/villes/paris-75056"];
    for (const path of [...sitePages.map(({ fr }) => fr), ...named]) {
      for (const lang of ["fr", "en"] as const) {
        const { status, text } = await app.read(toLocalPath(path, lang));
        equal(status, 200, path);
        match(text, new RegExp(`<html lang="${lang}"`), path);
      }
    }
    const unknown = ["/stations/999", "/stations/999/courbes", "/villes/nowhere-00000", "/fr"];
    for (const path of [...unknown, "/departements/99"]) {
      for (const address of [path, `/en${path}`]) {
        const { status, text } = await app.read(address);
        equal(status, 404, address);
        match(text, /<h1>/, address);
      }
    }
  },
);

testApp(
  "a trailing slash redirects to the address without it, and doubled slashes to the same page",
  async (app) => {
    const slashed: [path: string, address: string][] = [
      ["/docs/", "/docs"],
      ["/en/", "/en"],
      ["/en/?place=69123", "/en?place=69123"],
      ["/tendances//?fuel=e10", "/tendances?fuel=e10"],
      [`/stations/${IDS.paris}/`, `/stations/${IDS.paris}`],
      ["//example.org/", "/example.org"],
    ];
    for (const [path, address] of slashed) {
      const { status, headers } = await app.read(path);
      deepEqual([status, headers.get("location")], [308, address]);
    }
    equal((await app.read("/en//a-propos")).status, 200);
  },
);

testApp(
  "only the selected fuel is marked among links, and only the page's section in the header",
  async (app) => {
    const currents = async (path: string, filter: RegExp) => {
      const { text: html } = await app.read(path);
      const links = [...html.matchAll(/<a\b[^>]*>/g)].map(([link]) => link).filter((link) =>
        filter.test(link)
      );
      return links.map((link) => /aria-current="(\w+)"/.exec(link)?.[1]);
    };
    const oneOfSix = ["false", "false", "false", "false", "false", "true"];
    for (
      const path of ["/departements/75?fuel=e10", "/en/tendances", "/villes/paris-75056?fuel=e10"]
    ) {
      deepEqual((await currents(path, /class="(key|mean)"/)).sort(), oneOfSix, path);
    }
    deepEqual((await currents("/", /class="totem-line"/)).sort(), oneOfSix);
    for (
      const path of [
        `/stations/${IDS.paris}`,
        "/villes/paris-75056",
        "/departements/75",
        "/departements/99",
      ]
    ) {
      const home = await currents(path, /href="\/(\?[^"]*)?"/);
      ok(home.length > 0 && home.every((current) => current === "false"), path);
    }
    deepEqual(
      await currents(
        "/tendances",
        /href="\/(departements|tendances|favoris|a-propos|docs)" ?[^>]*>/,
      ),
      [
        "false",
        "page",
        "false",
        "page",
        undefined,
        undefined,
        undefined,
        undefined,
      ],
    );
    deepEqual(await currents("/departements/75", /class="nav-more"/), ["page", "false"]);
  },
);

testApp(
  "other addresses of a department or a town redirect to the canonical one and keep the query",
  async (app) => {
    const led = async (path: string) => {
      const { status, headers } = await app.read(path);
      return [status, headers.get("location")];
    };
    deepEqual(await led("/departements/2a?fuel=e10"), [308, "/departements/2A?fuel=e10"]);
    deepEqual(await led("/en/villes/75056"), [308, "/en/villes/paris-75056"]);
  },
);

testApp(
  "GET /favoris/prix returns the data of each favourite, and 304 for its ETag",
  async (app) => {
    const path = `/favoris/prix?fuel=gazole&ids=${IDS.paris},92120001,999`;
    const { status, text, headers } = await app.read(path);
    deepEqual([status, headers.get("content-type")], [200, "application/json"]);
    const { asOf, stations } = JSON.parse(text);
    equal(asOf, FIXTURE_AS_OF.toISOString());
    equal(stations["999"], null);
    const { prices, figures: { week, verdict, cheaper } } = stations[IDS.paris];
    deepEqual([prices[0].price, week.at(-1)], ["1.799", 1799]);
    const { level, rank, count, radiusKm } = verdict;
    deepEqual(
      [rank, count, radiusKm, cheaper.id, cheaper.price],
      [2, 3, 5, "92120001", "1.729"],
      level,
    );
    equal(stations["92120001"].figures.cheaper, null);
    const again = await app.fetch(path, { headers: { "if-none-match": headers.get("etag")! } });
    deepEqual([again.status, await again.text()], [304, ""]);
    const tooMany = `fuel=e10&ids=${"1,".repeat(30)}1`;
    for (const wrong of ["ids=1", "fuel=gazole", "fuel=e9&ids=1", "fuel=e10&ids=x", tooMany]) {
      equal((await app.read(`/favoris/prix?${wrong}`)).status, 400, wrong);
    }
  },
);

testApp(
  "GET /stations/{id}/courbes returns an HTML fragment with the curves, not a page",
  async (app) => {
    const path = `/stations/${IDS.paris}/courbes?fuel=e10`;
    for (
      const [address, words] of [[path, /<figcaption[^>]*>30 jours/], [
        `/en${path}`,
        /<figcaption[^>]*>30 days/,
      ]] as const
    ) {
      const { status, headers, text } = await app.read(address);
      deepEqual([status, headers.get("x-robots-tag")], [200, "noindex"]);
      match(text, words);
      match(text, /class="chart-drawing/);
      ok(!/<html|<head|<h1|<script/.test(text), text.slice(0, 300));
    }
  },
);

testApp(
  "the manifest of each language names its start URL, working shortcuts and its icons",
  async (app) => {
    const read = async (home: string) => {
      const [, path] = /<link rel="manifest" href="([^"]+)"/.exec((await app.read(home)).text)!;
      return await app.json(path!);
    };
    const french = await read("/");
    const english = await read("/en");
    deepEqual([french.start_url, french.display], ["/", "standalone"]);
    deepEqual([english.lang, english.start_url, english.display], ["en", "/en", "standalone"]);
    for (const { url } of english.shortcuts) equal((await app.fetch(url)).status, 200, url);
    deepEqual(english.icons, french.icons);
    for (
      const { src, sizes, type } of french.icons as { src: string; sizes: string; type: string }[]
    ) {
      const icon = await app.fetch(src);
      equal(icon.headers.get("content-type")?.split(";")[0], type);
      const view = new DataView((await icon.bytes()).buffer);
      if (type === "image/png") equal(`${view.getUint32(16)}x${view.getUint32(20)}`, sizes, src);
    }
  },
);
