/** Makes the JSON Schemas of OpenAPI, of the tools and of parameters from zod's schemas. @module */

import { z } from "zod";

/** A JSON Schema (2020-12), or any part of one. */
export type JsonSchema = Record<string, unknown>;

/** Takes from one node of a JSON Schema what its reader has no use for. */
type Trim = (node: JsonSchema) => void;

/** A schema as JSON Schema. Objects are open, so that v1 can grow, unless they are strict. */
export function toJsonSchema(schema: z.ZodType, ...trims: readonly Trim[]): JsonSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: "input" });
  // only now: zod would join what is trimmed to a union of types, which some clients do not know
  trimNodes(json, [dropDatePattern, ...trims]);
  return json;
}

function trimNodes(value: unknown, trims: readonly Trim[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const trim of trims) trim(value as JsonSchema);
  for (const inner of Object.values(value)) trimNodes(inner, trims);
}

/** The format says it already, and says it to people. */
function dropDatePattern(node: JsonSchema): void {
  if (node.format === "date-time" || node.format === "date") delete node.pattern;
}

/** Drops the bounds of all safe integers. */
export function dropSafeBounds(node: JsonSchema): void {
  for (const key of ["minimum", "maximum"]) {
    if (Math.abs(node[key] as number) === Number.MAX_SAFE_INTEGER) delete node[key];
  }
}
