/** Rejects addresses that Fresh would normalise, and gives each page one address. @module */

import { errorResponse, publicError, undecodableResponse, unknownPathResponse } from "../errors.ts";
import { isApi, isRead } from "../paths.ts";
import { plainPage } from "../plain_page.ts";
import { decodePercent, MAX_QUERY_LENGTH } from "../query.ts";
import { type Ctx, define } from "../state.ts";

/** Rejects malformed and overlong addresses, and redirects a page with a trailing slash. */
export const checkAddress = define.middleware((ctx) =>
  refuseAddress(ctx.state.path) ?? (ctx.state.kind === "program" ? null : refusePage(ctx)) ??
    ctx.next()
);

/** Rejects addresses in which Fresh would merge double slashes or ignore a trailing one. */
function refuseAddress(path: string): Response | null {
  if (path === "") {
    return errorResponse(
      publicError("INVALID_PARAMETER", "The address of the request is malformed"),
    );
  }
  if (isApi(path)) {
    return path.includes("//") || path.endsWith("/") ? unknownPathResponse(path) : null;
  }
  if (decodePercent(path) === null) return undecodableResponse();
  if (/^\/api(\/|$)/i.test(path)) {
    return errorResponse(publicError("NOT_FOUND", "Paths are in lower case: /api/v1; see /docs"));
  }
  return /^\/+(api|mcp)(\/|$)/.test(path) && path.includes("//") ? unknownPathResponse(path) : null;
}

/** Rejects overlong queries and redirects trailing slashes, except below `/.well-known`. */
function refusePage({ req: { method }, state: { path, search } }: Ctx): Response | null {
  if (search.length > MAX_QUERY_LENGTH) return plainPage("tooLong", { path, status: 414 });
  const isSlashed = path !== "/" && path.endsWith("/") && !path.startsWith("/.");
  if (!isSlashed || !isRead(method)) return null;
  const location = path.replace(/\/\/+/g, "/").replace(/(.)\/$/, "$1") + search;
  return new Response(null, { status: 308, headers: { location } });
}
