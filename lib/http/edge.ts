/** Wraps the app: headers that belong on every response, compression, HEAD, wrong methods, the request log. @module */

import { setTimeout as delay } from "node:timers/promises";
import { chooseEncoding, compress, isCompressible, MIN_COMPRESSED_BYTES } from "../platform/content_coding.ts";
import { splitAddress } from "../platform/split_address.ts";
import { traffic } from "../platform/traffic.ts";
import { requestInProgress } from "../platform/uncaught_errors.ts";
import { BusyError, DomainError } from "../domain/errors.ts";
import { DEVICE_PATH, isEmbedPath } from "../shared/site/paths.ts";
import { describeError } from "../operations/mod.ts";
import { errorResponse, publicError } from "./errors.ts";
import { API_LINK, COMMON_HEADERS } from "./headers.ts";
import { isFinished, LEVELS } from "./representation.ts";
import { plainPage } from "./plain_page.ts";
import { decodePercent, MAX_QUERY_LENGTH } from "./query.ts";
import { failureResponse, isForPrograms, methodResponse, preflightResponse, unknownPathResponse } from "./route.ts";
import { isHtml, withPolicy } from "./page_cache.ts";
import { countPage, showPageCount } from "./page_quota.ts";
import { allowFrames, isBehindTls, PAGE_HEADERS, STRICT_TRANSPORT } from "./security.ts";
import { noteOf, type RequestParts, type Service, withNote } from "./state.ts";

/** Answers a request, as Deno.serve calls it. */
export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Promise<Response>;

/** The status of a response, and how long it took. */
type Sent = { status: number; ms: number };

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");

/** How long the refusal of a busy service waits: a client that retries at once takes nothing from the others. */
const REFUSAL_WAIT_MS = 1_000;

