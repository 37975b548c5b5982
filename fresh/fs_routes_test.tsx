/** Tests apps made of files: patterns, paths, middlewares, pages and errors. @module */

import assert from "../tests/support/assert.ts";
import type { ClientBuild } from "./build.ts";
import { toPattern } from "./fs_routes.ts";
import { App, type Context, HttpError, type Middleware, page, type PageProps } from "./mod.ts";
import type { RouteModule } from "./snapshot.ts";
import { StaticFolder } from "./static_folder.ts";

const CLIENT: ClientBuild = { boot: { url: "", imports: [] }, islands: {}, files: new Map() };

type State = { trail: string[] };

/** Returns the handler of an app with only these route files. */
function makeApp(routes: Record<string, RouteModule>, middlewares: Middleware<State>[] = []) {
  const app = new App<State>().use(...middlewares).fsRoutes();
  const manifest = { routes, islands: {} };
  app.snapshot = { manifest, client: CLIENT, files: new StaticFolder("/nonexistent") };
  return app;
}

function appOf(
  routes: Record<string, RouteModule>,
): (path: string, method?: string) => Promise<Response> {
  const handler = makeApp(routes).handler();
  return (path, method = "GET") => handler(new Request(`http://localhost${path}`, { method }));
}

/** Returns a middleware that records its name on the way in and on the way out. */
function step(name: string): Middleware<State> {
  return async (ctx) => {
    ctx.state.trail = [...(ctx.state.trail ?? []), name];
    const response = await ctx.next();
    response.headers.append("x-trail", name);
    return response;
  };
}

const trail: Middleware<State> = (ctx) => new Response((ctx.state.trail ?? []).join(" "));

Deno.test("App runs the middlewares outermost first, even if no route matches", async () => {
  const file: Middleware<State> = (ctx) =>
    ctx.url.pathname === "/file" ? new Response("served") : ctx.next();
  const app = makeApp({ "x.ts": { handler: trail } }, [step("a"), step("b"), file]);
  const ask = app.handler();
  const response = await ask(new Request("http://localhost/x"));
  assert.equal(await response.text(), "a b");
  assert.equal(response.headers.get("x-trail"), "b, a");
  assert.equal(await (await ask(new Request("http://localhost/file"))).text(), "served");
  assert.equal((await ask(new Request("http://localhost/nothing"))).status, 404);
  assert.throws(() => app.use(step("late")), /Call use\(\) before/);
});

Deno.test("a handler function handles every method, HEAD without a body", async () => {
  const ask = appOf({ "a.ts": { handler: () => new Response("got") } });
  const head = await ask("/a", "HEAD");
  assert.deepEqual([head.status, await head.text()], [200, ""]);
  assert.equal(await (await ask("/a", "PUT")).text(), "got");
});

Deno.test("App decodes parameters except for path separators, and throws for invalid encoding", async () => {
  const ask = appOf({
    "p/[id].ts": { handler: (ctx: Context<State>) => new Response(ctx.params.id!) },
  });
  assert.equal(await (await ask("/p/a%2Fb%20%C3%A9")).text(), "a%2Fb é");
  await assert.rejects(ask("/p/%E0%A4%A"), URIError);
});

Deno.test("App matches a fixed path with a slash at its end, and any path with doubled slashes", async () => {
  const path = { handler: (ctx: Context<State>) => new Response(ctx.url.pathname) };
  const ask = appOf({ "docs.ts": path, "p/[id].ts": path });
  assert.equal(await (await ask("/docs/")).text(), "/docs/");
  assert.equal(await (await ask("//docs//")).text(), "/docs/");
  assert.equal(await (await ask("/p//7")).text(), "/p/7");
  assert.equal((await ask("/p/7/")).status, 404);
});

Deno.test("App sends no details of an internal error to the client", async () => {
  const logged: unknown[] = [];
  const original = console.error;
  console.error = (...parts: unknown[]) => logged.push(...parts);
  try {
    const fail = (error: Error) => ({ handler: () => Promise.reject(error) });
    const ask = appOf({
      "index.ts": fail(new Error("password=hunter2")),
      "gone.ts": fail(new HttpError(410, "No longer here")),
      "away.ts": fail(new HttpError(503, "password=hunter2")),
    });
    const answers = { "/": [500, "Internal server error"], "/gone": [410, "No longer here"] };
    for (
      const [path, expected] of Object.entries({
        ...answers,
        "/away": [503, "Internal server error"],
      })
    ) {
      const response = await ask(path);
      assert.deepEqual([response.status, await response.text()], expected);
    }
  } finally {
    console.error = original;
  }
  assert.deepEqual(logged.map((error) => (error as Error).message), [
    "password=hunter2",
    "password=hunter2",
  ]);
});

Deno.test("fsRoutes() without a build throws and names the Builder", () => {
  assert.throws(() => new App().fsRoutes().handler(), /Builder/);
});

