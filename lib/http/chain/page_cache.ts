/**
 * Keeps pages for a minute, so that many visitors of one page cost the other pages nothing.
 *
 * @module
 */

import type { Middleware } from "fresh";
import { LRUCache } from "lru-cache";
import { isEmbedPath } from "../../site/paths.ts";
import { isRead } from "../paths.ts";
import { contentSecurityPolicy, isHtml, POLICY_HEADER } from "../security.ts";
import type { Ctx, State } from "../state.ts";

/**
 * A page as it was rendered, without what belongs to one visitor: its nonce is replaced in each
 * response.
 */
type Page = { html: string; nonce: string; headers: Headers };

/** Ages are written into pages, and a browser keeps them as long again. */
const KEEP_MS = 60_000;
/** How many pages are kept, and their characters in all, of two bytes each. */
const MAX_PAGES = 2_000;
const MAX_LENGTH = 32 * 1024 * 1024;
/** Longer addresses than any link of ours are not kept, for they would fill the memory. */
const MAX_ADDRESS_LENGTH = 500;

/**
 * Renders a page once for all requests of a minute, by the state of the data and the whole address.
 */
export function pageCache(): Middleware<State> {
  const pages = new LRUCache<string, Page, () => Promise<Page | undefined>>({
    max: MAX_PAGES,
    maxSize: MAX_LENGTH,
    ttl: KEEP_MS,
    // A page that is evicted while it is rendered is a response all the same.
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

/**
 * The parameters of the pages for frames: others of their addresses, which the sites around them
 * choose, change nothing.
 */
const EMBED_PARAMS = ["area", "fuel", "place"];

/** The address of a page, without what it does not depend on. */
function toAddress({ req, url, state: { path } }: Ctx): string {
  if (!isEmbedPath(path)) return req.url;
  const values = EMBED_PARAMS.map((name) => url.searchParams.get(name) ?? "");
  return `${url.origin}${path} ${JSON.stringify(values)}`;
}

function isKept({ req: { method, url }, state: { kind } }: Ctx): boolean {
  return kind === "page" && isRead(method) && url.length <= MAX_ADDRESS_LENGTH;
}

/** The library rejects a page that was evicted meanwhile and is not to be kept. */
function ignoreEviction(error: Error): void {
  if (error.message !== "evicted") throw error;
}

/** The page to keep of a response; undefined if it is not a page, or not cacheable. */
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
