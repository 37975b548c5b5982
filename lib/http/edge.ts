/** Wraps the app: headers that belong on every response, compression, HEAD, wrong methods, the request log. @module */

import { errorResponse, publicError, toPublicError } from "./errors.ts";
import { API_LINK, COMMON_HEADERS } from "./headers.ts";
import { chooseEncoding, compress, isCompressible, isFinished, MIN_COMPRESSED_BYTES } from "./representation.ts";
import { methodResponse, preflightResponse, unknownPathResponse } from "./route.ts";
import { contentSecurityPolicy, isBehindTls, PAGE_HEADERS, STRICT_TRANSPORT } from "./security.ts";
import { type Note, noteOf, type Service } from "./state.ts";

/** Answers a request, as Deno.serve calls it. */
export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

type Passage = { req: Request; info: Deno.ServeHandlerInfo; path: string; note: Note };

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");
const isMcp = (path: string) => path === "/mcp" || path === "/mcp/";

/** Paths that know their methods themselves. */
const knowsMethods = (path: string) => isApi(path) || isMcp(path);

/** The path of a request; null when its address (a forged Host, for one) is none. */
function toPath({ url }: Request): string | null {
  // Nearly every address is plain, and needs no parser to find where its path begins and ends.
  const plain = /^https?:\/\/[\w.:-]+(\/[\w/-]*)(?:\?|$)/.exec(url)?.[1];
  if (plain !== undefined && !plain.startsWith("//")) return plain;
  return URL.canParse(url) ? new URL(url).pathname : null;
}

/**
 * Wraps an app: request id, version, CORS, nosniff and security headers on every response, compression, HEAD, 405, the last
 * resort for what was thrown, and one log line per request.
 */
export function withEdge(service: Service, handler: Handler): Handler {
  return async (req, info) => {
    const startedAt = performance.now();
    const passage: Passage = { req, info, path: toPath(req) ?? "", note: noteOf(req) };
    let response: Response;
    try {
      response = await pass(handler, passage);
    } catch (error) {
      response = toFailure(service, error, passage);
    }
    // Merely to look at the headers of a finished response would cost as much as to make them.
    if (!isFinished(response)) response = await finish(service, inErrorShape(response, passage), passage);
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const { method } = req;
    const fields = { requestId: passage.note.requestId, method, path: passage.path.slice(0, 200) };
    service.log.info("request", { ...fields, status: response.status, ms });
    return response;
  };
}

/** What the app answers, or the refusal of a request that no route takes. */
function pass(handler: Handler, passage: Passage): Response | Promise<Response> {
  const { req, info, path } = passage;
  if (path === "") return errorResponse(publicError("INVALID_PARAMETER", "The address of the request is malformed"));
  if (!isApi(path) && /^\/api(\/|$)/i.test(path)) {
    return errorResponse(publicError("NOT_FOUND", "Paths are in lower case: /api/v1; see /docs"));
  }
  const isWrite = req.method !== "GET" && req.method !== "HEAD";
  return isWrite && !knowsMethods(path) ? refuseMethod(handler, passage) : handler(req, info);
}

function toFailure(service: Service, error: unknown, { path, note }: Passage): Response {
  if (error instanceof URIError) {
    return errorResponse(publicError("INVALID_PARAMETER", "The path is not valid percent-encoding"));
  }
  service.log.error("Request failed", { requestId: note.requestId, path: path.slice(0, 200), error });
  return errorResponse(toPublicError(error, note.requestId));
}

/** The framework answers by itself, as text, what a middleware threw and paths that its patterns leave out (`/api/v1/`). */
function inErrorShape(response: Response, { path, note }: Passage): Response {
  const { status } = response;
  if (!isApi(path) || status < 400 || response.headers.get("content-type")?.startsWith("application/json")) {
    return response;
  }
  if (status === 404) return unknownPathResponse(path);
  return errorResponse(toPublicError(new Error(`Status ${status}`), note.requestId));
}

/** Pages and documents are read only: a HEAD finds out whether there is anything to refuse a method on. */
async function refuseMethod(handler: Handler, { req, info }: Passage): Promise<Response> {
  const probe = await handler(new Request(req.url, { method: "HEAD" }), info);
  await probe.body?.cancel();
  if (probe.status === 404) return errorResponse(publicError("NOT_FOUND", "Nothing is at this path"));
  return req.method === "OPTIONS" ? preflightResponse() : methodResponse(req.method);
}

async function finish(service: Service, answered: Response, passage: Passage): Promise<Response> {
  const { req, path, note } = passage;
  const response = await encodeBody(answered, req);
  const { headers } = response;
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  headers.set("x-request-id", note.requestId);
  if (isApi(path)) headers.set("link", API_LINK);
  else if (headers.get("content-type")?.startsWith("text/html")) setPageHeaders(service, headers, passage);
  return response;
}

function setPageHeaders(service: Service, headers: Headers, { req, info, note }: Passage): void {
  headers.set("content-security-policy", contentSecurityPolicy(note.nonce));
  for (const [name, value] of PAGE_HEADERS) headers.set(name, value);
  if (isBehindTls(req, { peer: info.remoteAddr, config: service.config })) {
    headers.set("strict-transport-security", STRICT_TRANSPORT);
  }
}

/** The response with headers that can be changed, compressed when that is worth it, and on HEAD its length in place of its body. */
async function encodeBody(response: Response, req: Request): Promise<Response> {
  const headers = new Headers(response.headers);
  const init = { status: response.status, statusText: response.statusText, headers };
  if (!response.body) return new Response(null, init);
  const isFixed = headers.has("content-encoding") || headers.get("cache-control")?.includes("no-transform");
  const canPack = !isFixed && isCompressible(headers.get("content-type"));
  if (canPack) addVary(headers, "Accept-Encoding");
  const encoding = canPack ? chooseEncoding(req.headers.get("accept-encoding")) : null;
  const isHead = req.method === "HEAD";
  if (!encoding && !isHead) return new Response(response.body, init);
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (encoding && bytes.length >= MIN_COMPRESSED_BYTES) {
    headers.set("content-encoding", encoding);
    headers.delete("content-length");
    const etag = headers.get("etag");
    // The bytes differ by coding, so a tag over them is weak.
    if (etag?.startsWith('"')) headers.set("etag", `W/${etag}`);
    bytes = await compress(bytes, { encoding, effort: 1 });
  }
  if (!isHead) return new Response(bytes, init);
  // else the server would send a length of 0, which is not that of GET's answer
  headers.set("content-length", String(bytes.length));
  return new Response(null, init);
}

function addVary(headers: Headers, name: string): void {
  const vary = headers.get("vary");
  if (!vary) headers.set("vary", name);
  else if (!vary.toLowerCase().split(/\s*,\s*/).includes(name.toLowerCase())) headers.set("vary", `${vary}, ${name}`);
}
