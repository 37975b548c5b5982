/** Keeps pages that are requested often for a minute, so that many visitors of one page cost the other pages nothing. @module */

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
const [MAX_PAGES, MAX_LENGTH] = [2_000, 32 * 1024 * 1024];
/** How many addresses are remembered; longer ones than any link of ours are not, for they would fill the memory. */
const [MAX_REQUESTED, MAX_ADDRESS_LENGTH] = [10_000, 500];

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

/**
 * Pages by their whole address, which is all of a request that they depend on. A page is kept from its second request on: most
 * of the thousands of stations do not come again, and kept pages are work for the garbage collector.
 */
export class PageCache {
  readonly #pages = new LRUCache<string, Page>({ max: MAX_PAGES, maxSize: MAX_LENGTH, ttl: KEEP_MS });
  readonly #rendering = new Map<string, Promise<Page | null>>();
  readonly #requests = new LRUCache<string, number>({ max: MAX_REQUESTED });
  #snapshot: Snapshot | null = null;

  /** The page of an address, rendered once for all requests within a minute and in one state of the data. */
  async find(address: string, source: Source): Promise<Response> {
    if (!source.snapshot || address.length > MAX_ADDRESS_LENGTH) return await source.render();
    this.#forgetOthers(source.snapshot);
    this.#requests.set(address, (this.#requests.get(address) ?? 0) + 1);
    const kept = this.#pages.get(address);
    if (kept) return toResponse(kept, source.note);
    const running = this.#rendering.get(address);
    const page = running && await running;
    return page ? toResponse(page, source.note) : await this.#render(address, source);
  }

  #forgetOthers(snapshot: Snapshot): void {
    if (snapshot === this.#snapshot) return;
    this.#snapshot = snapshot;
    this.#pages.clear();
    this.#rendering.clear();
    this.#requests.clear();
  }

  async #render(address: string, { render, note }: Source): Promise<Response> {
    const rendered = Promise.withResolvers<Page | null>();
    this.#rendering.set(address, rendered.promise);
    let page: Page | null = null;
    try {
      const response = await render();
      if (this.#requests.get(address) === 1) return response;
      page = await toPage(response, note);
      return page ? toResponse(page, note) : response;
    } finally {
      rendered.resolve(page);
      // another state of the data has come meanwhile where the entry is not ours any more
      if (this.#rendering.get(address) === rendered.promise) {
        this.#rendering.delete(address);
        if (page) this.#pages.set(address, page, { size: page.html.length + address.length });
      }
    }
  }
}

/** The page to keep of a response; null for one that is no page, or not cacheable. */
async function toPage(response: Response, { route }: Note): Promise<Page | null> {
  const { status, headers } = response;
  const isForKeeping = headers.get("cache-control")?.includes("max-age") ?? false;
  const nonce = status === 200 && isHtml(response) && isForKeeping ? await readNonce(response) : null;
  if (nonce === null) return null;
  return { html: await response.text(), nonce, headers, route };
}

function toResponse({ html, nonce, headers, route }: Page, note: Note): Response {
  note.route = route;
  const own = crypto.randomUUID().replaceAll("-", "");
  const response = new Response(html.replaceAll(nonce, own), { headers });
  response.headers.set("content-security-policy", contentSecurityPolicy(own));
  return response;
}
