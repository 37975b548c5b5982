/** The parts of the OpenAPI document that operations share: headers, responses, schemas. @module */

import { z } from "zod";
import { type ErrorCode, ERRORS } from "../../domain/errors.ts";
import { toJsonSchema } from "../../operations/input.ts";
import { reasonField } from "../../operations/empty_lists.ts";
import type { Operation } from "../../operations/operation.ts";
import { NOUNS, type Part, refWithin } from "./nouns.ts";

function text(description: string, example: string, more: Part = {}): Part {
  return { description, schema: { type: "string", ...more }, example };
}

function count(description: string, example: number): Part {
  return { description, schema: { type: "integer", minimum: 0 }, example };
}

const COMMON: Record<string, Part> = {
  "X-API-Version": text("Version of the API; on every response", "v1", { const: "v1" }),
  "X-Request-Id": text(
    "The caller's X-Request-Id if it has 1 to 128 letters, digits and _.:/+=@-, otherwise a new ID",
    "6f6c9b0e-5f0e-4c3a-9e58-6a9b1a3d7c11",
  ),
  "X-Content-Type-Options": text("Always nosniff", "nosniff", { const: "nosniff" }),
  "Access-Control-Allow-Origin": text("Pages of any origin may read the response", "*", {
    const: "*",
  }),
  "Access-Control-Expose-Headers": text(
    "The headers that pages of other origins may read",
    "X-RateLimit-Remaining, Retry-After",
  ),
  Link: text(
    "Links to the API's description",
    '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"',
  ),
};

const COUNTED: Record<string, Part> = {
  "X-RateLimit-Limit": count(
    "Requests per window. Without a limit this header and the other quota headers are absent",
    60,
  ),
  "X-RateLimit-Remaining": count("Requests left in this window", 59),
  "X-RateLimit-Reset": count("End of the window, Unix seconds", 1_780_654_260),
  "RateLimit-Policy": text("The policy: quota and window in seconds", '"rest";q=60;w=60'),
  RateLimit: text("Requests left and seconds until the window ends", '"rest";r=59;t=60'),
  "CDN-Cache-Control": text(
    "Keeps shared caches from storing a response with one client's quota",
    "no-store",
  ),
};

const ALL_HEADERS: Record<string, Part> = {
  ...COMMON,
  "X-Ignored-Parameters": text(
    "Unknown parameters of the request, in percent-encoding; absent if there are none. JSON " +
      "responses list them in meta.ignored",
    "max_price, color",
  ),
  ETag: text("Weak tag of the data's revision and the request", 'W/"0k3x9v2m7qd"'),
  "Cache-Control": text(
    "How long the response may be cached",
    "public, max-age=60, stale-while-revalidate=300",
  ),
  Vary: text("The request headers that affect the response", "Accept-Encoding"),
  "Accept-Ranges": text(
    "A request with Range returns 206, or 416 if the range lies outside the file",
    "bytes",
  ),
  "Content-Disposition": text(
    "Name of the file; only for CSV",
    'attachment; filename="searchStations.csv"',
  ),
  "Server-Timing": text("Milliseconds spent on finding the data", "data;dur=0.42"),
  ...COUNTED,
  "Retry-After": count("Seconds to wait before trying again", 42),
  Allow: text("The methods that the path takes", "GET, HEAD, OPTIONS"),
};

/** Headers that some of the described responses lack. */
const OPTIONAL = new Set([
  ...Object.keys(COUNTED),
  "Link",
  "X-Ignored-Parameters",
  "Content-Disposition",
]);

/** `components.headers`: the headers that are always present. */
export const HEADERS: Record<string, Part> = Object.fromEntries(
  Object.entries(ALL_HEADERS).filter(([name]) => !OPTIONAL.has(name)).map(([name, header]) => [
    name,
    { ...header, required: true },
  ]),
);

const LICENSE_LINK = text(
  "The data's licence",
  '<https://opendatacommons.org/licenses/odbl/1-0/>; rel="license"',
);

const COMMON_NAMES = Object.keys(COMMON);
const COUNTED_NAMES = Object.keys(COUNTED);
const CACHED_NAMES = ["ETag", "Cache-Control", "Vary", "Server-Timing"];

/**
 * Returns headers by name. Optional ones are written out, because type generators treat a reference
 * as always present.
 */
function refHeaders(...names: string[]): Part {
  const toHeader = (name: string) =>
    OPTIONAL.has(name) ? ALL_HEADERS[name] : { $ref: `#/components/headers/${name}` };
  return Object.fromEntries(names.map((name) => [name, toHeader(name)]));
}

/** Returns the headers of an operation's responses by its kind. `hasCsv` adds those of a table. */
export function answerHeaders(kind: Operation["kind"], hasCsv: boolean): Part {
  const file = hasCsv ? ["Content-Disposition"] : [];
  if (kind === "api") {
    return refHeaders(
      ...COMMON_NAMES,
      ...COUNTED_NAMES,
      ...CACHED_NAMES,
      "X-Ignored-Parameters",
      ...file,
    );
  }
  const free = COMMON_NAMES.filter((name) => name !== "Link");
  if (kind === "status") return refHeaders(...free, "Cache-Control", "Vary");
  return { ...refHeaders(...free, ...CACHED_NAMES, "Accept-Ranges", ...file), Link: LICENSE_LINK };
}

