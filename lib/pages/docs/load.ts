/** Reads the documentation: words, samples, and a reference of the operations. @module */

import type { AnyOperation } from "../../operations/operation.ts";
import { FILTERS } from "../../operations/filters.ts";
import {
  formParamsOf,
  type JsonSchema,
  type Param,
  paramsOf,
  toJsonSchema,
} from "../../operations/input.ts";
import type { Lang } from "../../words/lang.ts";
import { samplesFor } from "./samples.ts";
import { docsWords } from "./words.ts";

type Input = {
  lang: Lang;
  origin: string;
  errors: readonly { code: string; status: number; description: string }[];
  operations: readonly AnyOperation[];
  /** Responses over invented data by operation ID. */
  examples: Partial<Record<string, { body: unknown }>>;
  /** ID of the operation whose response is shown; by default the first one. */
  opened: string | null;
};

/** A route needs one of these parameters. */
const LINES = ["line", "polyline", "points"];
/** Parameters about the caller's car. */
const CAR = "litres consumption discounts tank start_level reserve stop_cost min_fill round_trip"
  .split(" ");

/** Units by the name of a field. */
const UNITS: readonly [name: RegExp, unit: string][] = [
  [/price|^change7d$|^aboveAvg$/i, "€/L"],
  [/^cost$|^net_saving$|^saves_/, "€"],
  [/^km_|_km$|Km$/, "km"],
  [/^l(?:at|ong)itude$/, "°"],
  [/^litres$/, "L"],
  [/_hours$/, "h"],
];

function describeValues({ kind, json }: Param): string {
  if (kind === "enum") return (json.enum as string[]).join(", ");
  if (kind === "string" || kind === "boolean") return String(json.format ?? kind);
  return `${json.minimum} … ${json.maximum}`;
}

type Group = keyof (typeof docsWords)["fr"]["groups"];
type Row = { name: string; values: string; description: string; fallback?: unknown; group?: Group };

function groupOf({ name, required }: Param): Group {
  if (required || LINES.includes(name)) return "needed";
  if (CAR.includes(name)) return "car";
  return name in FILTERS ? "filters" : "answer";
}

function toRow(param: Param): Row {
  const { name, json: { description, default: fallback } } = param;
  return {
    name,
    group: groupOf(param),
    values: describeValues(param),
    description: String(description),
    fallback,
  };
}

/**
 * Returns the fields of a schema, each before its inner fields (`data[].price`). Skips lists and
 * objects without a description.
 */
function toFields(name: string, schema: JsonSchema): Row[] {
  const { anyOf } = schema as { anyOf?: JsonSchema[] };
  const whole = { ...anyOf?.find(({ type }) => type !== "null"), ...schema };
  const { description = "", type, format, items, properties, ...rest } = whole;
  const values = rest.enum ?? (rest.const === undefined ? format ?? type : rest.const);
  const unit = format || items
    ? undefined
    : UNITS.find(([names]) => names.test(name.split(".").at(-1)!))?.[1];
  const shown = [values, unit ?? [], anyOf ? "null" : []].flat(2).join(", ");
  const inner = Object.entries(properties ?? {}).map(([key, one]) => [`${name}.${key}`, one]);
  if (items) inner.push([`${name}[]`, items as JsonSchema]);
  const own = description === "" && inner.length > 0
    ? []
    : [{ name, values: shown, description: String(description) }];
  return [...own, ...inner.flatMap(([path, one]) => toFields(path as string, one as JsonSchema))];
}

/** Cached by the schema of the data: computing them takes longer than the rest of the page. */
const fieldsOf = new WeakMap<AnyOperation["output"], Row[]>();

/**
 * Returns the page in a language, for a service at an origin. It describes the response of one
 * operation.
 */
export function loadDocs({ lang, origin, errors, operations, examples, opened }: Input) {
  const words = docsWords[lang];
  const api = operations.filter(({ kind }) => kind === "api");
  const shownId = (api.find(({ id }) => id === opened) ?? api[0])?.id;
  const routes = api.map((operation) => {
    const { id, title, path, description, example, output, meta } = operation;
    const params = [...paramsOf(operation), ...formParamsOf(operation)].map(toRow);
    const groups = Object.groupBy(params, ({ group = "answer" }) => group);
    const shown = { id, title, path, description, example, groups };
    // All responses together would be most of the page.
    if (id !== shownId) return { ...shown, answer: null };
    const fields = fieldsOf.getOrInsertComputed(output, () => [
      ...toFields("data", toJsonSchema(output)),
      ...Object.entries(meta).flatMap(([name, schema]) =>
        toFields(`meta.${name}`, toJsonSchema(schema))
      ),
    ]);
    const text = examples[id] ? JSON.stringify(examples[id].body, null, 2) : null;
    return { ...shown, answer: { fields, text, isOpen: id === opened } };
  });
  const tools = operations.flatMap(({ tool, title }) => tool ? [{ name: tool.name, title }] : []);
  const shown = {
    lang,
    origin,
    words,
    head: { path: "/docs", ...words.docs },
    sections: words.sections,
  };
  return { ...shown, errors, samples: samplesFor(origin), routes, tools };
}
