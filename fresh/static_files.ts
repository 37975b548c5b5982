/** The middleware that serves scripts and static files. @module */

import { CLIENT_PREFIX } from "./build.ts";
import { getInternals, type Middleware } from "./context.ts";
import { CACHE_KEY } from "./shared.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Encoding, ENCODINGS, type Resource } from "./static_folder.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";
const UNVERSIONED = "no-cache, no-store, max-age=0, must-revalidate";

/** A middleware that answers for the files of `static/` and of the build, and passes on the rest. */
export function staticFiles(): Middleware {
  return async (ctx) => {
    const { snapshot } = getInternals(ctx);
    const found = snapshot && find(snapshot, ctx.url);
    if (found) return await answer(ctx.req, ctx.url, found);
    // Browsers ask for it by themselves; a page would be too long an answer.
    return ctx.url.pathname === "/favicon.ico" ? new Response(null, { status: 404 }) : await ctx.next();
  };
}

type Found = { resource: Resource; freshness: "immutable" | "unversioned" | "outdated" };

function find({ client, files }: Snapshot, url: URL): Found | null {
  if (url.pathname.startsWith(CLIENT_PREFIX)) {
    const resource = client.files.get(url.pathname.slice(CLIENT_PREFIX.length));
    return resource ? { resource, freshness: "immutable" } : null;
  }
  const resource = files.find(url.pathname);
  if (resource === null) return null;
  const version = url.searchParams.get(CACHE_KEY);
  if (version === null) return { resource, freshness: "unversioned" };
  return {
    resource,
    freshness: version === resource.hash || version === files.fingerprint() ? "immutable" : "outdated",
  };
}

async function answer(req: Request, url: URL, { resource, freshness }: Found): Promise<Response> {
  if (req.method !== "GET" && req.method !== "HEAD") return new Response("Method Not Allowed", { status: 405 });
  if (freshness === "outdated") {
    url.searchParams.delete(CACHE_KEY);
    return new Response(null, { status: 307, headers: { location: url.pathname + url.search } });
  }
  const etag = `W/"${resource.hash}"`;
  const headers = new Headers({
    "content-type": resource.type,
    "cache-control": freshness === "immutable" ? IMMUTABLE : UNVERSIONED,
    vary: resource.isCompressible ? "If-None-Match, Accept-Encoding" : "If-None-Match",
    etag,
  });
  if (matches(req.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const encoding = resource.isCompressible ? chooseEncoding(req.headers.get("accept-encoding")) : null;
  if (encoding) headers.set("content-encoding", encoding);
  return new Response(await resource.load(encoding), { headers });
}

/** Whether a list of entity tags holds `etag`, compared weakly. */
function matches(list: string | null, etag: string): boolean {
  if (list === null) return false;
  const bare = etag.replace("W/", "");
  return list.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace("W/", "") === bare);
}

/** The best encoding that the client takes; null for none. */
export function chooseEncoding(accepted: string | null): Encoding | null {
  const weights = new Map<string, number>();
  for (const part of (accepted ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)));
  }
  return ENCODINGS.find((name) => (weights.get(name) ?? weights.get("*") ?? 0) > 0) ?? null;
}
