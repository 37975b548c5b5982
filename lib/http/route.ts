/** An operation as an HTTP route: without it every endpoint would decode, count, cache and refuse by itself. @module */

import { DomainError } from "../domain/errors.ts";
import { answer, answerText, type DataState, type Operation, parseInput } from "../operations/mod.ts";
import { errorResponse, publicError, toPublicError } from "./errors.ts";
import { fingerprint, toEtag } from "./etag.ts";
import { chooseFormat, type Format, formatHeaders, formatsOf, formatText } from "./formats.ts";
import { API_LINK, type HeaderRecord } from "./headers.ts";
import { parseQuery, readPath, readQuery, refuseLongQuery } from "./query.ts";
import { quotaHeaders } from "./quota.ts";
import { type Representation, respond, toRepresentation } from "./representation.ts";
import type { Service } from "./service.ts";
import { toStateKey } from "./state_key.ts";
import type { Ctx } from "./state.ts";

/** Methods of the API, as `Allow` lists them. */
export const READ_METHODS = "GET, HEAD, OPTIONS";

/** An operation with the headers that all its answers of a form have. */
type Route = { operation: Operation; offered: readonly Format[]; headers: Record<string, HeaderRecord> };

/** A question as it was asked, read and checked. */
type Question = { input: unknown; format: Format; key: string };

function toRoute(operation: Operation): Route {
  const offered = formatsOf(operation);
  const common = {
    "cache-control": `public, max-age=${operation.cacheS}, stale-while-revalidate=300`,
    link: API_LINK,
    vary: offered.length > 1 ? "Accept, Accept-Encoding" : "Accept-Encoding",
  };
  const headers = offered.map((format) => [format, { ...formatHeaders(operation, format), ...common }]);
  return { operation, offered, headers: Object.fromEntries(headers) };
}

function readQuestion({ operation, offered }: Route, ctx: Ctx): Question {
  refuseLongQuery(ctx.url.search);
  const query = parseQuery(ctx.url.search);
  const inPath = operation.pathParams.length > 0 ? readPath(operation.path, ctx.url.pathname) : null;
  const input = parseInput(
    operation,
    (param) => inPath?.get(param.name) ?? readQuery(query, param),
    ({ name }) => inPath?.get(name) ?? query.get(name)?.[0],
  );
  const format = chooseFormat(offered, query, ctx.req.headers.get("accept"));
  const minute = operation.usesClock(input) ? Math.floor(ctx.state.service.clock().getTime() / 60_000) : "";
  return { input, format, key: `${operation.id} ${format} ${minute} ${JSON.stringify(input)}` };
}

/** Operations that ask the database for every answer: worth keeping at once, and asking once for all who wait. */
const FROM_SQL = new Set(["priceHistory", "brandTrends"]);

function represent({ headers }: Route, { format, key }: Question, made: { text: string; state: DataState }) {
  const state = toStateKey(made.state);
  const print = fingerprint(`${state}\n${key}`);
  return {
    representation: toRepresentation(made.text, { etag: toEtag(print), headers: headers[format] }),
    state,
    print,
  };
}

async function makeAnswer(route: Route, service: Service, question: Question) {
  const { body, state } = await answer(route.operation, service.deps, question.input);
  return represent(route, question, { text: formatText(route.operation, body, question.format), state });
}

/** The answer at hand; else, where parts are at hand, one put together from them at once. */
function findAnswer(route: Route, service: Service, question: Question): Representation | Promise<Representation> {
  const { cache, deps } = service;
  const make = () => makeAnswer(route, service, question);
  const snapshot = deps.snapshots.current();
  // Cold, the revision is known only to the database, and asking it costs as much as the answer.
  if (!snapshot) return make().then(({ representation }) => representation);
  const state = toStateKey(snapshot);
  const kept = cache.get(state, question.key);
  if (kept) return kept;
  if (FROM_SQL.has(route.operation.id)) return cache.make(state, question.key, make);
  const ready = question.format === "json" ? answerText(route.operation, deps, question.input) : null;
  if (ready) return cache.offer(state, question.key, represent(route, question, ready));
  return make().then((made) => cache.offer(state, question.key, made));
}

async function answerQuestion(route: Route, ctx: Ctx, own: HeaderRecord): Promise<Response> {
  const question = readQuestion(route, ctx);
  const startedAt = performance.now();
  const found = findAnswer(route, ctx.state.service, question);
  const representation = found instanceof Promise ? await found : found;
  own["server-timing"] = `data;dur=${(performance.now() - startedAt).toFixed(2)}`;
  return respond(ctx.req, representation, own);
}

/** The error of a failed request; what is not the caller's fault is logged with the request id. */
export function failureResponse(error: unknown, ctx: Ctx, headers: HeaderRecord = {}): Response {
  const told = toPublicError(error, ctx.state.requestId);
  const fields = { requestId: ctx.state.requestId, path: ctx.url.pathname.slice(0, 200), error };
  if (told.code === "INTERNAL_ERROR") ctx.state.service.log.error("Request failed", fields);
  else if (!(error instanceof DomainError)) ctx.state.service.log.warn("Database unavailable", fields);
  return errorResponse(told, headers);
}

/** The answer to a preflight: any page may read, with whatever headers; free of quota. */
export function preflightResponse(): Response {
  const headers = {
    allow: READ_METHODS,
    "access-control-allow-methods": READ_METHODS,
    "access-control-allow-headers": "*",
    "access-control-max-age": "86400",
  };
  return new Response(null, { status: 204, headers });
}

/** The refusal of a method on a known path. */
export function methodResponse(method: string): Response {
  const message = `Method ${method.slice(0, 20)} is not allowed here; expected ${READ_METHODS}`;
  return errorResponse(publicError("METHOD_NOT_ALLOWED", message), { allow: READ_METHODS });
}

/** The handler of an operation's route for all methods: path, method, quota, parameters, resource, in this order. */
// Each operation is run only with what its own `input` parsed.
// deno-lint-ignore no-explicit-any
export function httpRoute(operation: Operation<any, unknown>): (ctx: Ctx) => Promise<Response> {
  const route = toRoute(operation);
  return async (ctx) => {
    const { method } = ctx.req;
    if (method === "OPTIONS") return preflightResponse();
    if (method !== "GET" && method !== "HEAD") return methodResponse(method);
    const taken = ctx.state.service.quota.take("rest", ctx.req, ctx.info);
    const decision = taken instanceof Promise ? await taken : taken;
    const counted = quotaHeaders(decision);
    if (decision && !decision.isAllowed) {
      const message = `Limit of ${decision.limit} requests a minute reached; try again in ${decision.afterS} s`;
      return errorResponse(publicError("RATE_LIMITED", message), counted);
    }
    try {
      return await answerQuestion(route, ctx, counted);
    } catch (error) {
      return failureResponse(error, ctx, counted);
    }
  };
}

/** The refusal of a path that does not exist. */
export function unknownPathResponse(path: string): Response {
  const shown = path.length > 200 ? `${path.slice(0, 200)}…` : path;
  return errorResponse(publicError("NOT_FOUND", `Nothing is at ${shown}; see /docs`));
}

/** The handler of paths below `/api` that do not exist. */
export function unknownPath(ctx: Ctx): Response {
  return unknownPathResponse(ctx.url.pathname);
}
