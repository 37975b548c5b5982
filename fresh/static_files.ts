/** The middleware that serves scripts and static files. @module */

import { CLIENT_PREFIX } from "./build.ts";
import { getInternals, type Middleware } from "./context.ts";
import { CACHE_KEY } from "./shared.ts";
import type { Snapshot } from "./snapshot.ts";
import { type Encoding, ENCODINGS, type Resource } from "./static_folder.ts";

const IMMUTABLE = "public, max-age=31536000, immutable";

/** A middleware that answers GET and HEAD for the files of `static/` and of the build, and passes on the rest. */
export function staticFiles(): Middleware {
  return async (ctx) => {
    const { snapshot } = getInternals(ctx);
    const isRead = ctx.req.method === "GET" || ctx.req.method === "HEAD";
    const found = snapshot && isRead ? find(snapshot, ctx.url) : null;
    return found ? await answer(ctx.req, found) : await ctx.next();
  };
}

type Found = { resource: Resource; isImmutable: boolean };

function find({ client, files }: Snapshot, url: URL): Found | null {
  if (url.pathname.startsWith(CLIENT_PREFIX)) {
    const resource = client.files.get(url.pathname.slice(CLIENT_PREFIX.length));
    return resource ? { resource, isImmutable: true } : null;
  }
  const resource = files.find(url.pathname);
  if (resource === null) return null;
  const version = url.searchParams.get(CACHE_KEY);
  const isImmutable = version !== null && (version === resource.hash || version === files.fingerprint());
  return { resource, isImmutable };
}

async function answer(req: Request, { resource, isImmutable }: Found): Promise<Response> {
  const etag = `W/"${resource.hash}"`;
  const headers = new Headers({
    "content-type": resource.type,
    "cache-control": isImmutable ? IMMUTABLE : "no-cache",
    etag,
    "x-content-type-options": "nosniff",
  });
  if (resource.isCompressible) headers.set("vary", "Accept-Encoding");
  if (matches(req.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  const encoding = resource.isCompressible ? chooseEncoding(req.headers.get("accept-encoding")) : null;
  if (encoding) headers.set("content-encoding", encoding);
  const body = await resource.load(encoding);
  if (req.method !== "HEAD") return new Response(body, { headers });
  if (body instanceof ReadableStream) await body.cancel();
  // else the server would send a length of 0, which is not that of GET's answer
  if (body instanceof Uint8Array) headers.set("content-length", String(body.length));
  return new Response(null, { headers });
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
