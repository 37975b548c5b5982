/** Builds the OpenAPI document from the operations. @module */

import { z } from "zod";
import { type ErrorCode, ERRORS } from "../../domain/errors.ts";
import { jsonFormsOf } from "../../domain/params.ts";
import { type AnyOperation, type Format, pathParamsOf } from "../../operations/operation.ts";
import {
  describeAllowed,
  formParamsOf,
  type Param,
  paramsOf,
  toJsonSchema,
} from "../../operations/input.ts";
import { VERSION } from "../../mcp/identity.ts";
import { mediaTypeOf } from "../formats.ts";
import { readPath } from "../query.ts";
import {
  answerHeaders,
  bodySchema,
  FREE_UNAVAILABLE,
  geoJsonSchema,
  HEADERS,
  refusalOf,
  RESPONSES,
  SCHEMAS,
} from "./components.ts";
import { type Part, refNouns } from "./nouns.ts";

const DESCRIPTION =
  `Prices of the six fuels at the filling stations of mainland France and Corsica, from the State's open data feed, refreshed every ten minutes.

- **As of.** A response depends only on the revision of the data and the request. "Now" and "today" are the instant of the last good ingest, which is in \`meta.generated_at\`. \`open_now\` uses this instant too.
- **In force.** Lists, ranks and means use prices in force: listed by the newest feed, at most 30 days old, not out of stock.
- **Forms.** Money is text with three decimals in euros per litre (\`"1.799"\`); the field that ends in \`_eur\` has it as a number. Instants are ISO 8601 in UTC, days are Europe/Paris days.
- **Numbers in queries** are plain decimals: no \`1e3\`, no \`.5\`, no \`+4\`. Values out of bounds are rejected, never clamped. A parameter given twice is rejected, an unknown one is ignored. If a request has several faults, the error reports the first in the order of the parameters.
- **Methods.** GET and HEAD, for long routes also POST. OPTIONS serves CORS and is free of quota.
- **Limits.** 60 requests per minute and client (an IPv4 address or an IPv6 /64 network), reported in \`X-RateLimit-*\` and \`RateLimit\`. An instance can have other limits; without a limit these headers are absent. Over the limit the service returns 429 with \`Retry-After\`. Routes with a plan, series and misspelt places count as several requests.
- **Documentation** with examples for people: \`/docs\`.
- **Licence.** Data ODbL 1.0, attribution in \`meta.attribution\`; code MIT.`;

const TAGS: Part[] = [
  {
    name: "Stations",
    description:
      "Stations with their prices: around a point, in a box, in a department, by name, or one in " +
      "full",
  },
  {
    name: "Prices",
    description:
      "Means of the country and its departments, the history of a station, trends of brands",
  },
  { name: "Places", description: "Places by name or postal code" },
  { name: "Bulk", description: "All current prices in one file, free of quota" },
  { name: "Service", description: "Whether the service is running and has data" },
];

const PARAMETERS: Part = {
  IfNoneMatch: {
    name: "If-None-Match",
    in: "header",
    required: false,
    description:
      "Tags of cached responses, or *; compared weakly. If one matches, the response is a 304",
    schema: { type: "string", maxLength: 4_000 },
  },
  RequestId: {
    name: "X-Request-Id",
    in: "header",
    required: false,
    description: "The caller's ID for the request, echoed and logged if it is short and plain",
    schema: { type: "string", maxLength: 128 },
  },
};

type Example = { path: string; body: unknown };

/**
 * Responses to the operations' examples over invented data, by operation ID: the path of the
 * request and the body of the response.
 */
export type Examples = Record<string, Example | undefined>;

/**
 * Returns the value of a parameter in the operation's example; undefined if the example does not
 * set it.
 */
function exampleOf({ path, example }: AnyOperation, { name, kind }: Param): unknown {
  const { pathname, searchParams } = new URL(example, "http://localhost");
  const value = readPath(path, pathname).get(name) ?? searchParams.get(name) ?? undefined;
  return value !== undefined && (kind === "number" || kind === "integer") ? Number(value) : value;
}

/** Returns the schema of a parameter that is a text or one of `others`. */
function toForms({ json: { description, ...text } }: Param, others: readonly z.ZodType[]): Part {
  return { description, oneOf: [text, ...others.map((other) => toJsonSchema(other))] };
}

function toParameter(operation: AnyOperation, param: Param): Part {
  const { name, required } = param;
  const { item } = jsonFormsOf(param.schema);
  const { description, ...schema } = item ? toForms(param, [z.array(item)]) : param.json;
  const place = pathParamsOf(operation).includes(name) ? "path" : "query";
  const list = item && { style: "form", explode: false };
  const example = exampleOf(operation, param);
  return {
    name,
    in: place,
    required,
    description,
    ...list,
    schema,
    ...(example === undefined ? {} : { example }),
  };
}

function toRequestBody({ postExample }: AnyOperation, params: Param[]): Part {
  const properties = params.map((param) => {
    const { item, posted = item && [z.array(item)] } = jsonFormsOf(param.schema);
    return [param.name, posted ? toForms(param, posted) : param.json];
  });
  const required = params.filter((param) => param.required).map(({ name }) => name);
  const schema = { type: "object", required, properties: Object.fromEntries(properties) };
  return { required: true, content: { "application/json": { schema, example: postExample } } };
}

