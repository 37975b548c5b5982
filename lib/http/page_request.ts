/**
 * Reads the request of a page, and makes the handlers that pages share: caching, fragments,
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

/** Language, origin, clock and fuel of a page's request. */
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
 * Headers of a page: a minute of caching, since prices come every ten, so that a browser that goes
 * back shows it at once. Not in shared caches: the nonce of a page's scripts is one visitor's, and
 * its own address may come from the request.
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
 * The handler of a fragment of HTML for a page that is open already. The framework would put a
 * document around it.
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
 * The handler of a page: the data that `load` reads, with the headers of pages unless others are
 * given.
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
 * The handler of a place's page: 404 for an unknown one, and a lasting redirect to the page's only
 * address.
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
