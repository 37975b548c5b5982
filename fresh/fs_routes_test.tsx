/** File routes: the patterns of their names, and apps made of files. @module */

import assert from "node:assert/strict";
import type { ClientBuild } from "./build.ts";
import { toPattern } from "./fs_routes.ts";
import { App, type Context, HttpError, page, type PageProps } from "./mod.ts";
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
    ...{ "index": "/", "about": "/about", "blog/index": "/blog", "blog/[slug]": "/blog/:slug" },
    ...{ "blog/[slug]/comments": "/blog/:slug/comments", "old/[...path]": "/old/:path*" },
    ...{ "api/openapi.json": "/api/openapi.json", "tiles/[z]-[x]": "/tiles/:z-:x" },
  };
  for (const [name, pattern] of Object.entries(table)) assert.equal(toPattern(name), pattern, name);
});

Deno.test("file routes go from the fixed to the general whatever their names", async () => {
  const say = (text: string) => ({ handler: () => new Response(text) });
  const ask = appOf({
    "[...all].ts": say("all"),
    "[a]/[b].ts": say("both"),
    "[a]/z.ts": say("second fixed"),
    "a/[b].ts": say("first fixed"),
    "a/b.ts": say("fixed"),
    "old/[...path].ts": say("old"),
  });
  const answers = { "/a/b": "fixed", "/a/c": "first fixed", "/x/z": "second fixed", "/x/y": "both", "/x/y/z": "all" };
  for (const [path, text] of Object.entries(answers)) assert.equal(await (await ask(path)).text(), text, path);
  assert.equal(await (await ask("/old")).text(), "old");
});

Deno.test("routeOverride with an optional prefix gives one file two addresses, and fixed routes still win", async () => {
  const show = (name: string, routeOverride?: string) => ({
    handler: (ctx: { params: Record<string, string> }) => new Response(`${name} ${ctx.params.id ?? ""}`.trim()),
    config: routeOverride ? { routeOverride } : undefined,
  });
  const ask = appOf({
    "index.ts": show("home", "/{en}?"),
    "docs.ts": show("docs", "{/en}?/docs{/}?"),
    "items/[id].ts": show("item", "{/en}?/items/:id"),
    "items/first.ts": show("first"),
  });
  const answers = {
    ...{ "/": "home", "/en": "home", "/docs": "docs", "/docs/": "docs", "/en/docs/": "docs" },
    ...{ "/items/7": "item 7", "/en/items/7": "item 7", "/items/first": "first" },
  };
  for (const [path, text] of Object.entries(answers)) assert.equal(await (await ask(path)).text(), text, path);
  for (const path of ["/en/", "/english", "/fr", "/en/en", "/en/en/items/7", "/items/7/", "/enitems/7"]) {
    assert.equal((await ask(path)).status, 404, path);
  }
});

Deno.test("a file route answers 404 for a method that it does not name", async () => {
  const ask = appOf({
    "named.ts": { handler: { POST: () => new Response("posted") } },
    "page.ts": { default: () => "page" },
  });
  assert.equal((await ask("/named", "POST")).status, 200);
  assert.equal((await ask("/named")).status, 404);
  assert.equal((await ask("/page", "HEAD")).status, 200);
  assert.equal((await ask("/page", "POST")).status, 404);
});

Deno.test("names that the host does not know and async components are refused", () => {
  for (const name of ["_midleware.ts", "a/_middleware.ts", "_layout.tsx", "(group)/a.tsx", "[[optional]].ts"]) {
    assert.throws(() => appOf({ [name]: {} }), /are known/, name);
  }
  assert.throws(() => appOf({ "a.tsx": { default: async () => await Promise.resolve("a") } }), /async/);
});

Deno.test("a page is drawn in the wrapper", async () => {
  const wrapper = ({ Component }: PageProps) => (
    <main>
      <Component />
    </main>
  );
  const show = ({ data }: PageProps) => <p>{String(data)}</p>;
  const ask = appOf({
    "_app.tsx": { default: wrapper },
    "a.tsx": { default: show, handler: { GET: () => page(7) } },
  });
  assert.equal(await (await ask("/a")).text(), "<!DOCTYPE html><main><p>7</p></main>");
});

Deno.test("the error page answers whatever is thrown, with the error's status; text answers when it fails too", async () => {
  const ask = appOf({
    "_error.tsx": {
      default: ({ error, url }: PageProps) => {
        if (url.searchParams.has("worse")) throw new HttpError(404, "from the error page");
        return <p>{(error as Error).message}</p>;
      },
    },
    "_middleware.ts": {
      handler: [(ctx: Context<unknown>) => ctx.next(), (ctx: Context<unknown>) => {
        if (ctx.url.searchParams.has("early")) throw new Error("early");
        return ctx.next();
      }],
    },
    "a.ts": { handler: () => Promise.reject(new HttpError(410)) },
  });
  const answers = async (path: string) => {
    const response = await ask(path);
    return [response.status, (await response.text()).replace("<!DOCTYPE html>", "")];
  };
  assert.deepEqual(await answers("/a"), [410, "<p>Gone</p>"]);
  assert.deepEqual(await answers("/b"), [404, "<p>Not Found</p>"]);
  assert.deepEqual(await answers("/b?early"), [500, "<p>early</p>"]);
  assert.deepEqual(await answers("/a?worse"), [404, "from the error page"]);
});

Deno.test("the fixture's middleware and pages work together", async () => {
  const handler = (await makeApp()).handler();
  const ask = async (path: string) => {
    const response = await handler(new Request(`http://localhost${path}`));
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const item = await ask("/items/a%20b");
  assert.deepEqual(JSON.parse(item.text), { id: "a b", trail: ["root"] });
  assert.equal(item.headers.get("x-root"), "passed");
  assert.equal((await ask("/items/first")).text, "first");
  assert.equal((await ask("/api/x/y")).text, "rest x/y");
  const data = await ask("/data?name=ann");
  assert.equal(data.status, 203);
  assert.equal(data.headers.get("x-data"), "yes");
  assert.match(data.text, /<p>ANN root<\/p>/);
});
