/** Wraps the app: headers that belong on every response, compression, HEAD, wrong methods, the request log. @module */

import { setTimeout as delay } from "node:timers/promises";
import { andThen, type Eventual, orElse } from "../shared/eventual.ts";
import { traffic } from "../platform/traffic.ts";
import { BusyError, DomainError } from "../domain/errors.ts";
import { errorResponse, publicError } from "./errors.ts";
import { API_LINK, COMMON_HEADERS } from "./headers.ts";
import { chooseEncoding, compress, isCompressible, isFinished, MIN_COMPRESSED_BYTES } from "./representation.ts";
import { plainPage } from "./plain_page.ts";
import { MAX_QUERY_LENGTH } from "./query.ts";
import { failureResponse, methodResponse, preflightResponse, unknownPathResponse } from "./route.ts";
import { isHtml, withPolicy } from "./page_cache.ts";
import { countPage, showPageCount } from "./page_quota.ts";
import { isBehindTls, PAGE_HEADERS, STRICT_TRANSPORT } from "./security.ts";
import { type Endpoint, noteOf, type RequestParts, type Service, withNote } from "./state.ts";

/** Answers a request, as Deno.serve calls it. */
export type Handler = (req: Request, info: Deno.ServeHandlerInfo) => Eventual<Response>;

/** What answers behind the edge: pages and documents, and `/mcp`. */
type Inner = { app: Handler; mcp: Endpoint };

const isApi = (path: string) => path === "/api" || path.startsWith("/api/");
const isMcp = (path: string) => path === "/mcp" || path === "/mcp/";

/** How long the refusal of a busy service is held back. */
const REFUSAL_WAIT_MS = 1_000;

