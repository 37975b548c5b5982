/** Routing, middlewares, error pages and layouts of apps built by hand. @module */

import assert from "node:assert/strict";
import { App, HttpError, type Middleware, type PageProps } from "./mod.ts";

type State = { trail: string[] };

async function ask(app: App<State>, path: string, init?: RequestInit): Promise<{ status: number; text: string }> {
  const response = await app.handler()(new Request(`http://localhost${path}`, init));
  return { status: response.status, text: await response.text() };
}

/** A middleware that leaves its name on the way in and on the way out. */
function step(name: string): Middleware<State> {
  return async (ctx) => {
    ctx.state.trail = [...(ctx.state.trail ?? []), name];
    const response = await ctx.next();
    response.headers.append("x-trail", name);
    return response;
  };
}

const trail: Middleware<State> = (ctx) => ctx.text((ctx.state.trail ?? []).join(" "));

Deno.test("App runs the middlewares registered before a route, outermost first", async () => {
  const app = new App<State>()
    .use(step("a"), step("b"))
    .get("/x/y", step("own"), trail)
    .use("/x", step("x"))
    .use("/other", step("other"))
    .get("/x/z", trail)
    .use(step("late"));
  assert.equal((await ask(app, "/x/y")).text, "a b own");
  assert.equal((await ask(app, "/x/z")).text, "a b x");
  const mixed = new App<State>().use("/x", step("x")).use(step("root")).get("/x", trail);
  assert.equal((await ask(mixed, "/x")).text, "root x");
  const response = await app.handler()(new Request("http://localhost/x/z"));
  assert.equal(response.headers.get("x-trail"), "x, b, a");
});

Deno.test("App runs the root's middlewares where no route matches", async () => {
  const app = new App<State>().use((ctx) => ctx.url.pathname === "/file" ? ctx.text("served") : ctx.next());
  assert.deepEqual(await ask(app, "/file"), { status: 200, text: "served" });
  assert.deepEqual(await ask(app, "/nothing"), { status: 404, text: "Not Found" });
});

Deno.test("App answers 405 for another method, and HEAD by GET", async () => {
  const app = new App<State>().get("/a", (ctx) => ctx.text("got")).post("/a", (ctx) => ctx.text("posted"));
  assert.equal((await ask(app, "/a", { method: "POST" })).text, "posted");
  assert.equal((await ask(app, "/a", { method: "DELETE" })).status, 405);
  assert.equal((await ask(app, "/a", { method: "HEAD" })).status, 200);
  assert.equal((await ask(new App<State>().all("/a", trail), "/a", { method: "PUT" })).status, 200);
});

Deno.test("App prefers fixed paths and tries patterns in the order of registration", async () => {
  const app = new App<State>()
    .get("/p/:id", (ctx) => ctx.json([ctx.route, ctx.params]))
    .get("/p/fixed", (ctx) => ctx.text("fixed"))
    .get("/p/:other/deep", (ctx) => ctx.text(ctx.params.other!))
    .get("/files/*", (ctx) => ctx.text(ctx.params[0]!));
  assert.equal((await ask(app, "/p/fixed")).text, "fixed");
  assert.equal((await ask(app, "/p/a%2Fb%20%C3%A9")).text, '["/p/:id",{"id":"a%2Fb é"}]');
  await assert.rejects(ask(app, "/p/%E0%A4%A"), URIError);
  assert.equal((await ask(app, "/p/x/deep")).text, "x");
  assert.equal((await ask(app, "/files/a/b")).text, "a/b");
  assert.equal((await ask(app, "/p/x/")).status, 404);
});

Deno.test("App finds a fixed path with a slash at its end, and any path with doubled slashes", async () => {
  const app = new App<State>()
    .get("/docs", (ctx) => ctx.json([ctx.route, ctx.url.pathname]))
    .get("/slashed/", (ctx) => ctx.text("slashed"))
    .get("/p/:id", (ctx) => ctx.text(ctx.url.pathname));
  assert.equal((await ask(app, "/docs/")).text, '["/docs","/docs/"]');
  assert.equal((await ask(app, "/slashed")).text, "slashed");
  assert.equal((await ask(app, "//docs//")).text, '["/docs","/docs/"]');
  assert.equal((await ask(app, "/p//7")).text, "/p/7");
  assert.equal((await ask(app, "/p/7/")).status, 404);
});

Deno.test("App lets the nearest error page answer, past the middlewares of its own level", async () => {
  const app = new App<State>()
    .use(step("root"))
    .onError("*", (ctx) => ctx.text(`root: ${(ctx.error as Error).message}`, { status: 500 }))
    .use("/in", step("in"))
    .onError("/in", (ctx) => {
      if ((ctx.error as Error).message === "worse") throw new Error("from the error page");
      return ctx.text(`in: ${(ctx.error as Error).message}`, { status: 500 });
    })
    .get("/out", () => {
      throw new Error("out");
    })
    .get("/in/bad", () => Promise.reject(new Error("bad")))
    .get("/in/worse", () => Promise.reject(new Error("worse")));
  assert.equal((await ask(app, "/out")).text, "root: out");
  assert.equal((await ask(app, "/in/bad")).text, "in: bad");
  assert.equal((await ask(app, "/in/worse")).text, "root: from the error page");
  const nested = await app.handler()(new Request("http://localhost/in/bad"));
  assert.equal(nested.headers.get("x-trail"), "root");
  const atRoot = await app.handler()(new Request("http://localhost/out"));
  assert.equal(atRoot.headers.get("x-trail"), null);
});

