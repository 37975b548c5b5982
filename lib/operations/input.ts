/**
 * Converts the schemas of operations to JSON Schema, and parses input one parameter at a time, so
 * that HTTP and MCP reject a call with the same message.
 *
 * @module
 */

import { z } from "zod";
import { DomainError, type ErrorCode } from "../domain/errors.ts";
import { FUELS } from "../shared/fuels.ts";
import type { ServiceSlug } from "../shared/service_slugs.ts";
import { toServiceLabel } from "../words/services.ts";
import { addNumberFields } from "./numbers.ts";
import type { CrossCheck, Operation } from "./operation.ts";

/** A JSON Schema (2020-12), or any part of one. */
export type JsonSchema = Record<string, unknown>;

/** Changes one node of a JSON Schema for a certain reader. */
type Trim = (node: JsonSchema) => void;

/**
 * Returns a schema as JSON Schema, including the numbers that responses add to texts. Objects are
 * open, so that v1 can grow, unless they are strict.
 */
export function toJsonSchema(schema: z.ZodType, ...trims: readonly Trim[]): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  // Trim only after the conversion: zod would merge the trimmed nodes into a union of types, which
  // some clients do not know.
  trimNodes(json, [dropDatePattern, addNumberFields, ...trims]);
  return json;
}

function trimNodes(value: unknown, trims: readonly Trim[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const trim of trims) trim(value as JsonSchema);
  for (const inner of Object.values(value)) trimNodes(inner, trims);
}

/** Drops the pattern of dates: the format says the same and is easier to read. */
function dropDatePattern(node: JsonSchema): void {
  if (node.format === "date-time" || node.format === "date") delete node.pattern;
}

/** Drops the bounds of safe integers. */
export function dropSafeBounds(node: JsonSchema): void {
  for (const key of ["minimum", "maximum"]) {
    if (Math.abs(node[key] as number) === Number.MAX_SAFE_INTEGER) delete node[key];
  }
}

/** The locales of a table. */
export const LOCALES = ["en", "fr"] as const;

type ParamKind = "number" | "integer" | "boolean" | "string" | "enum";

/** A parameter as documents and decoders need it. */
export type Param = {
  name: string;
  kind: ParamKind;
  required: boolean;
  schema: z.ZodType;
  json: JsonSchema;
  /** The value if the parameter is absent; undefined if it is required. */
  fallback: unknown;
};

/** A raw value that cannot be decoded to the parameter's kind. */
export class Undecodable {
  constructor(readonly received: string) {}
}

function readParams(input: z.ZodObject): Param[] {
  return Object.entries(input.shape).map(([name, field]) => {
    const schema = field as z.ZodType;
    const json = toJsonSchema(schema);
    const kind = Array.isArray(json.enum) ? "enum" : json.type as ParamKind;
    const absent = schema.safeParse(undefined);
    return { name, kind, required: !absent.success, schema, json, fallback: absent.data };
  });
}

const params = new WeakMap<z.ZodObject, Param[]>();

/** Returns the parameters of an operation in the order of its schema. */
export function paramsOf({ input }: Pick<Operation, "input">): Param[] {
  return params.getOrInsertComputed(input, readParams);
}

/** A parameter, and the rules that are checked once it is read. */
type CheckedParam = { param: Param; checks: CrossCheck[] };

const checkedParams = new WeakMap<object, CheckedParam[]>();

function checkedParamsOf<I>(operation: Operation<I, unknown>): CheckedParam[] {
  const toChecked = (param: Param) => ({
    param,
    checks: operation.crossChecks.filter(({ after }) => after === param.name),
  });
  return checkedParams.getOrInsertComputed(operation, () => paramsOf(operation).map(toChecked));
}

/**
 * Returns the parameters that choose the form of a response: `format` if there are several,
 * `locale` if there is CSV.
 */
export function formParamsOf({ formats }: Pick<Operation, "formats">): Param[] {
  const format = z.enum(formats).default("json").describe(
    "Format of the response. Without it the Accept header decides, and JSON is the default. " +
      "Errors are always JSON",
  );
  const locale = z.enum(LOCALES).default("en").describe(
    "Locale of a CSV file. fr is for French spreadsheets: it uses semicolons, decimal commas, " +
      "Paris times, French column names, codes as text and a byte order mark",
  );
  return readParams(
    z.object({ ...formats.length > 1 && { format }, ...formats.includes("csv") && { locale } }),
  );
}

