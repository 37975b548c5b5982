import { deepEqual, equal, match, notEqual, ok } from "../../../tests/support/assert.ts";
import { App, type Context } from "fresh";
import type { Backend } from "../../operations/operation.ts";
import type { State } from "../state.ts";
import { pageCache } from "./page_cache.ts";
import { pagePolicy } from "./page_policy.ts";

type Snapshot = NonNullable<ReturnType<Backend["snapshots"]["current"]>>;

const KEPT = { headers: { "cache-control": "private, max-age=60" } };

/** An app of pages behind the cache, each rendered by `draw`. */
function createApp(draw: (ctx: Context<State>) => Response | Promise<Response>) {
  let current: Snapshot | null = null;
  const service = {
    backend: { snapshots: { current: () => current } },
  } as unknown as State["service"];
  const app = new App<State>()
    .use((ctx) => {
      Object.assign(ctx.state, { service, path: ctx.url.pathname, kind: "page" });
      return ctx.next();
    })
    .use(pageCache(), pagePolicy)
    .use(draw)
    .handler();
  return (path: string, snapshot: Snapshot | null) => {
    current = snapshot;
    return app(new Request(`http://localhost${path}`));
  };
}

/** An app of pages that counts its renderings. */
function createPages() {
  let rendered = 0;
  const ask = createApp((ctx) => {
    if (ctx.url.pathname === "/text") return new Response(`Text ${++rendered}`, KEPT);
    if (ctx.url.pathname === "/nothing") return ctx.next();
    if (ctx.url.pathname === "/passing") return ctx.render(<p>Passing {++rendered}</p>);
    const page = (
      <main>
        <style>p {"{}"}</style>Page {++rendered}
      </main>
    );
    return ctx.render(page, KEPT);
  });
  return { ask, count: () => rendered };
}

const FIRST = { state: { revision: 1, asOfMs: 0 } } as Snapshot;
const SECOND = { state: { revision: 2, asOfMs: 0 } } as Snapshot;

const nonceOf = (response: Response) =>
  /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy")!)![1]!;

Deno.test("a page is rendered once for all visitors, each with a separate nonce", async () => {
  const { ask, count } = createPages();
  const together = await Promise.all([
    ask("/page", FIRST),
    ask("/page", FIRST),
    ask("/page", FIRST),
  ]);
  const answers = [...together, await ask("/page", FIRST)];
  equal(count(), 1);
  equal(new Set(answers.map(nonceOf)).size, 4);
  for (const answer of answers) {
    const html = await answer.text();
    match(html, /Page 1/);
    const nonces = [...html.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce);
    ok(nonces.length > 0);
    deepEqual(new Set(nonces), new Set([nonceOf(answer)]));
  }
});

Deno.test("a page is cached, but never one with a long address", async () => {
  const long = `/page?q=${"x".repeat(500)}`;
  for (const [path, renderings] of [["/page", [1, 1, 1]], [long, [1, 2, 3]]] as const) {
    const { ask } = createPages();
    for (const rendered of renderings) {
      match(await (await ask(path, FIRST)).text(), new RegExp(`Page ${rendered}`));
    }
  }
});

Deno.test("a new revision, another address or a missing snapshot renders again", async () => {
  const { ask, count } = createPages();
  const texts = [];
  const requests = [["/page", FIRST], ["/page?fuel=e10", FIRST], ["/page", SECOND], [
    "/page",
    null,
  ]] as const;
  for (const [path, snapshot] of requests) texts.push(await (await ask(path, snapshot)).text());
  equal(count(), 4);
  equal(new Set(texts).size, 4);
  notEqual(await (await ask("/page", null)).text(), texts[3]);
});

Deno.test("text, uncacheable pages and missing pages are never cached", async () => {
  const { ask, count } = createPages();
  for (const path of ["/passing", "/text"]) {
    await (await ask(path, FIRST)).text();
    await (await ask(path, FIRST)).text();
  }
  equal(count(), 4);
  equal((await ask("/nothing", FIRST)).status, 404);
});

Deno.test("a page that is evicted while it is rendered is still sent", async () => {
  const rendered = Promise.withResolvers<void>();
  const ask = createApp((ctx) =>
    rendered.promise.then(() => new Response(`page ${ctx.url.pathname}`))
  );
  const paths = Array.from({ length: 2_100 }, (_, at) => `/${at}`);
  const answers = Promise.all(paths.map(async (path) => await (await ask(path, FIRST)).text()));
  rendered.resolve();
  deepEqual(await answers, paths.map((path) => `page ${path}`));
});
