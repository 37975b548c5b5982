/** The middleware that serves scripts and static files. @module */

import { chooseEncoding, matchesEtag } from "../lib/platform/content_coding.ts";
import { toBody } from "../lib/platform/transfer/pieces.ts";
import { CLIENT_PREFIX } from "./bundle.ts";
import { INTERNALS, type Middleware } from "./context.ts";
import { CACHE_KEY } from "./shared.ts";
import type { Resource } from "./static_folder.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const UNVERSIONED = "no-cache, no-store, max-age=0, must-revalidate";

/**
 * Returns a middleware that serves the files of `static/` and of the build, and passes other
 * requests on.
 */
export function staticFiles<State>(): Middleware<State> {
  return (ctx) => {
    const { snapshot, pathname } = ctx[INTERNALS];
    const resource = snapshot &&
      (snapshot.client.files.get(pathname) ?? snapshot.files.find(pathname));
    if (resource) return answer(ctx.req, ctx.url, resource);
    // Browsers request it by themselves, and an error page would be too long a response.
    return pathname === "/favicon.ico" ? new Response(null, { status: 404 }) : ctx.next();
  };
}

async function answer(req: Request, url: URL, resource: Resource): Promise<Response> {
  if (req.method !== "GET" && req.method !== "HEAD") {
    return new Response("Method Not Allowed", { status: 405 });
  }
  const version = url.searchParams.get(CACHE_KEY);
  const isImmutable = url.pathname.startsWith(CLIENT_PREFIX) || version === resource.hash;
  if (!isImmutable && version !== null) {
    url.searchParams.delete(CACHE_KEY);
    return new Response(null, { status: 307, headers: { location: url.pathname + url.search } });
  }
  const etag = `W/"${resource.hash}"`;
  const headers = new Headers({
    "content-type": resource.type,
    "cache-control": isImmutable ? IMMUTABLE : UNVERSIONED,
    vary: resource.isCompressible ? "If-None-Match, Accept-Encoding" : "If-None-Match",
    etag,
  });
  if (matchesEtag(req.headers.get("if-none-match"), etag)) {
    return new Response(null, { status: 304, headers });
  }
  const encoding = resource.isCompressible
    ? chooseEncoding(req.headers.get("accept-encoding"))
    : null;
  if (encoding) headers.set("content-encoding", encoding);
  const bytes = await resource.load(encoding);
  headers.set("content-length", String(bytes.length));
  return new Response(toBody(bytes), { headers });
}