/** Methods that the framework routes; it fails on any other. */
const METHODS = new Set(["GET", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

/**
 * Wraps an app: request id, version, CORS, nosniff and security headers on every response, compression, HEAD, 405 of pages,
 * the last resort for what was thrown, and one log line per request.
 */
export function withEdge(service: Service, app: Handler): Handler {
  return async (req, info) => {
    const startedAt = performance.now();
    traffic.requests++;
    const { path, search } = splitAddress(req.url);
    const note = noteOf(req);
    const parts: RequestParts = { service, req, info, path, search, requestId: note.requestId };
    note.parts = parts;
    let answered: Response;
    try {
      answered = await requestInProgress.run(note.requestId, answer, service, app, parts);
    } catch (error) {
      // the router fails on a parameter that it cannot decode; all else is a failure of ours
      answered = error instanceof URIError ? undecodable() : failureResponse(error, { req, path, log: service.log });
    }
    if (note.reason instanceof BusyError) await delay(REFUSAL_WAIT_MS);
    // finished responses are left as they are: reading their headers is slow
    const finished = isFinished(answered) ? answered : await finish(service, answered, parts);
    const response = req.method === "HEAD" ? await dropBody(finished) : finished;
    const ms = Math.round((performance.now() - startedAt) * 100) / 100;
    const sent = { status: response.status, ms };
    countRequest(service, parts, sent);
    traffic.answered++;
    logRequest(service, parts, sent);
    return response;
  };
}

/** Adds a request to the metrics. `other` stands for names that clients could invent: of methods, files and unknown paths. */
function countRequest({ metrics }: Service, { req }: RequestParts, { status, ms }: Sent): void {
  const { method } = req;
  const labels = {
    method: METHODS.has(method) || method === "HEAD" ? method : "other",
    route: noteOf(req).route ?? "other",
    status_code: status,
  };
  metrics.requests.observe(labels, ms / 1000);
}

/** No address and no query: they say who the client is, and where people are. */
function logRequest(service: Service, parts: RequestParts, { status, ms }: Sent): void {
  const { req, path, requestId } = parts;
  if (status === 503) logUnavailable(service, parts);
  const fields = { requestId, method: req.method, path: path.slice(0, 200), status, ms };
  const { compressionError } = noteOf(req);
  if (compressionError) service.log.warn("A body could not be compressed", { ...fields, error: compressionError });
  if (service.config.accessLog) service.log.info("request", fields);
}

function undecodable(): Response {
  return errorResponse(publicError("INVALID_PARAMETER", "The path is not valid percent-encoding"));
}

/** Refuses addresses that the framework would mend: it takes doubled slashes for one, and a slash at the end for none. */
function refuseAddress(path: string): Response | null {
  if (path === "") return errorResponse(publicError("INVALID_PARAMETER", "The address of the request is malformed"));
  if (isApi(path)) return path.includes("//") || path.endsWith("/") ? unknownPathResponse(path) : null;
  if (decodePercent(path) === null) return undecodable();
  if (/^\/api(\/|$)/i.test(path)) {
    return errorResponse(publicError("NOT_FOUND", "Paths are in lower case: /api/v1; see /docs"));
  }
  return /^\/+(api|mcp)(\/|$)/.test(path) && path.includes("//") ? unknownPathResponse(path) : null;
}

/** The response of the app, or the refusal of an address or a page. */
function answer(service: Service, app: Handler, parts: RequestParts): Response | Promise<Response> {
  const { req, info, path, search } = parts;
  const refusal = refuseAddress(path);
  if (refusal) return refusal;
  if (isForPrograms(path)) return app(toRoutable(req), info);
  // before the app parses it: no page has so long a question
  if (search.length > MAX_QUERY_LENGTH) return plainPage("tooLong", { path, status: 414 });
  const isSlashed = path !== "/" && path.endsWith("/") && !path.startsWith("/.");
  if (isSlashed && (req.method === "GET" || req.method === "HEAD")) return redirectPage(path, search);
  return answerPage(service, app, parts);
}

/** A page has one address, without a slash at its end; below `/.well-known` there are none. */
function redirectPage(path: string, search: string): Response {
  const location = path.replace(/\/\/+/g, "/").replace(/(.)\/$/, "$1") + search;
  return new Response(null, { status: 308, headers: { location } });
}

/**
 * The request as the framework takes it. The answer to HEAD is made as GET's is, since the framework would drop its body and so its
 * length; a method that the framework does not route is as wrong as PATCH.
 */
function toRoutable(req: Request): Request {
  if (METHODS.has(req.method)) return req;
  const method = req.method === "HEAD" ? "GET" : "PATCH";
  return withNote(new Request(req.url, { method, headers: req.headers }), noteOf(req));
}

/** The page of the app or of the cache, or its refusal, with the count of the client's pages. */
async function answerPage(service: Service, app: Handler, parts: RequestParts): Promise<Response> {
  const { req } = parts;
  const page = countPage(service, parts) ?? await findPage(service, app, parts);
  return showPageCount(page, noteOf(req).decision);
}

function findPage(service: Service, app: Handler, parts: RequestParts): Promise<Response> {
  const { req, info, path } = parts;
  if (path === DEVICE_PATH) return app(toRoutable(req), info);
  if (req.method === "HEAD") return app(toRoutable(req), info);
  if (req.method !== "GET") return refuseMethod(app, parts);
  const snapshot = service.deps.snapshots.current();
  return service.pages.find(req.url, { snapshot, note: noteOf(req), render: () => app(req, info) });
}

/** A 503 always has its reason in the log, in one line: a fault of the database, or our own refusal. */
function logUnavailable({ log }: Service, { req, path, requestId }: RequestParts): void {
  const { reason: error } = noteOf(req);
  const reason = error instanceof Error ? describeError(error) : error;
  const fields = { requestId, path: path.slice(0, 200), reason };
  if (error instanceof Error && !(error instanceof DomainError)) log.warn("Database unavailable", fields);
  else log.info("Unavailable", fields);
}

/** Pages and documents are read only: a HEAD finds out whether there is anything to refuse a method on. */
async function refuseMethod(app: Handler, { req, info }: RequestParts): Promise<Response> {
  const probe = await app(withNote(new Request(req.url, { method: "HEAD" }), noteOf(req)), info);
  await probe.body?.cancel();
  if (probe.status === 404) return errorResponse(publicError("NOT_FOUND", "Nothing is at this path"));
  return req.method === "OPTIONS" ? preflightResponse() : methodResponse(req.method);
}

async function finish(service: Service, answered: Response, parts: RequestParts): Promise<Response> {
  const { req, path, requestId } = parts;
  // before the body is encoded: a copy of the response does not have the nonce
  const response = await encodeBody(await withPolicy(answered), req);
  const { headers } = response;
  for (const [name, value] of COMMON_HEADERS) headers.set(name, value);
  headers.set("x-request-id", requestId);
  if (response.status >= 400 && !headers.get("cache-control")?.includes("no-store")) {
    headers.set("cache-control", "no-store");
  }
  if (isApi(path)) headers.set("link", API_LINK);
  else if (isHtml(response)) setPageHeaders(service, headers, parts);
  return response;
}

function setPageHeaders(service: Service, headers: Headers, { req, info, path }: RequestParts): void {
  for (const [name, value] of PAGE_HEADERS) headers.set(name, value);
  if (isEmbedPath(path)) allowFrames(headers);
  if (isBehindTls(req, { peer: info.remoteAddr, config: service.config })) {
    headers.set("strict-transport-security", STRICT_TRANSPORT);
  }
}

async function encodeBody(response: Response, req: Request): Promise<Response> {
  const { headers, status, statusText } = response;
  const isFixed = headers.has("content-encoding") || headers.get("cache-control")?.includes("no-transform");
  // a body that is looked at becomes a stream, which costs more to send
  if (isFixed || !isCompressible(headers.get("content-type")) || !response.body) return response;
  if (!/accept-encoding/i.test(headers.get("vary") ?? "")) headers.append("vary", "Accept-Encoding");
  const encoding = chooseEncoding(req.headers.get("accept-encoding"));
  if (!encoding) return response;
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length >= MIN_COMPRESSED_BYTES) {
    try {
      bytes = await compress(bytes, { encoding, level: LEVELS[encoding][1] });
      headers.set("content-encoding", encoding);
    } catch (error) {
      noteOf(req).compressionError = error;
    }
    headers.delete("content-length");
    const etag = headers.get("etag");
    // The bytes differ by coding, so a tag over them is weak.
    if (etag?.startsWith('"')) headers.set("etag", `W/${etag}`);
  }
  return new Response(bytes, { status, statusText, headers });
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
