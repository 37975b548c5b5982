/** Serves operations over HTTP as route handlers: quota, parameters, response. @module */

import { HttpError } from "fresh";
import pLimit from "p-limit";
import { BusyError, DomainError } from "../domain/errors.ts";
import { isTooDeep, MAX_DEPTH } from "../domain/json_depth.ts";
import { jsonFormsOf } from "../domain/params.ts";
import {
  type AnyOperation,
  type Format,
  pathParamsOf,
  readAnswer,
} from "../operations/operation.ts";
import { formParamsOf, type Param, paramsOf, parseInput } from "../operations/input.ts";
import { BODY_LIMITS } from "../platform/limits.ts";
import { takeTurn } from "../shared/slices.ts";
import { countRequest, refuseRate, requireCharge } from "./quota/count.ts";
import type { Locale } from "./csv.ts";
import { chooseFormat, formatHeaders, readLocale, toFormatText } from "./formats.ts";
import { API_LINK, type HeaderList, type HeaderRecord } from "./headers.ts";
import { byMethod } from "./methods.ts";
import { parseQuery, readPath, readQuery, refuseLongQuery } from "./query.ts";
import { makeEtag, type Representation, respond, toRepresentation } from "./representation.ts";
import type { Ctx, Service } from "./state.ts";

/** Longer bodies contain the line of a route. Parsing and checking them takes up to 30 ms. */
const LONG_BODY_LENGTH = BODY_LIMITS.shortBytes;
/** How many long bodies are processed at once, and how many may wait. */
const longBodyLimit = pLimit(2);
const MAX_WAITING_BODIES = 128;
const LONG_BODY_WAIT_MS = 10_000;
const TOO_MANY_BODIES = "Too many long request bodies are in progress";

type Route = {
  operation: AnyOperation;
  /** The parameters that a query or body may have. */
  known: ReadonlySet<string>;
  headers: Partial<Record<Format, HeaderList>>;
  effort: 1 | 2;
};

/** The checked input, the format and locale of the response, and the ignored parameters. */
type Question = { input: unknown; format: Format; locale: Locale; ignored: string[] | null };

/** The licence of the data, for files that cannot contain it. */
const LICENSE_LINK = '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"';

function findKnown(operation: AnyOperation): Set<string> {
  const inPath = pathParamsOf(operation);
  const names = [...paramsOf(operation), ...formParamsOf(operation)].map(({ name }) => name);
  return new Set(names.filter((name) => !inPath.includes(name)));
}

function toRoute(operation: AnyOperation): Route {
  const { kind, formats, cacheS } = operation;
  const shared = {
    "cache-control": `public, max-age=${cacheS}, stale-while-revalidate=300`,
    link: kind === "api" ? API_LINK : LICENSE_LINK,
    vary: formats.length > 1 ? "Accept, Accept-Encoding" : "Accept-Encoding",
    ...(kind === "file" ? { "accept-ranges": "bytes" } : {}),
  };
  const listFor = (format: Format) =>
    Object.entries({ ...formatHeaders(operation, format), ...shared });
  const headers = formats.map((format) => [format, listFor(format)]);
  // A file is large and serves for ten minutes, so slow compression is worth it.
  return {
    operation,
    known: findKnown(operation),
    headers: Object.fromEntries(headers),
    effort: kind === "file" ? 2 : 1,
  };
}

function refuseBody(fault: string): never {
  throw new DomainError(
    "INVALID_PARAMETER",
    `The body ${fault}; expected the parameters as a JSON object`,
  );
}

/** Reads the text of a body. Throws INVALID_PARAMETER if it is too long or too slow. */
async function readText({ bodies }: Service, req: Request): Promise<string> {
  const read = await bodies.read(req, BODY_LIMITS.one).catch(() =>
    refuseBody("is incomplete or not UTF-8")
  );
  if (!("fault" in read)) return read.text;
  if (read.fault === "too many") throw new BusyError("Too many request bodies are in progress");
  return refuseBody(
    read.fault === "too long"
      ? `is over ${BODY_LIMITS.one.maxBytes} bytes`
      : "did not arrive within 10 s",
  );
}

