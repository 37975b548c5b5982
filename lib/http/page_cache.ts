/** Keeps pages for a minute, so that many visitors of one page cost the other pages nothing. @module */

import { csp } from "fresh";
import { LRUCache } from "lru-cache";
import type { Deps } from "../operations/mod.ts";
import { contentSecurityPolicy } from "./security.ts";

type Snapshot = NonNullable<ReturnType<Deps["snapshots"]["current"]>>;

/** A page as it was rendered, without what belongs to one visitor: its nonce is replaced in each answer. */
type Page = { html: string; nonce: string; headers: Headers; route: string | null };

/** Ages are written into pages, and a browser keeps them as long again. */
const KEEP_MS = 60_000;
/** How many pages are kept, and their characters in all, of two bytes each. */
const MAX_PAGES = 2_000;
const MAX_LENGTH = 32 * 1024 * 1024;
/** Longer addresses than any link of ours are not kept, for they would fill the memory. */
const MAX_ADDRESS_LENGTH = 500;

const noncePolicy = csp({ useNonce: true });

/** The nonce of the inline scripts and styles of a page; null for HTML that the framework did not render. Read from its policy. */
async function readNonce(page: Response): Promise<string | null> {
  const ctx = { next: () => Promise.resolve(page) };
  const { headers } = await noncePolicy(ctx as Parameters<typeof noncePolicy>[0]);
  return /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? null;
}

/** Whether a response is HTML. */
export function isHtml({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/html") ?? false;
}

/** The response with the policy that a page has, unless it has it already. */
export async function withPolicy(response: Response): Promise<Response> {
  if (!isHtml(response) || response.headers.has("content-security-policy")) return response;
  const nonce = await readNonce(response);
  response.headers.set("content-security-policy", contentSecurityPolicy(nonce));
  return response;
}

type Note = { route: string | null };

/** The sources of a page: the state of the data (null: it is not kept), and the app. */
type Source = { snapshot: Snapshot | null; note: Note; render(): Promise<Response> };

type Render = () => Promise<Page | undefined>;

/** Pages by the state of the data and their whole address, which is all that they depend on. */
export class PageCache {
  readonly #pages = new LRUCache<string, Page, Render>({
    max: MAX_PAGES,
    maxSize: MAX_LENGTH,
    ttl: KEEP_MS,
    // A page that is evicted while it is rendered is an answer all the same.
    ignoreFetchAbort: true,
    sizeCalculation: ({ html }, key) => html.length + key.length,
    fetchMethod: (_key, _stale, { context: render }) => render(),
  });

  /** The page of an address, rendered once for all requests within a minute and in one state of the data. */
  async find(address: string, { snapshot, note, render }: Source): Promise<Response> {
    if (!snapshot || address.length > MAX_ADDRESS_LENGTH) return await render();
    const { revision, asOfMs } = snapshot.state;
    let response: Response | null = null;
    const page = await this.#pages.fetch(`${revision} ${asOfMs} ${address}`, {
      context: async () => await toPage(response = await render(), note),
    }).catch(ignoreEviction);
    return page ? toResponse(page, note) : response ?? await render();
  }
}

/** The library rejects what was evicted meanwhile and is no page to keep. */
function ignoreEviction(error: Error): void {
  if (error.message !== "evicted") throw error;
}

/** The page to keep of a response; undefined for one that is no page, or not cacheable. */
async function toPage(response: Response, { route }: Note): Promise<Page | undefined> {
  const { status, headers } = response;
  const isForKeeping = headers.get("cache-control")?.includes("max-age") ?? false;
  const nonce = status === 200 && isHtml(response) && isForKeeping ? await readNonce(response) : null;
  if (nonce !== null) return { html: await response.text(), nonce, headers, route };
}

function toResponse({ html, nonce, headers, route }: Page, note: Note): Response {
  note.route = route;
  const own = crypto.randomUUID().replaceAll("-", "");
  const response = new Response(html.replaceAll(nonce, own), { headers });
  response.headers.set("content-security-policy", contentSecurityPolicy(own));
  return response;
}
