/** Checks responses against the OpenAPI document. @module */

import { Ajv2020, type ValidateFunction } from "../packages/ajv.ts";

type Json = Record<string, unknown>;

/** Returns how a response differs from its description; empty if it matches. */
export type ResponseCheck = (
  answer: { path: string; status: number; headers: Headers; body: string },
) => string[];

function resolve(document: Json, value: Json): Json {
  if (typeof value.$ref !== "string") return value;
  return value.$ref.slice(2).split("/").reduce((part, name) => part[name] as Json, document);
}

/** Headers that OpenAPI describes elsewhere, or that belong to the transfer. */
const OF_TRANSFER = ["content-type", "content-length", "content-encoding", "date"];

/** Compiles the schemas of a document for the check of its responses. */
export function createResponseCheck(document: Json): ResponseCheck {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const compiled = new Map<unknown, ValidateFunction>();

  function validatorOf(schema: Json): ValidateFunction {
    let validate = compiled.get(schema);
    // The schema refers to the document's components, so they are included.
    if (!validate) {
      compiled.set(schema, validate = ajv.compile({ ...schema, components: document.components }));
    }
    return validate;
  }

  return ({ path, status, headers, body }) => {
    const responses =
      ((document.paths as Json)[path] as { get: { responses: Json } }).get.responses;
    const described = responses[status] as Json | undefined;
    if (!described) return [`status ${status} is not described`];
    const response = resolve(document, described);
    const named = Object.entries((response.headers ?? {}) as Record<string, Json>);
    const missing = named.filter(([name, header]) =>
      !headers.has(name) && resolve(document, header).required
    )
      .map(([name]) => name);
    const expected = new Set([...OF_TRANSFER, ...named.map(([name]) => name.toLowerCase())]);
    const surplus = [...headers.keys()].filter((name) => !expected.has(name));
    const findings = [
      ...missing.map((name) => `header ${name} is missing`),
      ...surplus.map((name) => `header ${name} is not described`),
    ];
    if (!response.content) {
      return body === "" ? findings : [...findings, "a body where none is described"];
    }
    const type = (headers.get("content-type") ?? "").replace(/;.*/s, "");
    const media = (response.content as Record<string, { schema: Json }>)[type];
    if (!media) return [...findings, `content type ${type} is not described`];
    if (!type.endsWith("json")) return findings;
    const validate = validatorOf(media.schema);
    return validate(JSON.parse(body)) ? findings : [...findings, ajv.errorsText(validate.errors)];
  };
}