/** Methods that the framework routes; it fails on any other. */
const METHODS = new Set(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"]);

// Nearly every address is plain, and needs no parser to find where its path and its query begin.
const PLAIN_ADDRESS = /^https?:\/\/[\w.:-]+(\/(?!\/)[\w/-]*)(\?[\w=&.,:;%+~*@$-]*)?$/;

/** Path and query of an address; an empty path when it (a forged Host, for one) is none. */
function splitAddress(address: string): { path: string; search: string } {
  const plain = PLAIN_ADDRESS.exec(address);
  if (plain) return { path: plain[1]!, search: plain[2] ?? "" };
  const url = URL.parse(address);
  return { path: url?.pathname ?? "", search: url?.search ?? "" };
}

/**
 * Wraps an app: operations by their path, request id, version, CORS, nosniff and security headers on every response,
 * compression, HEAD, 405, the last resort for what was thrown, and one log line per request.
 */
export function withEdge(service: Service, inner: Inner): Handler {
  return (req, info) => {
    const startedAt = performance.now();
    traffic.requests++;
    const { path, search } = splitAddress(req.url);
    const note = noteOf(req);
    const asked: RequestParts = { req, info, path, search, requestId: note.requestId };
    const answered = orElse(() => answer(service, inner, asked), (error) => toFailure(service, error, asked));
    const due = andThen(answered, (response) => note.reason instanceof BusyError ? holdBack(response) : response);
    return andThen(andThen(due, (response) => complete(service, response, asked)), (response) => {
      const { status } = response;
      const ms = Math.round((performance.now() - startedAt) * 100) / 100;
      service.counts.requests.add(note.route, status, ms);
      traffic.answered++;
      if (status === 503) logUnavailable(service, asked);
      // no address and no query: they say who asked, and where people are
      const fields = { requestId: note.requestId, method: req.method, path: path.slice(0, 200), status, ms };
      if (note.compressionError) {
        service.log.warn("A body could not be compressed", { ...fields, error: note.compressionError });
      }
      if (service.config.accessLog) service.log.info("request", fields);
      return response;
    });
  };
}

/** The refusal of a busy service after a second: a client that asks again at once takes nothing from the others. */
async function holdBack(response: Response): Promise<Response> {
  await delay(REFUSAL_WAIT_MS);
  return response;
}

/** The response with all that is still missing; merely to look at the headers of a finished one would cost as much as to make them. */
function complete(service: Service, response: Response, asked: RequestParts): Eventual<Response> {
  const finished = isFinished(response) ? response : finish(service, response, asked);
  return asked.req.method === "HEAD" ? andThen(finished, dropBody) : finished;
}

function isDecodable(path: string): boolean {
  try {
    return !path.includes("%") || decodeURIComponent(path) !== "";
  } catch {
    return false;
  }
}

/** What the operation of the path answers, else the app, or the refusal of a request that neither takes. */
function answer(service: Service, { app, mcp }: Inner, asked: RequestParts): Eventual<Response> {
  const { req, path, search } = asked;
  if (path === "") return errorResponse(publicError("INVALID_PARAMETER", "The address of the request is malformed"));
  const endpoint = service.router(path);
  if (!isDecodable(path) && (endpoint || !isApi(path))) {
    return errorResponse(publicError("INVALID_PARAMETER", "The path is not valid percent-encoding"));
  }
  if (endpoint) return endpoint(service, asked);
  if (isApi(path) || /^\/data\/[^/]+$/.test(path)) return unknownPathResponse(path);
  if (/^\/api(\/|$)/i.test(path)) {
    return errorResponse(publicError("NOT_FOUND", "Paths are in lower case: /api/v1; see /docs"));
  }
  // The framework takes doubled slashes for one; the contract knows no such paths.
  if (/^\/+(api|mcp)(\/|$)/.test(path) && path.includes("//")) return unknownPathResponse(path);
  // before the app parses it: no page has so long a question
  if (!isMcp(path) && search.length > MAX_QUERY_LENGTH) return plainPage("tooLong", { path, status: 414 });
  if (isMcp(path)) return METHODS.has(req.method) ? mcp(service, asked) : methodResponse(req.method, "POST, OPTIONS");
  const refusal = countPage(service, asked);
  const page = refusal ?? answerPage(service, app, asked);
  return andThen(page, (response) => showPageCount(response, noteOf(req).decision));
}

/** What the app answers, or has answered lately. */
function answerPage(service: Service, app: Handler, asked: RequestParts): Eventual<Response> {
  const { req, info } = asked;
  // The framework drops the body of its answer to HEAD, and with it the length that HEAD is to tell.
  if (req.method === "HEAD") {
    return app(withNote(new Request(req.url, { headers: req.headers }), noteOf(req)), info);
  }
  if (req.method !== "GET") return refuseMethod(app, asked);
  const snapshot = service.deps.snapshots.current();
  return service.pages.find(req.url, { snapshot, note: noteOf(req), render: async () => await app(req, info) });
}

function toFailure(service: Service, error: unknown, { req, path }: RequestParts): Response {
  return failureResponse(error, { req, path, log: service.log });
}

/** A 503 always has its reason in the log: a fault of the database in full, our own refusals in their words. */
function logUnavailable({ log }: Service, { req, path, requestId }: RequestParts): void {
  const { reason } = noteOf(req);
  const fields = { requestId, path: path.slice(0, 200) };
  const isOurs = reason instanceof DomainError;
  if (reason instanceof Error && !isOurs) log.warn("Database unavailable", { ...fields, error: reason });
  else log.info("Unavailable", { ...fields, reason: isOurs ? reason.message : reason });
}

/** Pages and documents are read only: a HEAD finds out whether there is anything to refuse a method on. */
async function refuseMethod(app: Handler, { req, info }: RequestParts): Promise<Response> {
  const probe = await app(new Request(req.url, { method: "HEAD" }), info);
  await probe.body?.cancel();
  if (probe.status === 404) return errorResponse(publicError("NOT_FOUND", "Nothing is at this path"));
  return req.method === "OPTIONS" ? preflightResponse() : methodResponse(req.method);
}

async function finish(service: Service, answered: Response, asked: RequestParts): Promise<Response> {
  const { req, path, requestId } = asked;
  // before the body is encoded: a copy of the response does not have the nonce
  const response = await encodeBody(await withPolicy(answered), req);
  const { headers } = response;
  for (const [name, value] of COMMON_HEADERS) headers.set(name, value);
  headers.set("x-request-id", requestId);
  if (response.status >= 400 && !headers.get("cache-control")?.includes("no-store")) {
    headers.set("cache-control", "no-store");
  }
  if (isApi(path)) headers.set("link", API_LINK);
  else if (isHtml(response)) setPageHeaders(service, headers, asked);
  return response;
}

function setPageHeaders(service: Service, headers: Headers, { req, info }: RequestParts): void {
  for (const [name, value] of PAGE_HEADERS) headers.set(name, value);
  if (isBehindTls(req, { peer: info.remoteAddr, config: service.config })) {
    headers.set("strict-transport-security", STRICT_TRANSPORT);
  }
}

/** The response, compressed when that is worth it. */
async function encodeBody(response: Response, req: Request): Promise<Response> {
  const { headers, status, statusText } = response;
  const isFixed = headers.has("content-encoding") || headers.get("cache-control")?.includes("no-transform");
  // a body that is looked at becomes a stream, which costs more to send
  if (isFixed || !isCompressible(headers.get("content-type")) || !response.body) return response;
  addVary(headers, "Accept-Encoding");
  const encoding = chooseEncoding(req.headers.get("accept-encoding"));
  if (!encoding) return response;
  let bytes = new Uint8Array(await response.arrayBuffer());
  if (bytes.length >= MIN_COMPRESSED_BYTES) {
    try {
      bytes = await compress(bytes, { encoding, effort: 1 });
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

function addVary(headers: Headers, name: string): void {
  const vary = headers.get("vary");
  if (!vary) headers.set("vary", name);
  else if (!vary.toLowerCase().split(",").some((listed) => listed.trim() === name.toLowerCase())) {
    headers.set("vary", `${vary}, ${name}`);
  }
}
