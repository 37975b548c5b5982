/** Each operation as an OpenAPI path: its parameters, answers and refusals. @module */

import { type Operation, type Param, paramsOf } from "../../operations/mod.ts";
import { CONTENT_TYPES, type Format, formatsOf } from "../formats.ts";
import { type Example, EXAMPLE_VALUES } from "./examples.ts";
import { answerHeaders, type Part, refusalOf } from "./headers.ts";
import { bodySchema, geoJsonSchema } from "./schemas.ts";

function toParameter(operation: Operation, { name, required, json }: Param): Part {
  const { description, ...schema } = json;
  const place = operation.pathParams.includes(name) ? "path" : "query";
  const example = EXAMPLE_VALUES[name];
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

const mediaType = (format: Format) => CONTENT_TYPES[format].split(";")[0];

function contentOf(operation: Operation, example: Example | undefined): Part {
  const json: Part = { schema: bodySchema(operation) };
  if (example) json.examples = { real: { summary: example.path, value: example.body } };
  const content: Part = { [mediaType("json")]: json };
  const formats = formatsOf(operation);
  if (formats.includes("geojson")) content[mediaType("geojson")] = { schema: geoJsonSchema };
  if (formats.includes("csv")) {
    const description =
      "A header line and a row per entry, RFC 4180; a text that a spreadsheet would run gets an apostrophe";
    content[mediaType("csv")] = { schema: { type: "string", description } };
  }
  return content;
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
  } else examples.INVALID_PARAMETER = 'Parameter "id" is "…"; expected text of at least 1 character';
  return refusalOf(
    "A parameter is missing, malformed, out of bounds or given twice",
    examples as Record<string, string>,
  );
}

const NOT_FOUND: Record<string, Part> = {
  lookupStation: refusalOf("No station has this id", { STATION_NOT_FOUND: 'No station has the id "75999999"' }),
  departmentPrices: refusalOf("No department has this code", {
    DEPARTMENT_NOT_FOUND: 'No department has the code "99"',
  }),
};

const ref = (name: string) => ({ $ref: `#/components/responses/${name}` });

/** The path item of an operation. */
export function toPathItem(operation: Operation, example: Example | undefined): Part {
  const params = paramsOf(operation);
  const formats = formatsOf(operation);
  const responses: Part = {
    "200": {
      description: operation.title,
      headers: answerHeaders(formats.includes("csv")),
      content: contentOf(operation, example),
    },
    "304": ref("NotModified"),
    "400": badRequest(params),
    ...(NOT_FOUND[operation.id] ? { "404": NOT_FOUND[operation.id] } : {}),
    "405": ref("MethodNotAllowed"),
    "429": ref("RateLimited"),
    "500": ref("InternalError"),
    "503": ref("Unavailable"),
  };
  return {
    get: {
      operationId: operation.id,
      tags: [operation.path.includes("/stations/") ? "Stations" : "Prices"],
      summary: operation.title,
      description: operation.description,
      parameters: [
        ...params.map((param) => toParameter(operation, param)),
        ...(formats.length > 1 ? [formatParameter(formats)] : []),
        { $ref: "#/components/parameters/IfNoneMatch" },
        { $ref: "#/components/parameters/RequestId" },
      ],
      responses,
    },
  };
}