/** Parses posted parameters. Throws INVALID_PARAMETER unless they are a JSON object. */
function parseBody(text: string): Record<string, unknown> {
  if (isTooDeep(text)) refuseBody(`is nested deeper than ${MAX_DEPTH} levels`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuseBody("is not JSON");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuseBody("is not an object");
  }
  return value as Record<string, unknown>;
}

/**
 * Reads posted parameters. Throws INVALID_PARAMETER if they are not a JSON object, too long or too
 * slow.
 */
export async function readBody(service: Service, req: Request): Promise<Record<string, unknown>> {
  return parseBody(await readText(service, req));
}

/** Converts a list or an object in a body to the text form of the parameter. */
function toText({ schema }: Param, value: object): string {
  return Array.isArray(value) && jsonFormsOf(schema).item ? value.join() : JSON.stringify(value);
}

const MAX_IGNORED = 10;
const MAX_NAME_LENGTH = 60;

/** Returns the first unknown ones of the received names, cut; null if there are none. */
function findIgnored({ operation, known }: Route, names: readonly string[]): string[] | null {
  if (operation.kind !== "api") return null;
  const unknown = names.filter((name) => name !== "" && !known.has(name));
  if (unknown.length === 0) return null;
  return unknown.slice(0, MAX_IGNORED).map((name) => name.slice(0, MAX_NAME_LENGTH).toWellFormed());
}

function readQuestion(
  route: Route,
  { req, state: { path, search } }: Ctx,
  posted?: Record<string, unknown>,
): Question {
  const { operation } = route;
  refuseLongQuery(search);
  const query = parseQuery(search);
  const inPath = operation.path.includes("{") ? readPath(operation.path, path) : null;
  const read = (param: Param) => {
    if (!posted || !Object.hasOwn(posted, param.name)) {
      return inPath?.get(param.name) ?? readQuery(query, param);
    }
    const value = posted[param.name];
    return param.kind === "string" && typeof value === "object" && value !== null
      ? toText(param, value)
      : value;
  };
  const received = posted ? read : ({ name }: Param) => inPath?.get(name) ?? query.get(name)?.at(0);
  const input = parseInput(operation, read, received);
  const format = chooseFormat(operation.formats, query, req.headers.get("accept"));
  const locale = readLocale(operation.formats, query);
  const names = [...query.keys(), ...Object.keys(posted ?? {})];
  return { input, format, locale, ignored: findIgnored(route, names) };
}

/**
 * Returns a JSON response with the names of ignored parameters at the end of its `meta`. The tag
 * stays the same.
 */
function withIgnored(
  { body, etag, headers }: Representation & { effort: 1 },
  ignored: string[],
): Representation {
  return toRepresentation(`${body.slice(0, -2)},"ignored":${JSON.stringify(ignored)}}}`, {
    etag,
    headers,
  });
}

/** Handles a POST. A long body waits for its turn: a line of 20 000 vertices takes 40 ms. */
async function answerPosted(route: Route, ctx: Ctx): Promise<Response> {
  const text = await readText(ctx.state.service, ctx.req);
  if (text.length <= LONG_BODY_LENGTH) {
    return await answerQuestion(route, ctx, { posted: parseBody(text) });
  }
  const lastStartMs = performance.now() + LONG_BODY_WAIT_MS;
  const answerInTurn = async () => {
    if (performance.now() > lastStartMs) throw new BusyError(TOO_MANY_BODIES);
    await takeTurn();
    const posted = parseBody(text);
    await takeTurn();
    return await answerQuestion(route, ctx, { posted });
  };
  if (longBodyLimit.pendingCount >= MAX_WAITING_BODIES) throw new BusyError(TOO_MANY_BODIES);
  return await longBodyLimit(answerInTurn);
}

/** Longer addresses are not recalled. */
const MAX_ADDRESS_LENGTH = 500;

/**
 * Returns every part of a request that determines its result, if the cost is fixed; null if it is
 * too long to be recalled.
 */
