/**
 * Caches pages for a minute, so that many visitors of one page do not slow down the others.
 *
 * @module
 */

import type { Middleware } from "fresh";
import { LRUCache } from "lru-cache";
import { isEmbedPath } from "../../site/paths.ts";
import { isRead } from "../paths.ts";
import { contentSecurityPolicy, isHtml, POLICY_HEADER } from "../security.ts";
import type { Ctx, State } from "../state.ts";

/** A rendered page. Its nonce belongs to one visitor and is replaced in each response. */
type Page = { html: string; nonce: string; headers: Headers };

/** Pages contain ages, and a browser caches them for as long again. */
const KEEP_MS = 60_000;
/** Maximum number of pages, and of their characters in total, two bytes each. */
const MAX_PAGES = 2_000;
const MAX_LENGTH = 32 * 1024 * 1024;
/**
 * Longer than any of our links. Longer addresses are not cached, because they would fill the
 * memory.
 */
const MAX_ADDRESS_LENGTH = 500;

/** Renders a page once per minute for all requests with the same address and state of the data. */
export function pageCache(): Middleware<State> {
  const pages = new LRUCache<string, Page, () => Promise<Page | undefined>>({
    max: MAX_PAGES,
    maxSize: MAX_LENGTH,
    ttl: KEEP_MS,
    // A page that is evicted while it renders is still sent.
    ignoreFetchAbort: true,
    sizeCalculation: ({ html }, key) => html.length + key.length,
    fetchMethod: (_key, _stale, { context: render }) => render(),
  });
  const find = async (ctx: Ctx) => {
    const snapshot = ctx.state.service.backend.snapshots.current();
    if (!snapshot) return await ctx.next();
    const { revision, asOfMs } = snapshot.state;
    let response: Response | null = null;
    const page = await pages.fetch(`${revision} ${asOfMs} ${toAddress(ctx)}`, {
      context: async () => await toPage(response = await ctx.next(), ctx.state),
    }).catch(ignoreEviction);
    return page ? toResponse(page, ctx.state.path) : response ?? await ctx.next();
  };
  return (ctx) => isKept(ctx) ? find(ctx) : ctx.next();
}

/** The parameters of pages for frames. The embedding site may add others, which change nothing. */
const EMBED_PARAMS = ["area", "fuel", "place"];

/** Returns the address of a page, without the parts that do not affect it. */
function toAddress({ req, url, state: { path } }: Ctx): string {
  if (!isEmbedPath(path)) return req.url;
  const values = EMBED_PARAMS.map((name) => url.searchParams.get(name) ?? "");
  return `${url.origin}${path} ${JSON.stringify(values)}`;
}

function isKept({ req: { method, url }, state: { kind } }: Ctx): boolean {
  return kind === "page" && isRead(method) && url.length <= MAX_ADDRESS_LENGTH;
}

/**
 * Ignores the library's error for a page that was evicted while it rendered: it need not be cached.
 */
function ignoreEviction(error: Error): void {
  if (error.message !== "evicted") throw error;
}

/** Returns the page to cache; undefined if the response is not a cacheable page. */
async function toPage(response: Response, { nonce }: State): Promise<Page | undefined> {
  const { status, headers } = response;
  const isCacheable = headers.get("cache-control")?.includes("max-age") ?? false;
  if (nonce && status === 200 && isCacheable && isHtml(response)) {
    return { html: await response.text(), nonce, headers };
  }
}

function toResponse({ html, nonce, headers }: Page, path: string): Response {
  const own = crypto.randomUUID().replaceAll("-", "");
  const response = new Response(html.replaceAll(nonce, own), { headers });
  response.headers.set(POLICY_HEADER, contentSecurityPolicy(own, path));
  return response;
}
