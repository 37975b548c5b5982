/** Lists and calls the tools: every operation that has one. @module */

import type { CallToolResult, Tool as ListedTool } from "@modelcontextprotocol/server";
import { type AnyOperation, toBody, toBodyJson } from "../operations/mod.ts";
import { dropSafeBounds, type JsonSchema, toJsonSchema, toOutline } from "../operations/json_schema.ts";
import { parseArguments } from "./arguments.ts";
import { badParams, type McpContext, toRefusal } from "./context.ts";

/** A result as JSON, as it is stored for every caller. */
export type Called = { json: string };

type ObjectSchema = JsonSchema & { type: "object" };

/** What clients list of a tool. Its arguments are strict; its result is the body that REST answers, open to later fields. */
function toListed(operation: AnyOperation): ListedTool {
  const { title, tool, input, output } = operation;
  const { name, description, app } = tool!;
  return {
    name,
    title,
    description,
    inputSchema: toJsonSchema(input, dropSafeBounds) as ObjectSchema,
    outputSchema: { type: "object", properties: { data: toOutline(toJsonSchema(output)), meta: { type: "object" } } },
    annotations: { title, readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    // the flat key is what hosts read that were written before the extension was final
    ...(app ? { _meta: { ui: { resourceUri: app }, "ui/resourceUri": app } } : {}),
  };
}

/** The tools of some operations. */
export class Tools {
  /** In the order of the operations. */
  readonly list: readonly ListedTool[];
  readonly #byName: ReadonlyMap<string, AnyOperation>;

  constructor(operations: readonly AnyOperation[]) {
    this.#byName = new Map(operations.flatMap((operation) => operation.tool ? [[operation.tool.name, operation]] : []));
    this.list = [...this.#byName.values()].map(toListed);
  }

  /** Whether a tool has this name. */
  has(name: unknown): name is string {
    return typeof name === "string" && this.#byName.has(name);
  }

  /**
   * Calls a tool with the arguments of the request: `structuredContent` is the body that REST answers, the text says the same to a reader. What the caller can
   * mend is answered with `isError`. Throws the JSON-RPC error −32602 for an unknown tool.
   */
  async call(context: McpContext, name: string): Promise<Called> {
    const operation = this.#require(name);
    try {
      const input = parseArguments(operation, context.params.arguments ?? {});
      return await findResult(context, operation, input);
    } catch (error) {
      const { code, message } = toRefusal(error, context);
      const advice = code === "STATION_NOT_FOUND" ? ". Take an id from search_stations_nearby" : "";
      const text = `${code}: ${message}${advice}`;
      const result: CallToolResult = { content: [{ type: "text", text }], isError: true };
      return { json: JSON.stringify(result) };
    }
  }

  #require(name: string): AnyOperation {
    const operation = this.#byName.get(name);
    if (operation) return operation;
    const shown = JSON.stringify(name.slice(0, 60));
    throw badParams(`Unknown tool ${shown}; the tools are ${[...this.#byName.keys()].join(", ")}`);
  }
}

/** JSON with the euro sign and its like as escapes: one such character doubles what the whole answer takes, and its encoding. */
function toNarrowJson(value: unknown): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(value).replace(/[^\0-\xff]/g, toEscape);
}

function findResult({ cache }: McpContext, operation: AnyOperation, input: unknown): Called | Promise<Called> {
  return cache.find<unknown, Called>({ operation, input, form: "tool" }, (found) => {
    const text = operation.tool!.toText(toBody(found), input);
    const content = toNarrowJson([{ type: "text", text }]);
    const json = `{"content":${content},"structuredContent":${toBodyJson(operation, found)}}`;
    return { value: { json }, size: json.length };
  });
}
