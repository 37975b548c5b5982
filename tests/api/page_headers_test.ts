import { deepEqual, equal, match, ok } from "../support/assert.ts";
import { testApp } from "../support/api_app.ts";
import { checkError } from "../support/api_checks.ts";
import { IDS } from "../support/api_fixture.ts";

testApp(
  "static files keep Fresh's headers, and /favicon.ico returns an icon",
  async (app) => {
    const file = await app.read("/styles.css", { headers: { "accept-encoding": "gzip" } });
    equal(file.headers.get("cache-control"), "no-cache, no-store, max-age=0, must-revalidate");
    equal(file.headers.get("vary"), "If-None-Match, Accept-Encoding");
    const outdated = await app.read("/styles.css?__frsh_c=0");
    deepEqual([outdated.status, outdated.headers.get("location")], [307, "/styles.css"]);
    const icon = await app.fetch("/favicon.ico");
    deepEqual([icon.status, (await icon.bytes()).slice(0, 4)], [200, new Uint8Array([0, 0, 1, 0])]);
    match(icon.headers.get("content-type") ?? "", /^image\//);
  },
);

testApp("an address with invalid percent-encoding is rejected on every route", async (app) => {
  for (const path of ["/stations/%E0%A4%A", "/en/villes/%zz", "/%E0%A4%A", "/data/%E0%A4%A"]) {
    await checkError(await app.fetch(path), "INVALID_PARAMETER");
  }
});

testApp("pages work without unsafe-inline: scripts and styles have the nonce", async (app) => {
  const pages = [
    "/",
    `/?place=75056&station=${IDS.paris}`,
    "/favoris",
    "/tendances",
    "/docs",
    "/departements/75",
  ];
  const unknown = ["/departements/99", "/data", "/data/x/y"];
  for (
    const path of [
      ...pages,
      `/stations/${IDS.paris}`,
      "/villes/paris-75056",
      "/hors-ligne",
      "/etat",
      ...unknown,
    ]
  ) {
    const { headers, text: html } = await app.read(path);
    const policy = headers.get("content-security-policy") ?? "";
    const [, nonce = ""] = /style-src 'self' 'nonce-([^']+)'/.exec(policy) ?? [];
    ok(nonce.length > 10 && !policy.includes("unsafe-inline"), `${path}: ${policy}`);
    for (const [element] of html.matchAll(/<(style|script)\b[^>]*>/g)) {
      if (element.includes("application/json")) continue;
      ok(element.includes(`nonce="${nonce}"`), `${path}: ${element}`);
    }
    equal(/<[^>]*\sstyle=/.exec(html)?.[0], undefined, path);
  }
});

testApp(
  "each visitor of a cached page gets a new nonce, and no other nonce is in the page",
  async (app) => {
    for (const path of ["/departements/75", `/stations/${IDS.paris}`, "/villes/paris-75056"]) {
      const visits: { nonce: string; html: string }[] = [];
      for (const from of ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]) {
        const { headers, text: html } = await app.read(path, { from });
        const nonces = headers.get("content-security-policy")!.matchAll(/'nonce-([^']+)'/g);
        const [nonce, ...others] = new Set([...nonces].map(([, one]) => one!));
        equal(others.length, 0, path);
        visits.push({ nonce: nonce!, html });
      }
      equal(new Set(visits.map(({ nonce }) => nonce)).size, 4, path);
      for (const { nonce, html } of visits) {
        const inPage = [...html.matchAll(/\snonce="([^"]*)"/g)].map(([, one]) => one);
        deepEqual([...new Set(inPage)], [nonce], path);
        equal(visits.filter((other) => html.includes(other.nonce)).length, 1, path);
      }
      equal(new Set(visits.map(({ nonce, html }) => html.replaceAll(nonce, ""))).size, 1, path);
    }
  },
);

testApp("errors are never cached, in any format", async (app) => {
  for (
    const [path, status, type] of [
      ["/departements/99", 404, "text/html"],
      ["/nothing", 404, "text/html"],
      ["/departements/99/image", 404, "text/html"],
      ["/_fresh/js/x.js", 404, "text/plain"],
      ["/%ff", 400, "application/json"],
      ["/api/v1/nothing", 404, "application/json"],
    ] as const
  ) {
    const { status: found, headers } = await app.read(path);
    deepEqual([found, headers.get("content-type")?.split(";")[0]], [status, type], path);
    equal(headers.get("cache-control"), "no-store", path);
  }
});