Deno.test("App.notFound() answers what ends as a 404, and nothing else", async () => {
  const app = new App<State>()
    .notFound((ctx) => ctx.text("nowhere", { status: 404 }))
    .onError("*", (ctx) => ctx.text("error", { status: (ctx.error as HttpError).status }))
    .get("/gone", () => {
      throw new HttpError(410);
    })
    .get("/missing", () => {
      throw new HttpError(404);
    });
  assert.deepEqual(await ask(app, "/unknown"), { status: 404, text: "nowhere" });
  assert.deepEqual(await ask(app, "/missing"), { status: 404, text: "nowhere" });
  assert.deepEqual(await ask(app, "/gone"), { status: 410, text: "error" });
});

Deno.test("App tells a client nothing about an error of ours", async () => {
  const logged: unknown[] = [];
  const original = console.error;
  console.error = (...parts: unknown[]) => logged.push(...parts);
  try {
    const app = new App<State>().get("/", () => {
      throw new Error("password=hunter2");
    });
    assert.deepEqual(await ask(app, "/"), { status: 500, text: "Internal server error" });
  } finally {
    console.error = original;
  }
  assert.equal((logged[0] as Error).message, "password=hunter2");
});

Deno.test("App.mountApp() inserts another app below a path, with its middlewares", async () => {
  const inner = new App<State>().use(step("inner")).get("/", trail).get("/a/:b", (ctx) => ctx.text(ctx.params.b!));
  const app = new App<State>().use(step("outer")).mountApp("/m", inner).get("/n", trail);
  assert.equal((await ask(app, "/m")).text, "outer inner");
  assert.equal((await ask(app, "/m/a/c")).text, "c");
  assert.equal((await ask(app, "/n")).text, "outer");
});

Deno.test("ctx.render() wraps a page into its layouts and the app wrapper", async () => {
  const wrap = (name: string) => ({ Component }: PageProps) => (
    <div class={name}>
      <Component />
    </div>
  );
  const app = new App<State>()
    .appWrapper(async ({ Component }) =>
      await Promise.resolve(
        <main>
          <Component />
        </main>,
      )
    )
    .layout("*", wrap("outer"))
    .layout("/in", wrap("inner"))
    .layout("/alone", wrap("alone"), { skipInheritedLayouts: true, skipAppWrapper: true })
    .get("/in", (ctx) => ctx.render(<p>page</p>, { status: 418, headers: { "x-a": "b" } }))
    .get("/alone", (ctx) => ctx.render(<p>page</p>))
    .route("/route", { component: ({ data }) => <p>{String(data)}</p>, handler: { GET: () => ({ data: 7 }) } });
  const page = await app.handler()(new Request("http://localhost/in"));
  assert.equal(page.status, 418);
  assert.equal(page.headers.get("x-a"), "b");
  assert.equal(page.headers.get("content-type"), "text/html; charset=utf-8");
  const inner = '<div class="outer"><div class="inner"><p>page</p></div></div>';
  assert.equal(await page.text(), `<!DOCTYPE html><main>${inner}</main>`);
  assert.equal((await ask(app, "/alone")).text, '<!DOCTYPE html><div class="alone"><p>page</p></div>');
  assert.equal((await ask(app, "/route")).text, '<!DOCTYPE html><main><div class="outer"><p>7</p></div></main>');
});

Deno.test("an error page is drawn in the layouts of its own level", async () => {
  const wrap = (name: string) => ({ Component }: PageProps) => (
    <div class={name}>
      <Component />
    </div>
  );
  const app = new App<State>()
    .layout("*", wrap("outer"))
    .onError("*", { component: ({ error }) => <p>{(error as Error).message}</p> })
    .layout("/in", wrap("inner"))
    .get("/in", () => Promise.reject(new HttpError(409, "taken")));
  assert.deepEqual(await ask(app, "/in"), {
    status: 409,
    text: '<!DOCTYPE html><div class="outer"><p>taken</p></div>',
  });
});

Deno.test("ctx.redirect() never leaves the site by a doubled slash", async () => {
  for (
    const [to, location] of [["/a?b=//c", "/a?b=//c"], ["//evil.example", "/evil.example"], [
      "/\\evil.example",
      "/evil.example",
    ]]
  ) {
    const app = new App<State>().get("/", (ctx) => ctx.redirect(to!));
    const response = await app.handler()(new Request("http://localhost/"));
    assert.equal(response.status, 302);
    assert.equal(response.headers.get("location"), location);
  }
});

Deno.test("fsRoutes() without a snapshot says what is missing", () => {
  assert.throws(() => new App().fsRoutes().handler(), /applySnapshot/);
});
