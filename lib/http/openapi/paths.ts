/** Describes each operation as an OpenAPI path: its parameters, answers and refusals. @module */

import { type ErrorCode, ERRORS } from "../../domain/errors.ts";
import { type AnyOperation, type Format, type Param, paramsOf, pathParamsOf } from "../../operations/mod.ts";
import { mediaTypeOf } from "../formats.ts";
import { readPath } from "../query.ts";
import { answerHeaders, FREE_UNAVAILABLE, type Part, refusalOf } from "./headers.ts";
import { bodySchema, geoJsonSchema } from "./schemas.ts";

/** The real answer to an operation's example: the question as a path, and the answer's body. */
export type Example = { path: string; body: unknown };

/** Examples by operation id. */
export type Examples = Record<string, Example | undefined>;

/** The value that the operation's example gives a parameter; undefined when it leaves it out. */
function exampleOf({ path, example }: AnyOperation, { name, kind }: Param): unknown {
  const { pathname, searchParams } = new URL(example, "http://localhost");
  const value = readPath(path, pathname).get(name) ?? searchParams.get(name) ?? undefined;
  return value !== undefined && (kind === "number" || kind === "integer") ? Number(value) : value;
}

function toParameter(operation: AnyOperation, param: Param): Part {
  const { name, required } = param;
  const { description, ...schema } = param.json;
  const place = pathParamsOf(operation).includes(name) ? "path" : "query";
  const example = exampleOf(operation, param);
  return { name, in: place, required, description, schema, ...(example === undefined ? {} : { example }) };
}

function formatParameter(formats: readonly Format[]): Part {
  return {
    name: "format",
    in: "query",
    required: false,
    description:
      "Form of the answer; without it the `Accept` header decides, JSON when it has no preference. Errors are JSON",
    schema: { type: "string", enum: formats, default: "json" },
  };
}

function schemaOf(operation: AnyOperation, format: Format): Part {
  if (format === "json") return bodySchema(operation);
  if (format === "geojson") return geoJsonSchema(operation);
  if (format === "text") return { type: "string" };
  const description =
    "A header line and a row per entry, RFC 4180; a text that a spreadsheet would run gets an apostrophe";
  return { type: "string", description };
}

function contentOf(operation: AnyOperation, example: Example | undefined): Part {
  return Object.fromEntries(operation.formats.map((format) => {
    const media: Part = { schema: schemaOf(operation, format) };
    if (example && format === "json") media.examples = { real: { summary: example.path, value: example.body } };
    return [mediaTypeOf(format), media];
  }));
}

/** Refusals of parameters, with the message of a typical fault. */
function badRequest(params: Param[]): Part {
  const names = new Set(params.map(({ name }) => name));
  const number = params.find(({ kind }) => kind === "number" || kind === "integer");
  const examples: Part = {};
  if (names.has("fuel")) {
    const allowed = "one of gazole, sp95, sp98, e10, e85, gplc";
    examples.MISSING_PARAMETER = `Parameter "fuel" is missing; expected ${allowed}`;
    examples.INVALID_FUEL = `Parameter "fuel" is "diesel"; expected ${allowed}`;
  }
  if (number) {
    const noun = number.kind === "integer" ? "a whole number" : "a plain decimal number";
    const { minimum, maximum } = number.json;
    examples.INVALID_PARAMETER = `Parameter "${number.name}" is "1e3"; expected ${noun} from ${minimum} to ${maximum}`;
  } else examples.INVALID_PARAMETER = 'Parameter "id" is "…"; expected text of 1 to 262144 characters';
  return refusalOf(
    "A parameter is missing, malformed, out of bounds or given twice",
    examples as Record<string, string>,
  );
}

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** The refusals of an operation's own by status. */
function ownRefusals({ refusals }: AnyOperation): Part {
  return Object.fromEntries((Object.entries(refusals) as [ErrorCode, string][]).map(([code, message]) => {
    const { status, description } = ERRORS[code];
    return [String(status), refusalOf(description, { [code]: message })];
  }));
}

/** What may go wrong with an operation, by status. */
function failuresOf(operation: AnyOperation, params: Param[]): Part {
  if (operation.kind === "status") {
    const headers = answerHeaders("status", false);
    return { "503": { description: "Not ready", headers, content: contentOf(operation, undefined) } };
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

/** The path item of an operation. */
export function toPathItem(operation: AnyOperation, example: Example | undefined): Part {
  const { kind, formats } = operation;
  const params = paramsOf(operation);
  const headers = answerHeaders(kind, formats.includes("csv"));
  const isCached = kind !== "status";
  return {
    get: {
      operationId: operation.id,
      tags: [operation.tag],
      summary: operation.title,
      description: operation.description,
      parameters: [
        ...params.map((param) => toParameter(operation, param)),
        ...(formats.length > 1 ? [formatParameter(formats)] : []),
        ...(isCached ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : []),
        { $ref: "#/components/parameters/RequestId" },
      ],
      responses: {
        "200": { description: operation.title, headers, content: contentOf(operation, example) },
        ...(isCached ? { "304": kind === "api" ? ref("NotModified") : { description: "Not changed", headers } } : {}),
        "405": ref("MethodNotAllowed"),
        ...failuresOf(operation, params),
      },
    },
  };
}
