import { deepEqual, equal, match, notEqual, ok } from "node:assert/strict";
import { App } from "fresh";
import type { Deps } from "../operations/mod.ts";
import { PageCache } from "./page_cache.ts";

type Snapshot = NonNullable<ReturnType<Deps["snapshots"]["current"]>>;

/** An app of pages that counts how often it renders. */
function createPages() {
  const keeping = { "cache-control": "private, max-age=60" };
  let rendered = 0;
  const app = new App().use((ctx) => {
    if (ctx.url.pathname === "/text") return new Response(`Text ${++rendered}`, { headers: keeping });
    if (ctx.url.pathname === "/nothing") return ctx.next();
    if (ctx.url.pathname === "/passing") return ctx.render(<p>Passing {++rendered}</p>);
    const page = (
      <main>
        <style>p {"{}"}</style>Page {++rendered}
      </main>
    );
    return ctx.render(page, { headers: keeping });
  }).handler();
  const cache = new PageCache();
  const ask = (path: string, snapshot: Snapshot | null) => {
    const address = `http://localhost${path}`;
    const note = { route: null };
    return cache.find(address, { snapshot, note, render: () => app(new Request(address)) });
  };
  return { ask, count: () => rendered };
}

const [FIRST, SECOND] = [{ state: { revision: 1 } }, { state: { revision: 2 } }] as Snapshot[];

const nonceOf = (response: Response) => /'nonce-([^']+)'/.exec(response.headers.get("content-security-policy")!)![1]!;

Deno.test("a page is rendered once for all who ask, each with a nonce of its own", async () => {
  const { ask, count } = createPages();
  const together = await Promise.all([ask("/page", FIRST!), ask("/page", FIRST!), ask("/page", FIRST!)]);
  const answers = [...together, await ask("/page", FIRST!)];
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

Deno.test("a page is kept, and one with a long address never", async () => {
  const long = `/page?q=${"x".repeat(500)}`;
  for (const [path, renderings] of [["/page", [1, 1, 1]], [long, [1, 2, 3]]] as const) {
    const { ask } = createPages();
    for (const rendered of renderings) {
      match(await (await ask(path, FIRST!)).text(), new RegExp(`Page ${rendered}`));
    }
  }
});

Deno.test("another state of the data, another address, and no snapshot render anew", async () => {
  const { ask, count } = createPages();
  const texts = [];
  for (
    const [path, snapshot] of [["/page", FIRST], ["/page?fuel=e10", FIRST], ["/page", SECOND], ["/page", null]] as const
  ) {
    texts.push(await (await ask(path, snapshot ?? null)).text());
  }
  equal(count(), 4);
  equal(new Set(texts).size, 4);
  notEqual(await (await ask("/page", null)).text(), texts[3]);
});

Deno.test("what is no page, or is not for keeping, or is not there, is answered each time", async () => {
  const { ask, count } = createPages();
  for (const path of ["/passing", "/text"]) {
    await (await ask(path, FIRST!)).text();
    await (await ask(path, FIRST!)).text();
  }
  equal(count(), 4);
  equal((await ask("/nothing", FIRST!)).status, 404);
});
