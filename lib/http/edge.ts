/** Wraps the app: headers that belong on every response, compression, HEAD, wrong methods, the request log. @module */

import { csp } from "fresh";
import { errorResponse, publicError, toPublicError } from "./errors.ts";
import { API_LINK, COMMON_HEADERS } from "./headers.ts";
import { chooseEncoding, compress, isCompressible, isFinished, MIN_COMPRESSED_BYTES } from "./representation.ts";
import { methodResponse, preflightResponse, unknownPathResponse } from "./route.ts";
import { contentSecurityPolicy, isBehindTls, PAGE_HEADERS, STRICT_TRANSPORT } from "./security.ts";
import { type Note, noteOf, type Service, withNote } from "./state.ts";

/** Answers a request, as Deno.serve calls it. */
export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Response | Promise<Response>;

type Passage = { req: Request; info: Deno.ServeHandlerInfo; path: string; note: Note };

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");
const isMcp = (path: string) => path === "/mcp" || path === "/mcp/";

/** Methods that the framework routes; it fails on any other. */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

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
      response = await pass(service, handler, passage);
    } catch (error) {
      response = toFailure(service, error, passage);
    }
    // Merely to look at the headers of a finished response would cost as much as to make them.
    if (!isFinished(response)) response = await finish(service, inErrorShape(response, passage), passage);
    if (req.method === "HEAD") response = await dropBody(response);
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const { method } = req;
    service.counts.requests.add(passage.note.route, response.status, ms);
    const fields = { requestId: passage.note.requestId, method, path: passage.path.slice(0, 200) };
    service.log.info("request", { ...fields, status: response.status, ms });
    return response;
  };
}

function isDecodable(path: string): boolean {
  try {
    return !path.includes("%") || decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** What the app answers, or the refusal of a request that no route takes. */
function pass(service: Service, handler: Handler, passage: Passage): Response | Promise<Response> {
  const { req, info, path, note } = passage;
  if (path === "") return errorResponse(publicError("INVALID_PARAMETER", "The address of the request is malformed"));
  if (!isDecodable(path)) {
    if (isApi(path) && !service.router(path)) return unknownPathResponse(path);
    return errorResponse(publicError("INVALID_PARAMETER", "The path is not valid percent-encoding"));
  }
  if (!isApi(path) && /^\/api(\/|$)/i.test(path)) {
    return errorResponse(publicError("NOT_FOUND", "Paths are in lower case: /api/v1; see /docs"));
  }
  // The framework takes doubled slashes for one; the contract knows no such paths.
  if (/^\/+(api|mcp)(\/|$)/.test(path) && path.includes("//")) return unknownPathResponse(path);
  if (isMcp(path)) return METHODS.has(req.method) ? handler(req, info) : methodResponse(req.method, "POST, OPTIONS");
  // The framework drops the body of its answer to HEAD, and with it the length that HEAD is to tell.
  if (req.method === "HEAD") return handler(withNote(new Request(req.url, { headers: req.headers }), note), info);
  if (req.method === "GET") return handler(req, info);
  if (!isApi(path)) return refuseMethod(handler, passage);
  if (METHODS.has(req.method)) return handler(req, info);
  return service.router(path) ? methodResponse(req.method) : unknownPathResponse(path);
}

function toFailure(service: Service, error: unknown, { path, note }: Passage): Response {
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

const noncePolicy = csp({ useNonce: true });

/** The nonce of the inline scripts and styles of a page; null for HTML that the framework did not render. Its policy tells it. */
async function readNonce(page: Response): Promise<string | null> {
  const ctx = { next: () => Promise.resolve(page) } as unknown as Parameters<typeof noncePolicy>[0];
  const { headers } = await noncePolicy(ctx);
  return /'nonce-([^']+)'/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? null;
}

const isHtml = ({ headers }: Response) => headers.get("content-type")?.startsWith("text/html") ?? false;

async function finish(service: Service, answered: Response, passage: Passage): Promise<Response> {
  const { req, path, note } = passage;
  // read before the body is encoded: a copy of the response does not have it
  const nonce = isHtml(answered) ? await readNonce(answered) : null;
  const response = await encodeBody(answered, req);
  const { headers } = response;
  for (const [name, value] of Object.entries(COMMON_HEADERS)) headers.set(name, value);
  headers.set("x-request-id", note.requestId);
  if (isApi(path)) headers.set("link", API_LINK);
  else if (isHtml(response)) setPageHeaders(service, headers, { ...passage, nonce });
  return response;
}

type Page = Passage & { nonce: string | null };

function setPageHeaders(service: Service, headers: Headers, { req, info, nonce }: Page): void {
  headers.set("content-security-policy", contentSecurityPolicy(nonce));
  for (const [name, value] of PAGE_HEADERS) headers.set(name, value);
  if (isBehindTls(req, { peer: info.remoteAddr, config: service.config })) {
    headers.set("strict-transport-security", STRICT_TRANSPORT);
  }
}

/** The response with headers that can be changed, compressed when that is worth it. */
async function encodeBody(response: Response, req: Request): Promise<Response> {
  const headers = new Headers(response.headers);
  const init = { status: response.status, statusText: response.statusText, headers };
  if (!response.body) return new Response(null, init);
  const isFixed = headers.has("content-encoding") || headers.get("cache-control")?.includes("no-transform");
  const canPack = !isFixed && isCompressible(headers.get("content-type"));
  if (canPack) addVary(headers, "Accept-Encoding");
  const encoding = canPack ? chooseEncoding(req.headers.get("accept-encoding")) : null;
  if (!encoding) return new Response(response.body, init);
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length >= MIN_COMPRESSED_BYTES) {
    headers.set("content-encoding", encoding);
    headers.delete("content-length");
    const etag = headers.get("etag");
    // The bytes differ by coding, so a tag over them is weak.
    if (etag?.startsWith('"')) headers.set("etag", `W/${etag}`);
    bytes = await compress(bytes, { encoding, effort: 1 });
  }
  return new Response(bytes, init);
}

/** The answer to HEAD: the length of the body in its place. */
async function dropBody(response: Response): Promise<Response> {
  const { status, body, headers } = response;
  if (body === null) return response;
  // else the server would send a length of 0, which is not that of GET's answer
  if (headers.has("content-length")) await body.cancel();
  else headers.set("content-length", String((await response.arrayBuffer()).byteLength));
  return new Response(null, { status, headers });
}

function addVary(headers: Headers, name: string): void {
  const vary = headers.get("vary");
  if (!vary) headers.set("vary", name);
  else if (!vary.toLowerCase().split(/\s*,\s*/).includes(name.toLowerCase())) headers.set("vary", `${vary}, ${name}`);
}
