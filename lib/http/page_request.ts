/**
 * Reads the request of a page, and builds the handlers that pages share: caching, fragments,
 * redirects.
 *
 * @module
 */

import { HttpError, page } from "fresh";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Backend } from "../operations/operation.ts";
import { isFuel } from "../shared/fuels.ts";
import { langOf, toLocalPath } from "../words/lang.ts";
import type { PageRequest } from "../site/metadata.ts";
import { originOf } from "./documents/site.ts";
import { type Ctx, define } from "./state.ts";

/** Returns language, origin, clock and fuel of a page's request. */
export function toPageRequest(ctx: Ctx): PageRequest {
  const fuel = ctx.url.searchParams.get("fuel") ?? "";
  return {
    lang: langOf(ctx.url.pathname),
    origin: originOf(ctx),
    nowMs: ctx.state.service.clock().getTime(),
    fuel: isFuel(fuel) ? fuel : null,
  };
}

/**
 * Headers of a page. A browser caches it for a minute, so that going back is instant; prices change
 * every ten. Shared caches must not keep it: its nonce belongs to one visitor, and its URL may come
 * from the request.
 */
export const PAGE_CACHING = {
  headers: { "cache-control": "private, max-age=60, stale-while-revalidate=300" },
};

const FRAGMENT_HEADERS = {
  ...PAGE_CACHING.headers,
  "content-type": "text/html; charset=utf-8",
  "x-robots-tag": "noindex",
};

/**
 * Returns the handler of an HTML fragment for a page that is already open. Fresh would wrap it in a
 * document.
 */
export function fragmentRoute(
  draw: (backend: Backend, request: PageRequest, id: string) => Promise<VNode>,
) {
  return define.handlers({
    async GET(ctx: Ctx) {
      const content = await draw(
        ctx.state.service.backend,
        toPageRequest(ctx),
        ctx.params.id ?? "",
      );
      return new Response(`<!DOCTYPE html>${renderToString(content)}`, {
        headers: FRAGMENT_HEADERS,
      });
    },
  });
}

/**
 * Returns the handler of a page with the data that `load` reads and the default headers of pages.
 */
export function pageRoute<Data>(
  load: (backend: Backend, request: PageRequest, ctx: Ctx) => Data | Promise<Data>,
  init: { headers: Record<string, string> } = PAGE_CACHING,
) {
  return {
    async GET(ctx: Ctx) {
      return page(await load(ctx.state.service.backend, toPageRequest(ctx), ctx), init);
    },
  };
}

type PlaceRoute<Place> = {
  find(name: string): Place | null | Promise<Place | null>;
  toPath(place: Place): string;
  load(backend: Backend, request: PageRequest, place: Place): unknown;
};

/**
 * Returns the handler of a place's page: 404 for an unknown place, and a permanent redirect to the
 * page's canonical address.
 */
export function placeRoute<Place>({ find, toPath, load }: PlaceRoute<Place>) {
  return {
    async GET(ctx: Ctx) {
      const place = await find(ctx.params.name ?? "");
      if (!place) throw new HttpError(404);
      const request = toPageRequest(ctx);
      const path = toLocalPath(toPath(place), request.lang);
      if (ctx.url.pathname !== path) return ctx.redirect(path + ctx.url.search, 308);
      return page(await load(ctx.state.service.backend, request, place), PAGE_CACHING);
    },
  };
}