/** Returns the allowed values in words: "a number from -90 to 90", "one of include, exclude". */
export function describeAllowed({ kind, json }: Pick<Param, "kind" | "json">): string {
  if (kind === "enum") return `one of ${(json.enum as string[]).join(", ")}`;
  if (kind === "boolean") return "true or false";
  if (kind === "string") return `text of ${json.minLength ?? 0} to ${json.maxLength} characters`;
  const noun = kind === "integer" ? "a whole number" : "a plain decimal number";
  return `${noun} from ${json.minimum} to ${json.maximum}`;
}

/** Returns a received value as messages quote it: as JSON, cut to 100 characters. */
export function quoteValue(value: unknown): string {
  const text = value instanceof Undecodable ? value.received : value;
  const shown = JSON.stringify(text) ?? String(text);
  return shown.length > 100 ? `${shown.slice(0, 100)}…` : shown;
}

/** `allowed` describes the parameter's pattern, if the text does not match it. */
function refuse(param: Param, value: unknown, allowed = describeAllowed(param)): never {
  const isFuel = param.kind === "enum" && (param.json.enum as string[]).includes(FUELS[0]);
  const code: ErrorCode = isFuel ? "INVALID_FUEL" : "INVALID_PARAMETER";
  const hint = isFuel && typeof value === "string" ? describeUnpriced(value) : "";
  throw new DomainError(
    code,
    `Parameter "${param.name}" is ${quoteValue(value)}; expected ${allowed}${hint}`,
  );
}

/** Fuels that stations sell without a price in the source, with the service that lists them. */
const UNPRICED: readonly [words: RegExp, name: string, service: ServiceSlug][] = [
  [/^adblue$/, "AdBlue", "additifs"],
  [/^(?:bio)?(?:gnv|gnc|cng|lng|gnl)$/, "natural gas", "gnv"],
  [/^(?:electri\w*|recharge|ev|kwh)$/, "charging", "recharge"],
];

function describeUnpriced(fuel: string): string {
  const key = fuel.slice(0, 30).normalize("NFD").toLowerCase().replace(/[^a-z]/g, "");
  const found = UNPRICED.find(([words]) => words.test(key));
  if (!found) return "";
  const [, name, service] = found;
  const label = toServiceLabel(service);
  return `. The source has no prices of ${name}; ` +
    `services=${service} finds stations with "${label}"`;
}

function readParam(param: Param, value: unknown, received: (param: Param) => unknown): unknown {
  if (value === undefined) {
    if (!param.required) return param.fallback;
    const fault = `Parameter "${param.name}" is missing; expected ${describeAllowed(param)}`;
    throw new DomainError("MISSING_PARAMETER", fault);
  }
  if (value instanceof Undecodable) refuse(param, value);
  const parsed = param.schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  refuse(
    param,
    received(param),
    issues.find(({ code }) => code === "invalid_format" || code === "custom")?.message,
  );
}

/**
 * Returns the parsed input of an operation in canonical form. `read` returns the raw value of a
 * parameter: undefined if it is absent, an {@link Undecodable} if it cannot be decoded. `received`
 * returns the value as it came, for error messages: a number's text may say more than the number
 * (`1e+26`). Throws the first fault in the order of the parameters as a DomainError:
 * MISSING_PARAMETER, INVALID_FUEL or INVALID_PARAMETER.
 */
export function parseInput<I>(
  operation: Operation<I, unknown>,
  read: (param: Param) => unknown,
  received: (param: Param) => unknown = read,
): I {
  const input: Record<string, unknown> = {};
  for (const { param, checks } of checkedParamsOf(operation)) {
    const value = readParam(param, read(param), received);
    if (value !== undefined) input[param.name] = value;
    for (const check of checks) {
      const fault = check.fault(input);
      if (fault) throw new DomainError("INVALID_PARAMETER", fault);
    }
  }
  return operation.canonical(input as I);
}
