import { deepEqual } from "node:assert/strict";
import { PageCache } from "./page_cache.ts";

type Source = Parameters<PageCache["find"]>[1];

const snapshot = { state: { revision: 1, asOfMs: 0 } } as Source["snapshot"];

Deno.test("a page that is evicted while it is rendered is answered all the same", async () => {
  const pages = new PageCache();
  const rendered = Promise.withResolvers<void>();
  const ask = async (at: number) => {
    const render = () => rendered.promise.then(() => new Response(`page ${at}`));
    return (await pages.find(`/${at}`, { snapshot, note: { route: null }, render })).text();
  };
  const addresses = Array.from({ length: 2_100 }, (_, at) => at);
  const answers = Promise.all(addresses.map(ask));
  rendered.resolve();
  deepEqual(await answers, addresses.map((at) => `page ${at}`));
});
