/** Paths, middlewares and errors of apps built by hand. @module */

import assert from "node:assert/strict";
import { App, HttpError, type Middleware } from "./mod.ts";

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

const trail: Middleware<State> = (ctx) => new Response((ctx.state.trail ?? []).join(" "));

Deno.test("App runs the middlewares, outermost first, also where no route matches", async () => {
  const file: Middleware<State> = (ctx) => ctx.url.pathname === "/file" ? new Response("served") : ctx.next();
  const app = new App<State>().use(step("a"), step("b")).use(file).all("/x", trail);
  const response = await app.handler()(new Request("http://localhost/x"));
  assert.equal(await response.text(), "a b");
  assert.equal(response.headers.get("x-trail"), "b, a");
  assert.deepEqual(await ask(app, "/file"), { status: 200, text: "served" });
  assert.deepEqual(await ask(app, "/nothing"), { status: 404, text: "Not Found" });
  assert.throws(() => app.use(step("late")), /use\(\) comes before/);
});

Deno.test("App.all() answers every method, HEAD without a body", async () => {
  const app = new App<State>().all("/a", () => new Response("got"));
  assert.deepEqual(await ask(app, "/a", { method: "HEAD" }), { status: 200, text: "" });
  assert.equal((await ask(app, "/a", { method: "PUT" })).text, "got");
});

Deno.test("App prefers fixed paths and tries patterns in the order of registration", async () => {
  const app = new App<State>()
    .all("/p/:id", ({ params }) => Response.json(params))
    .all("/p/fixed", ({ route }) => new Response(`fixed ${route}`))
    .all("/p/:other/deep", ({ params, route }) => new Response(`${params.other} ${route}`))
    .all("/files/*", ({ params }) => new Response(params[0]!));
  assert.equal((await ask(app, "/p/fixed")).text, "fixed /p/fixed");
  assert.equal((await ask(app, "/p/x/deep")).text, "x /p/:other/deep");
  assert.equal((await ask(app, "/files/a/b")).text, "a/b");
  assert.equal((await ask(app, "/p/x/")).status, 404);
});

Deno.test("App decodes parameters, but for what separates parts of a path, and throws where it cannot", async () => {
  const app = new App<State>().all("/p/:id", ({ params }) => new Response(params.id!));
  assert.equal((await ask(app, "/p/a%2Fb%20%C3%A9")).text, "a%2Fb é");
  await assert.rejects(ask(app, "/p/%E0%A4%A"), URIError);
});

Deno.test("App finds a fixed path with a slash at its end, and any path with doubled slashes", async () => {
  const path: Middleware<State> = (ctx) => new Response(ctx.url.pathname);
  const app = new App<State>().all("/docs", path).all("/slashed/", path).all("/p/:id", path);
  assert.equal((await ask(app, "/docs/")).text, "/docs/");
  assert.equal((await ask(app, "/slashed")).text, "/slashed");
  assert.equal((await ask(app, "//docs//")).text, "/docs/");
  assert.equal((await ask(app, "/p//7")).text, "/p/7");
  assert.equal((await ask(app, "/p/7/")).status, 404);
});

Deno.test("App tells a client nothing about an error of ours", async () => {
  const logged: unknown[] = [];
  const original = console.error;
  console.error = (...parts: unknown[]) => logged.push(...parts);
  try {
    const fail = (error: Error) => () => {
      throw error;
    };
    const app = new App<State>()
      .all("/", fail(new Error("password=hunter2")))
      .all("/gone", fail(new HttpError(410, "No longer here")))
      .all("/away", fail(new HttpError(503, "password=hunter2")));
    assert.deepEqual(await ask(app, "/"), { status: 500, text: "Internal server error" });
    assert.deepEqual(await ask(app, "/gone"), { status: 410, text: "No longer here" });
    assert.deepEqual(await ask(app, "/away"), { status: 503, text: "Internal server error" });
  } finally {
    console.error = original;
  }
  assert.deepEqual(logged.map((error) => (error as Error).message), ["password=hunter2", "password=hunter2"]);
});

Deno.test("fsRoutes() without a build says what is missing", () => {
  assert.throws(() => new App().fsRoutes().handler(), /Builder/);
});