function toRecallAddress(
  { operation }: Route,
  { req, state: { path, search } }: Ctx,
): string | null {
  if (operation.cost || path.length + search.length > MAX_ADDRESS_LENGTH) return null;
  const accept = operation.formats.length > 1 ? req.headers.get("accept") ?? "" : "";
  return accept.length > MAX_ADDRESS_LENGTH ? null : `${accept} ${path}${search}`;
}

/** Handles a GET. A request equal to an earlier one gets its cached response unparsed. */
function answerAddress(route: Route, ctx: Ctx): Response | Promise<Response> {
  const startedAt = performance.now();
  const address = toRecallAddress(route, ctx);
  const kept = address === null
    ? undefined
    : ctx.state.service.cache.recall<Representation>(address);
  return kept ? respond(ctx, kept, timing(startedAt)) : answerQuestion(route, ctx, { address });
}

/** Returns a header with the time it took to find the data. */
function timing(startedAt: number): HeaderRecord {
  return { "server-timing": `data;dur=${(performance.now() - startedAt).toFixed(2)}` };
}

function answerQuestion(
  route: Route,
  ctx: Ctx,
  { posted, address = null }: { posted?: Record<string, unknown>; address?: string | null },
): Response | Promise<Response> {
  const { operation, headers, effort } = route;
  const { service } = ctx.state;
  const question = readQuestion(route, ctx, posted);
  const { input, format, locale, ignored } = question;
  if (operation.cost) requireCharge(ctx, operation.cost(input, service.backend.clock()));
  const startedAt = performance.now();
  const found = service.cache.find<unknown, Representation>(
    {
      operation,
      input,
      form: locale === "fr" && format === "csv" ? "csv fr" : format,
      address: ignored === null ? address : null,
    },
    (result, key) => {
      const text = toFormatText(operation, result, question);
      const etag = makeEtag(result.external ? text : key);
      const value = toRepresentation(text, { etag, headers: headers[format]!, effort });
      return { value, size: value.body.length };
    },
  );
  const finish = (representation: Representation) => {
    const own = timing(startedAt);
    if (ignored === null) return respond(ctx, representation, own);
    own["x-ignored-parameters"] = ignored.map(encodeURIComponent).join(", ");
    const hasMeta = format === "json" || format === "geojson";
    const named = hasMeta && representation.effort === 1
      ? withIgnored(representation, ignored)
      : representation;
    return respond(ctx, named, own);
  };
  return found instanceof Promise ? found.then(finish) : finish(found);
}

/** Reads the status for each request. It is never cached. */
async function answerStatus(route: Route, ctx: Ctx): Promise<Response> {
  const { operation } = route;
  const question = readQuestion(route, ctx);
  const { input, format } = question;
  const result = await readAnswer(operation, ctx.state.service.backend, input);
  ctx.state.unavailable = result.reason;
  const headers = { ...formatHeaders(operation, format), "cache-control": "no-store" };
  return new Response(toFormatText(operation, result, question), {
    status: operation.status(result.data),
    headers,
  });
}

/**
 * Returns the handler of an operation's route for all methods: quota, parameters, cost, response,
 * in this order.
 */
export function httpRoute(operation: AnyOperation): (ctx: Ctx) => Response | Promise<Response> {
  const route = toRoute(operation);
  const isCounted = operation.kind === "api";
  const withQuota =
    (answer: (route: Route, ctx: Ctx) => Response | Promise<Response>) => (ctx: Ctx) =>
      !isCounted || countRequest(ctx, "rest") ? answer(route, ctx) : refuseRate(ctx);
  const answerByMethod = byMethod({
    GET: withQuota(operation.kind === "status" ? answerStatus : answerAddress),
    POST: operation.postExample ? withQuota(answerPosted) : undefined,
  });
  return (ctx) => {
    // Fresh normalises paths, but a file has only one address.
    if (!isCounted && ctx.state.path !== operation.path) throw new HttpError(404);
    ctx.state.route = operation.path;
    return answerByMethod(ctx);
  };
}
