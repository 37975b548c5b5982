/** Reads the request of a page, and makes the responses that pages share: caching, fragments, redirects, statuses of errors. @module */

import { HttpError, page } from "fresh";
import type { VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { BusyError, RETRY_AFTER_S } from "../domain/errors.ts";
import type { Deps } from "../operations/mod.ts";
import { isFuel } from "../shared/station/fuels.ts";
import { langOf, toLocalPath } from "../shared/words/lang.ts";
import type { PageRequest } from "../shared/site/metadata.ts";
import { originOf } from "./documents/site.ts";
import { toPublicError } from "./errors.ts";
import { plainPage } from "./plain_page.ts";
import { type Ctx, noteOf } from "./state.ts";

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
 * Headers of a page: a minute of caching, since prices come every ten, so that a browser that goes back shows it at once.
 * Not in shared caches: the nonce of a page's scripts is one visitor's, and its own address may come from the request.
 */
export const PAGE_CACHING = { headers: { "cache-control": "private, max-age=60, stale-while-revalidate=300" } };

const FRAGMENT_HEADERS = {
  ...PAGE_CACHING.headers,
  ...{ "content-type": "text/html; charset=utf-8", "x-robots-tag": "noindex" },
};

/** The handler of a fragment of HTML for a page that is open already. The framework would put a document around it. */
export function fragmentRoute(draw: (deps: Deps, request: PageRequest, id: string) => Promise<VNode>) {
  return {
    async GET(ctx: Ctx & { params: { id: string } }) {
      const content = await draw(ctx.state.service.deps, toPageRequest(ctx), ctx.params.id);
      return new Response(`<!DOCTYPE html>${renderToString(content)}`, { headers: FRAGMENT_HEADERS });
    },
  };
}

/** The handler of a page: the data that `load` reads, with the headers of pages unless others are given. */
export function pageRoute<C extends Ctx>(
  load: (deps: Deps, request: PageRequest, ctx: C) => unknown,
  init: { headers: Record<string, string> } = PAGE_CACHING,
) {
  return {
    async GET(ctx: C) {
      return page(await load(ctx.state.service.deps, toPageRequest(ctx), ctx), init);
    },
  };
}

type PlaceRoute<Place> = {
  find(name: string): Place | null | Promise<Place | null>;
  toPath(place: Place): string;
  load(deps: Deps, request: PageRequest, place: Place): unknown;
};

/** The handler of a place's page: 404 for an unknown one, and a lasting redirect to the page's only address. */
export function placeRoute<Place>({ find, toPath, load }: PlaceRoute<Place>) {
  return {
    async GET(ctx: Ctx & { params: { name: string } }) {
      const place = await find(ctx.params.name);
      if (!place) throw new HttpError(404);
      const request = toPageRequest(ctx);
      const path = toLocalPath(toPath(place), request.lang);
      if (ctx.url.pathname === path) return page(await load(ctx.state.service.deps, request, place), PAGE_CACHING);
      return new Response(null, { status: 308, headers: { location: path + ctx.url.search } });
    },
  };
}

/**
 * The small page for a question that was refused because many like it are in progress. Throws any other failure of a page: an
 * unknown thing as 404 and an unavailable database as 503, whose reason is noted; a bug stays what it is.
 */
export function toErrorPage(error: unknown, req: Request): Response {
  if (error instanceof HttpError) throw error;
  const { status } = toPublicError(error, "");
  if (status === 503) noteOf(req).reason = error;
  if (!(error instanceof BusyError)) throw status === 404 || status === 503 ? new HttpError(status) : error;
  const path = new URL(req.url).pathname;
  return plainPage("busy", { path, status: error.status, headers: { "retry-after": String(RETRY_AFTER_S) } });
}