Deno.test("toPattern() follows Fresh's table of file names", () => {
  const table = {
    "index": "/",
    "about": "/about",
    "blog/index": "/blog",
    "blog/[slug]": "/blog/:slug",
    "blog/[slug]/comments": "/blog/:slug/comments",
    "api/openapi.json": "/api/openapi.json",
    "tiles/[z]-[x]": "/tiles/:z-:x",
  };
  for (const [name, pattern] of Object.entries(table)) assert.equal(toPattern(name), pattern, name);
});

Deno.test("file routes with fixed paths win over patterns, whatever their names", async () => {
  const say = (text: string) => ({ handler: () => new Response(text) });
  const ask = appOf({
    "[a]/[b].ts": say("both"),
    "[a]/z.ts": say("second fixed"),
    "a/[b].ts": say("first fixed"),
    "a/b.ts": say("fixed"),
  });
  const answers = {
    "/a/b": "fixed",
    "/a/c": "first fixed",
    "/x/z": "second fixed",
    "/x/y": "both",
  };
  for (const [path, text] of Object.entries(answers)) {
    assert.equal(await (await ask(path)).text(), text, path);
  }
});

Deno.test("routeOverride with an optional prefix gives one file two paths, and fixed routes still win", async () => {
  const show = (name: string, routeOverride?: string) => ({
    handler: (ctx: { params: Record<string, string> }) =>
      new Response(`${name} ${ctx.params.id ?? ""}`.trim()),
    config: routeOverride ? { routeOverride } : undefined,
  });
  const ask = appOf({
    "index.ts": show("home", "/{en}?"),
    "docs.ts": show("docs", "{/en}?/docs{/}?"),
    "items/[id].ts": show("item", "{/en}?/items/:id"),
    "items/first.ts": show("first"),
  });
  const answers = {
    "/": "home",
    "/en": "home",
    "/docs": "docs",
    "/docs/": "docs",
    "/en/docs/": "docs",
    "/items/7": "item 7",
    "/en/items/7": "item 7",
    "/items/first": "first",
  };
  for (const [path, text] of Object.entries(answers)) {
    assert.equal(await (await ask(path)).text(), text, path);
  }
  for (
    const path of ["/en/", "/english", "/fr", "/en/en", "/en/en/items/7", "/items/7/", "/enitems/7"]
  ) {
    assert.equal((await ask(path)).status, 404, path);
  }
});

Deno.test("a file route responds with 405 to a method without a handler, and lists its methods for OPTIONS", async () => {
  const ask = appOf({
    "named.ts": { handler: { POST: () => new Response("posted") } },
    "page.ts": { default: () => "page" },
  });
  assert.equal((await ask("/named", "POST")).status, 200);
  assert.equal((await ask("/named")).status, 405);
  assert.equal((await ask("/page", "HEAD")).status, 200);
  assert.equal((await ask("/page", "POST")).status, 405);
  for (
    const [path, allow] of [["/named", "POST, OPTIONS"], ["/page", "GET, HEAD, OPTIONS"]] as const
  ) {
    const { status, headers } = await ask(path, "OPTIONS");
    assert.deepEqual([status, headers.get("allow")], [204, allow]);
  }
});

Deno.test("the middleware of a folder wraps the routes below it, inside the middlewares of its parent folders", async () => {
  const ask = makeApp({
    "_middleware.ts": { handler: step("top") },
    "a/_middleware.ts": { handler: step("a") },
    "a/b/_middleware.ts": { handler: [step("b"), step("c")] },
    "a/b/x.ts": { handler: trail },
    "a/x.ts": { handler: trail },
    "ab/x.ts": { handler: trail },
  }).handler();
  const expected = { "/a/b/x": "top a b c", "/a/x": "top a", "/ab/x": "top" };
  for (const [path, text] of Object.entries(expected)) {
    assert.equal(await (await ask(new Request(`http://localhost${path}`))).text(), text, path);
  }
});

Deno.test("ctx.redirect() stays on this host", async () => {
  const ask = appOf({
    "a.ts": { handler: (ctx: Context<State>) => ctx.redirect("//evil.example/b", 308) },
  });
  const { status, headers } = await ask("/a");
  assert.deepEqual([status, headers.get("location")], [308, "/evil.example/b"]);
});

Deno.test("fsRoutes() throws for unknown special file names and for async components", () => {
  for (
    const name of [
      "_midleware.ts",
      "a/_error.tsx",
      "_layout.tsx",
      "(group)/a.tsx",
      "[[optional]].ts",
      "[...rest].ts",
    ]
  ) {
    assert.throws(() => appOf({ [name]: {} }), /only names with an underscore/, name);
  }
  assert.throws(
    () => appOf({ "a.tsx": { default: async () => await Promise.resolve("a") } }),
    /async/,
  );
});

Deno.test("a page is rendered inside the app wrapper", async () => {
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

Deno.test("the error page is sent with the status of the thrown error, or text if the error page fails too", async () => {
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