function schemaOf(operation: AnyOperation, format: Format): Part {
  if (format === "json") return bodySchema(operation);
  if (format === "geojson") return geoJsonSchema(operation);
  if (format === "text") return { type: "string" };
  const description =
    "A header line and one row per entry, RFC 4180. A text that a spreadsheet would run as a " +
    "formula gets a leading apostrophe";
  return { type: "string", description };
}

function contentOf(operation: AnyOperation, example: Example | undefined): Part {
  const invented = example &&
    { summary: `Example, invented data: ${example.path}`, value: example.body };
  return Object.fromEntries(operation.formats.map((format) => {
    const media: Part = { schema: schemaOf(operation, format) };
    if (invented && format === "json") media.examples = { invented };
    return [mediaTypeOf(format), media];
  }));
}

function badRequest(params: Param[]): Part {
  const fuel = params.find(({ name }) => name === "fuel");
  const number = params.find(({ kind }) => kind === "number" || kind === "integer");
  const examples: Partial<Record<ErrorCode, string>> = {};
  if (fuel) {
    examples.MISSING_PARAMETER = `Parameter "fuel" is missing; expected ${describeAllowed(fuel)}`;
    examples.INVALID_FUEL = `Parameter "fuel" is "diesel"; expected ${describeAllowed(fuel)}`;
  }
  examples.INVALID_PARAMETER = number
    ? `Parameter "${number.name}" is "1e3"; expected ${describeAllowed(number)}`
    : 'Parameter "id" is "…"; expected text of 1 to 262144 characters';
  return refusalOf("A parameter is missing, malformed, out of bounds or given twice", examples);
}

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });

function ownRefusals({ refusals }: AnyOperation): Part {
  return Object.fromEntries(
    (Object.entries(refusals) as [ErrorCode, string][]).map(([code, message]) => {
      const { status, description } = ERRORS[code];
      return [String(status), refusalOf(description, { [code]: message })];
    }),
  );
}

function failuresOf(operation: AnyOperation, params: Param[]): Part {
  if (operation.kind === "status") {
    const headers = answerHeaders("status", false);
    return {
      "503": { description: "Not ready", headers, content: contentOf(operation, undefined) },
    };
  }
  if (operation.kind === "file") return { "503": FREE_UNAVAILABLE };
  return {
    "400": badRequest(params),
    ...ownRefusals(operation),
    "429": ref("RateLimited"),
    "500": ref("InternalError"),
    "503": ref("Unavailable"),
  };
}

function toPathItem(operation: AnyOperation, example: Example | undefined): Part {
  const { kind, formats } = operation;
  const params = paramsOf(operation);
  const headers = answerHeaders(kind, formats.includes("csv"));
  const isCached = kind !== "status";
  const shared = {
    tags: [operation.tag],
    summary: operation.title,
    description: operation.description,
  };
  const common = [
    ...formParamsOf(operation).map((param) => toParameter(operation, param)),
    ...(isCached ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
    { $ref: "#/components/parameters/RequestId" },
  ];
  const responses = {
    "200": { description: operation.title, headers, content: contentOf(operation, example) },
    ...(isCached
      ? { "304": kind === "api" ? ref("NotModified") : { description: "Not changed", headers } }
      : {}),
    "405": ref("MethodNotAllowed"),
    ...failuresOf(operation, params),
  };
  const parameters = [...params.map((param) => toParameter(operation, param)), ...common];
  const get = { operationId: operation.id, ...shared, parameters, responses };
  if (!operation.postExample) return { get };
  const requestBody = toRequestBody(operation, params);
  return {
    get,
    post: {
      operationId: `${operation.id}ByPost`,
      ...shared,
      parameters: common,
      requestBody,
      responses,
    },
  };
}

/** Returns the document. If `baseUrl` is null, the server is the origin of the document. */
export function buildOpenapi(
  { baseUrl, operations, examples }: {
    baseUrl: string | null;
    operations: readonly AnyOperation[];
    examples: Examples;
  },
): Part {
  const paths = operations.map((operation) => [
    operation.path,
    toPathItem(operation, examples[operation.id]),
  ]);
  return {
    openapi: "3.1.0",
    info: {
      title: "Fuel Prices Service",
      version: VERSION,
      summary: "Fuel prices of France, station by station, with history and means",
      description: DESCRIPTION,
      contact: { name: "Fuel Prices Service" },
      license: { name: "Data: Open Database License 1.0 (code: MIT)", identifier: "ODbL-1.0" },
    },
    servers: [{ url: baseUrl ?? "/", description: "This service" }],
    security: [],
    tags: TAGS,
    ...(baseUrl !== null &&
      { externalDocs: { description: "Documentation with examples", url: `${baseUrl}/docs` } }),
    paths: refNouns(Object.fromEntries(paths)),
    components: {
      schemas: SCHEMAS,
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: RESPONSES,
    },
  };
}
