/** Pages without a browser: their statuses in both languages, their redirects, and the fragment for the sheet. @module */

import { deepEqual, equal, match, ok } from "node:assert/strict";
import { withTestApp } from "../support/api_app.ts";
import { IDS } from "../support/api_fixture.ts";

Deno.test("every page answers in both languages, and unknown things are not found in either", async () => {
  await withTestApp(async (app) => {
    const pages = ["/", "/a-propos", "/favoris", "/hors-ligne", "/mentions-legales", "/tendances", "/docs"];
    const found = [...pages, "/departements", "/departements/75", `/stations/${IDS.paris}`, "/villes/paris-75056"];
    for (const path of found) {
      for (const [address, lang] of [[path, "fr"], [`/en${path === "/" ? "" : path}`, "en"]] as const) {
        const response = await app.fetch(address);
        equal(response.status, 200, address);
        match(await response.text(), new RegExp(`<html lang="${lang}"`), address);
      }
    }
    for (const path of ["/departements/99", "/stations/999", "/villes/nowhere-00000", "/stations/999/courbes", "/fr"]) {
      for (const address of [path, `/en${path}`]) {
        const response = await app.fetch(address);
        equal(response.status, 404, address);
        match(await response.text(), /<h1>/, address);
      }
    }
  });
});

Deno.test("a slash at the end of a fixed address and doubled slashes lead to the same page", async () => {
  await withTestApp(async (app) => {
    const fixed = ["/docs/", "/en/docs/", "/departements/", "/tendances//", "/en//a-propos", "/robots.txt/"];
    for (const path of fixed) {
      const response = await app.fetch(path);
      equal(response.status, 200, path);
      await response.body?.cancel();
    }
    equal((await app.fetch(`/stations/${IDS.paris}/`)).status, 404);
  });
});

Deno.test("the chosen fuel alone is marked among the links to a page, and the page's own section in the header", async () => {
  await withTestApp(async (app) => {
    const currents = async (path: string, filter: RegExp) => {
      const html = await (await app.fetch(path)).text();
      const links = [...html.matchAll(/<a\b[^>]*>/g)].map(([link]) => link).filter((link) => filter.test(link));
      return links.map((link) => /aria-current="(\w+)"/.exec(link)?.[1]);
    };
    const oneOfSix = ["false", "false", "false", "false", "false", "true"];
    for (const path of ["/departements/75?fuel=e10", "/en/tendances", "/villes/paris-75056?fuel=e10"]) {
      deepEqual((await currents(path, /class="(key|mean)"/)).sort(), oneOfSix, path);
    }
    deepEqual((await currents("/", /class="totem-line"/)).sort(), oneOfSix);
    for (const path of [`/stations/${IDS.paris}`, "/villes/paris-75056", "/departements/75", "/departements/99"]) {
      const home = await currents(path, /href="\/(\?[^"]*)?"/);
      ok(home.length > 0 && home.every((current) => current === "false"), path);
    }
    deepEqual(await currents("/tendances", /href="\/(tendances|favoris|a-propos|docs)" ?[^>]*>/), [
      ...["page", "false", "false", "false"],
      ...["page", undefined, undefined, undefined],
    ]);
  });
});

Deno.test("static files keep the headers of Fresh behind the edge, and a missing favicon.ico is a short answer", async () => {
  await withTestApp(async (app) => {
    const file = await app.fetch("/styles.css", { headers: { "accept-encoding": "gzip" } });
    equal(file.headers.get("cache-control"), "no-cache, no-store, max-age=0, must-revalidate");
    equal(file.headers.get("vary"), "If-None-Match, Accept-Encoding");
    await file.body?.cancel();
    const outdated = await app.fetch("/styles.css?__frsh_c=0");
    deepEqual([outdated.status, outdated.headers.get("location")], [307, "/styles.css"]);
    const icon = await app.fetch("/favicon.ico");
    deepEqual([icon.status, await icon.text()], [404, ""]);
  });
});

Deno.test("an address that is no percent-encoding is refused, whatever is there", async () => {
  await withTestApp(async (app) => {
    for (const path of ["/stations/%E0%A4%A", "/en/villes/%zz", "/%E0%A4%A", "/data/%E0%A4%A"]) {
      const response = await app.fetch(path);
      equal(response.status, 400, path);
      equal((await response.json()).error.code, "INVALID_PARAMETER", path);
    }
  });
});

Deno.test("no page needs unsafe-inline: its policy lacks it, scripts and styles have the nonce, nothing has a style attribute", async () => {
  await withTestApp(async (app) => {
    const pages = ["/", `/?place=75056&station=${IDS.paris}`, "/favoris", "/tendances", "/docs", "/departements/75"];
    const unknown = ["/departements/99", "/data", "/data/x/y", "/_fresh/x", "/_fresh/js/x.js"];
    for (const path of [...pages, `/stations/${IDS.paris}`, "/villes/paris-75056", "/hors-ligne", ...unknown]) {
      const response = await app.fetch(path);
      const policy = response.headers.get("content-security-policy") ?? "";
      const [, nonce = ""] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
      ok(nonce.length > 10 && !policy.includes("unsafe-inline"), `${path}: ${policy}`);
      const html = await response.text();
      for (const [element] of html.matchAll(/<(style|script)\b[^>]*>/g)) {
        if (element.includes("application/json")) continue;
        ok(element.includes(`nonce="${nonce}"`), `${path}: ${element}`);
      }
      equal(/<[^>]*\sstyle=/.exec(html)?.[0], undefined, path);
    }
  });
});

Deno.test("an address of a department or a town that is not the canonical one leads to it with its query", async () => {
  await withTestApp(async (app) => {
    const led = async (path: string) => {
      const response = await app.fetch(path);
      return [response.status, response.headers.get("location")];
    };
    deepEqual(await led("/departements/2a?fuel=e10"), [308, "/departements/2A?fuel=e10"]);
    deepEqual(await led("/en/villes/75056"), [308, "/en/villes/paris-75056"]);
  });
});

Deno.test("GET /stations/{id}/courbes answers a fragment with the curves, not a page", async () => {
  await withTestApp(async (app) => {
    const response = await app.fetch(`/stations/${IDS.paris}/courbes?fuel=e10`);
    equal(response.status, 200);
    equal(response.headers.get("x-robots-tag"), "noindex");
    const html = await response.text();
    match(html, /<figcaption[^>]*>30 jours/);
    match(html, /class="chart-drawing/);
    ok(!/<html|<head|<h1|<script/.test(html), html.slice(0, 300));
    match(await (await app.fetch(`/en/stations/${IDS.paris}/courbes?fuel=e10`)).text(), /<figcaption[^>]*>30 days/);
  });
});
