/** Makes the JSON Schemas of the tools from the operations. @module */

import { z } from "zod";
import { instantField } from "../domain/wire.ts";
import type { Operation } from "../operations/mod.ts";

/** A JSON Schema whose root is an object. */
export type ObjectSchema = { type: "object"; [key: string]: unknown };

type Node = Record<string, unknown>;

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Bounds that only say "a safe integer", patterns that a `format` already tells and longest lengths of answers cost tokens
 * and tell nothing.
 */
function isNoise(node: Node, key: string, open: boolean): boolean {
  if (key === "$schema") return true;
  if (key === "maxLength" || key === "maxItems") return open;
  if (key === "maximum" || key === "minimum") return Math.abs(node[key] as number) === Number.MAX_SAFE_INTEGER;
  return key === "pattern" && "format" in node;
}

/** The node without noise, and every object in it closed (`open` false) or open to fields of later versions. */
function tidy(value: unknown, open: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => tidy(item, open));
  if (!isNode(value)) return value;
  const kept = Object.entries(value).filter(([key]) => !isNoise(value, key, open));
  const node = Object.fromEntries(kept.map(([key, inner]) => [key, tidy(inner, open)])) as Node;
  if (node.type === "object") {
    // Open objects are told by silence: "additionalProperties": true is the default, and boolean schemas upset clients.
    if (open) delete node.additionalProperties;
    else node.additionalProperties = false;
  }
  return node;
}

/** The arguments of a tool: flat, strict, with defaults, bounds and units. */
export function toInputSchema(operation: Pick<Operation, "input">): ObjectSchema {
  return tidy(z.toJSONSchema(operation.input, { io: "input" }), false) as ObjectSchema;
}

const commonMeta = {
  version: z.literal("v1"),
  generated_at: instantField.describe("Instant of the last good reading of the State's feed: the now of this answer"),
  feed_at: instantField.optional().describe("Newest time of a price in the feed"),
  source: z.enum(["official", "file", "sample"]).describe("sample: invented data"),
  notice: z.string().max(200).optional().describe("Present when the data are invented"),
  attribution: z.string().max(300).describe("Name this source when you pass the answer on"),
  license: z.string().max(30),
};

/** The structured content of a tool: the body that REST answers, open to fields of later versions. */
export function toOutputSchema(operation: Pick<Operation, "output" | "meta">): ObjectSchema {
  const body = z.object({ data: operation.output, meta: z.object({ ...commonMeta, ...operation.meta }) });
  return tidy(z.toJSONSchema(body, { io: "output" }), true) as ObjectSchema;
}