function errorOf(
  description: string,
  examples: Partial<Record<ErrorCode, string>>,
  headers: string[],
): Part {
  const cases = Object.entries(examples).map(([code, message]) => [code, {
    summary: ERRORS[code as ErrorCode].description,
    value: { error: { code, message } },
  }]);
  return {
    description,
    headers: refHeaders(...COMMON_NAMES, "Cache-Control", "Vary", ...headers),
    content: {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        examples: Object.fromEntries(cases),
      },
    },
  };
}

/** `components.responses`. */
export const RESPONSES: Record<string, Part> = {
  NotModified: {
    description: "The response has not changed since the one with the tag in If-None-Match",
    headers: answerHeaders("api", true),
  },
  MethodNotAllowed: errorOf(
    "The method is not one of those in Allow",
    { METHOD_NOT_ALLOWED: "Method POST is not allowed here; expected GET, HEAD, OPTIONS" },
    ["Allow"],
  ),
  RateLimited: errorOf(
    "The client has used up its requests of this minute",
    { RATE_LIMITED: "Limit of 60 requests a minute reached; try again in 42 s" },
    [...COUNTED_NAMES, "Retry-After"],
  ),
  InternalError: errorOf(
    "A bug in the service; the message has the request ID",
    { INTERNAL_ERROR: "Internal error; request ID 6f6c9b0e-5f0e-4c3a-9e58-6a9b1a3d7c11" },
    COUNTED_NAMES,
  ),
  Unavailable: errorOf(
    "The database is unavailable, or no feed has been loaded yet",
    { SERVICE_UNAVAILABLE: "The database cannot be reached at the moment; try again later" },
    [...COUNTED_NAMES, "Retry-After"],
  ),
};

/** The 503 of operations that are free of quota, before the first ingest. */
export const FREE_UNAVAILABLE: Part = errorOf(
  "The database is unavailable, or no feed has been loaded yet",
  { SERVICE_UNAVAILABLE: "No data yet: the first feed is being loaded" },
  ["Retry-After"],
);

/** Returns an error response of an operation's own, with the quota headers. */
export function refusalOf(description: string, examples: Partial<Record<ErrorCode, string>>): Part {
  return errorOf(description, examples, COUNTED_NAMES);
}

const errorSchema = z.strictObject({
  error: z.strictObject({
    code: z.enum(Object.keys(ERRORS)).describe(
      Object.entries(ERRORS).map(([code, { status, description }]) =>
        `- ${code} (${status}): ${description}`
      )
        .join("\n"),
    ),
    message: z.string().describe(
      "Message for people, with the parameter, the received value and the allowed values",
    ),
  }),
});

const metaSchema = z.object({
  version: z.literal("v1"),
  generated_at: z.iso.datetime().describe(
    'Instant of the last good ingest of the feed, which is "now" for the whole response',
  ),
  feed_at: z.iso.datetime().optional().describe("Newest time of a price in the feed"),
  source: z.enum(["official", "file", "sample"]).describe(
    "Where the data came from. sample data are invented, and notice says so",
  ),
  notice: z.string().optional().describe("Warning that the data are invented"),
  attribution: z.string().describe("Names to credit when the data are reused"),
  ignored: z.array(z.string()).max(10).optional().describe(
    "Unknown parameters of the request, which were ignored; absent if there are none",
  ),
  reason: reasonField,
  license: z.string().describe("SPDX identifier of the data's licence"),
}).describe("Source, licence and time of the data");

/** `components.schemas`. */
export const SCHEMAS: Record<string, Part> = {
  Error: toJsonSchema(errorSchema),
  Meta: toJsonSchema(metaSchema),
  ...Object.fromEntries(Object.entries(NOUNS).map(([name, noun]) => [name, refWithin(noun)])),
};

/**
 * Returns the schema of an object. All its properties are required unless `required` names some.
 */
function objectOf(properties: Part, required = Object.keys(properties)): Part {
  return { type: "object", required, properties };
}

const META_REF: Part = { $ref: "#/components/schemas/Meta" };

/** Returns the schema of an operation's 200 body: the envelope, or the bare data. */
export function bodySchema(operation: Pick<Operation, "kind" | "output" | "meta">): Part {
  const data = toJsonSchema(operation.output);
  if (operation.kind !== "api") return data;
  const meta = Object.entries(operation.meta).map(([name, schema]) => [name, toJsonSchema(schema)]);
  const required = Object.keys(operation.meta).filter((name) =>
    !operation.meta[name]!.safeParse(undefined).success
  );
  return objectOf({
    data,
    meta: meta.length === 0
      ? META_REF
      : { allOf: [META_REF, objectOf(Object.fromEntries(meta), required)] },
  });
}

/**
 * Returns the schema of a list as GeoJSON. The properties are those of the JSON entries without the
 * position.
 */
export function geoJsonSchema(operation: Pick<Operation, "output">): Part {
  const entry = toJsonSchema(operation.output).items as { properties?: Part; required?: string[] };
  const { latitude, longitude: _, ...properties } = entry.properties ?? {};
  const isAlwaysLocated = (latitude as Part | undefined)?.anyOf === undefined;
  const feature = objectOf({
    type: { type: "string", const: "Feature" },
    id: { type: "string", description: "ID of the station, or the field area" },
    geometry: isAlwaysLocated
      ? NOUNS.Point
      : { anyOf: [NOUNS.Point, { type: "null", description: "Position unknown" }] },
    properties: objectOf(properties, entry.required?.filter((name) => name in properties)),
  });
  return objectOf({
    type: { type: "string", const: "FeatureCollection" },
    features: { type: "array", items: feature },
    meta: META_REF,
  });
}
