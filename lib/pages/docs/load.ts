/** Reads the documentation: words, samples, and a reference of the operations. @module */

import { type AnyOperation, type Param, paramsOf } from "../../operations/mod.ts";
import type { Lang } from "../../shared/words/lang.ts";
import { samplesFor } from "./samples.ts";
import { docsWords } from "./words.ts";

type Input = {
  lang: Lang;
  origin: string;
  errors: readonly { code: string; status: number; description: string }[];
  operations: readonly AnyOperation[];
  /** Real responses by operation id. */
  examples: Partial<Record<string, { body: unknown }>>;
};

function describeValues({ kind, json }: Param): string {
  if (kind === "enum") return (json.enum as string[]).join(", ");
  if (kind === "boolean") return "true, false";
  if (kind === "string") return `text, ${json.minLength} … ${json.maxLength}`;
  return `${json.minimum} … ${json.maximum}`;
}

function toDocsParam(param: Param) {
  const { name, required, json } = param;
  return {
    ...{ name, values: describeValues(param), isRequired: required, description: String(json.description) },
    /** Null when it is required or has none. */
    fallback: json.default === undefined ? null : String(json.default),
  };
}

function findFormatParams({ formats }: AnyOperation) {
  const description = "Form of the answer; the Accept header does the same";
  const param = { name: "format", values: formats.join(", "), isRequired: false, description, fallback: "json" };
  const locale = {
    ...{ name: "locale", values: "en, fr", isRequired: false, fallback: "en" },
    description: "Of CSV: fr has semicolons, decimal commas and a byte order mark",
  };
  return [...formats.length === 1 ? [] : [param], ...formats.includes("csv") ? [locale] : []];
}

/** The page in a language, for a service at an origin; `answer` of a route is a real one, null when there is none. */
export function loadDocs({ lang, origin, errors, operations, examples }: Input) {
  const routes = operations.filter(({ kind }) => kind === "api").map((operation) => {
    const { id, title, path, description, example } = operation;
    const params = [...paramsOf(operation).map(toDocsParam), ...findFormatParams(operation)];
    const answer = examples[id] ? JSON.stringify(examples[id].body, null, 2) : null;
    return { id, title, path, description, example, params, answer };
  });
  const tools = operations.flatMap(({ tool, title }) => tool ? [{ name: tool.name, title }] : []);
  return { lang, origin, errors, words: docsWords[lang], samples: samplesFor(origin), routes, tools };
}
