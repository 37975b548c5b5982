/** Gathers what the documentation shows: the words of its language, samples, and a reference of the operations. @module */

import { type AnyOperation, type Param, paramsOf } from "../../operations/mod.ts";
import type { Lang } from "../../shared/lang.ts";
import { type Samples, samplesFor } from "./samples.ts";
import { type DocsWords, docsWords } from "./words.ts";

/** A parameter of a route. `values` says what it takes; `fallback` is null when it is required or has none. */
export type DocsParam = {
  name: string;
  values: string;
  isRequired: boolean;
  fallback: string | null;
  description: string;
};

/** A route of the API. `answer` is a real one, as JSON; null when there is none. */
export type DocsRoute = Pick<AnyOperation, "id" | "title" | "path" | "description" | "example"> & {
  params: DocsParam[];
  answer: string | null;
};

/** An error that the API may answer with. */
type DocsError = { code: string; status: number; description: string };

/** What the page shows. */
export type DocsPageData = {
  lang: Lang;
  origin: string;
  words: DocsWords;
  samples: Samples;
  /** In the order of the list of operations. */
  routes: DocsRoute[];
  tools: { name: string; title: string }[];
  errors: readonly DocsError[];
};

type Input = Pick<DocsPageData, "lang" | "origin" | "errors"> & {
  operations: readonly AnyOperation[];
  /** Real answers by operation id. */
  examples: Partial<Record<string, { body: unknown }>>;
};

function describeValues({ kind, json }: Param): string {
  if (kind === "enum") return (json.enum as string[]).join(", ");
  if (kind === "boolean") return "true, false";
  if (kind === "string") return `text, ${json.minLength} … ${json.maxLength}`;
  return `${json.minimum} … ${json.maximum}`;
}

function toDocsParam(param: Param): DocsParam {
  const { name, required, json } = param;
  return {
    name,
    values: describeValues(param),
    isRequired: required,
    fallback: json.default === undefined ? null : String(json.default),
    description: String(json.description),
  };
}

/** The parameter that every operation of several formats takes. */
function findFormatParam({ formats }: AnyOperation): DocsParam[] {
  if (formats.length === 1) return [];
  return [{
    name: "format",
    values: formats.join(", "),
    isRequired: false,
    fallback: "json",
    description: "Form of the answer; the Accept header does the same",
  }];
}

/** Everything of the page in a language, for a service at an origin. */
export function loadDocs({ lang, origin, errors, operations, examples }: Input): DocsPageData {
  const routes = operations.filter(({ kind }) => kind === "api").map((operation) => {
    const { id, title, path, description, example } = operation;
    const params = [...paramsOf(operation).map(toDocsParam), ...findFormatParam(operation)];
    const answered = examples[id];
    return { id, title, path, description, example, params, answer: answered ? toJson(answered.body) : null };
  });
  const tools = operations.flatMap(({ tool, title }) => tool ? [{ name: tool.name, title }] : []);
  return { lang, origin, errors, words: docsWords(lang), samples: samplesFor(origin), routes, tools };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
