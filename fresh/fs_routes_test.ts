/** File routes of the fixture app and the patterns of file names. @module */

import assert from "node:assert/strict";
import { toPattern } from "./fs_routes.ts";
import { App } from "./mod.ts";
import type { ClientBuild } from "./build.ts";
import { applySnapshot, type RouteModule } from "./snapshot.ts";
import { StaticFolder } from "./static_folder.ts";
import { makeApp } from "./testdata/app/make_app.tsx";

const CLIENT: ClientBuild = { boot: { url: "", imports: [] }, islands: {}, files: new Map() };

/** An app of nothing but the given route files. */
function appOf(routes: Record<string, RouteModule>): (path: string, method?: string) => Promise<Response> {
  const app = new App().fsRoutes();
  applySnapshot(app, { manifest: { routes, islands: {} }, client: CLIENT, files: new StaticFolder("/nonexistent") });
  const handler = app.handler();
  return (path, method = "GET") => handler(new Request(`http://localhost${path}`, { method }));
}

Deno.test("toPattern() follows Fresh's table of file names", () => {
  const table = {
    "index.ts": "/",
    "about.ts": "/about",
    "blog/index.ts": "/blog",
    "blog/[slug].ts": "/blog/:slug",
    "blog/[slug]/comments.ts": "/blog/:slug/comments",
    "old/[...path].ts": "/old/:path*",
    "docs/[[version]]/index.ts": "/docs{/:version}?",
    "(group)/(inner)/a.tsx": "/a",
    "(group)/index.tsx": "/",
    "api/openapi.json.ts": "/api/openapi.json",
    "tiles/[z]-[x].tsx": "/tiles/:z-:x",
  };
  for (const [path, pattern] of Object.entries(table)) assert.equal(toPattern(path), pattern, path);
});

Deno.test("file routes go from the fixed to the general whatever their names", async () => {
  const say = (text: string) => ({ handler: () => new Response(text) });
  const ask = appOf({
    "[...all].ts": say("all"),
    "[a]/[b].ts": say("both"),
    "[a]/z.ts": say("second fixed"),
    "a/[b].ts": say("first fixed"),
    "a/b.ts": say("fixed"),
    "docs/[[v]]/index.ts": say("docs"),
    "old/[...path].ts": say("old"),
  });
  const answers = { "/a/b": "fixed", "/a/c": "first fixed", "/x/z": "second fixed", "/x/y": "both", "/x/y/z": "all" };
  for (const [path, text] of Object.entries(answers)) assert.equal(await (await ask(path)).text(), text, path);
  assert.equal(await (await ask("/docs")).text(), "docs");
  assert.equal(await (await ask("/old")).text(), "old");
  assert.equal(await (await ask("/docs/2")).text(), "docs");
});

Deno.test("routeOverride with an optional prefix gives one file two addresses, and fixed routes still win", async () => {
  const show = (name: string, routeOverride?: string) => ({
    handler: (ctx: { params: Record<string, string> }) => new Response(`${name} ${ctx.params.id ?? ""}`.trim()),
    config: routeOverride ? { routeOverride } : undefined,
  });
  const ask = appOf({
    "index.ts": show("home", "/{en}?"),
    "items/[id].ts": show("item", "{/en}?/items/:id"),
    "items/first.ts": show("first"),
  });
  const answers = {
    "/": "home",
    "/en": "home",
    "/items/7": "item 7",
    "/en/items/7": "item 7",
    "/items/first": "first",
  };
  for (const [path, text] of Object.entries(answers)) assert.equal(await (await ask(path)).text(), text, path);
  for (const path of ["/en/", "/english", "/fr", "/en/en", "/en/en/items/7", "/items/7/", "/enitems/7"]) {
    assert.equal((await ask(path)).status, 404, path);
  }
});

Deno.test("a file route answers 404 for a method that it does not name", async () => {
  const ask = appOf({
    "named.ts": { handler: { POST: () => new Response("posted") } },
    "limited.ts": { handler: () => new Response("any"), config: { methods: ["GET"] } },
    "page.ts": { default: () => "page" },
  });
  assert.equal((await ask("/named", "POST")).status, 200);
  assert.equal((await ask("/named")).status, 404);
  assert.equal((await ask("/limited")).status, 200);
  assert.equal((await ask("/limited", "PUT")).status, 404);
  assert.equal((await ask("/page", "HEAD")).status, 200);
  assert.equal((await ask("/page", "POST")).status, 404);
});

Deno.test("an unknown name with an underscore is refused", () => {
  assert.throws(() => appOf({ "_midleware.ts": {} }), /"_midleware\.ts" is no route/);
});

Deno.test("the fixture's middlewares, layouts and pages work together", async () => {
  const handler = (await makeApp()).handler();
  const ask = async (path: string) => {
    const response = await handler(new Request(`http://localhost${path}`));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const item = await ask("/items/a%20b");
  assert.deepEqual(JSON.parse(item.text), { id: "a b", trail: ["root", "items"] });
  assert.equal(item.headers.get("x-root"), "passed");
  assert.equal((await ask("/items/first")).text, "first /items/first");
  assert.equal((await ask("/api/x/y")).text, "rest x/y");
  assert.match((await ask("/grouped")).text, /<body[^>]*><section class="group"><p>\/grouped in a group<\/p>/);
  const data = await ask("/data?name=ann");
  assert.equal(data.status, 203);
  assert.equal(data.headers.get("x-data"), "yes");
  assert.match(data.text, /<p>ANN root<\/p>/);
});

Deno.test("_error answers with the error's status inside _app, past its level's middlewares", async () => {
  const handler = (await makeApp()).handler();
  for (
    const [path, status, text] of [
      ["/data?fail", 410, "410 No longer here"],
      ["/data?crash", 500, "failed"],
      ["/unknown", 404, "404 Not Found"],
    ] as const
  ) {
    const response = await handler(new Request(`http://localhost${path}`, { method: "GET" }));
    assert.equal(response.status, status);
    assert.equal(response.headers.get("x-root"), null);
    const html = await response.text();
    assert.ok(html.includes(`<p id="error">${text}</p>`) && html.includes('<html lang="en">'), html);
    assert.ok(!html.includes("secret detail"));
  }
  const posted = await handler(new Request("http://localhost/unknown", { method: "POST" }));
  assert.equal(posted.status, 404);
});

Deno.test("routes registered before fsRoutes() get no _app", async () => {
  const response = await (await makeApp()).handler()(new Request("http://localhost/early"));
  assert.equal(await response.text(), "<!DOCTYPE html><p>early</p>");
});
