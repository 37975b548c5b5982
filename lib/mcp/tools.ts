/** Lists and calls the tools: every operation that has one. @module */

import type { CallToolResult, Tool as ListedTool } from "@modelcontextprotocol/server";
import { type AnswerCache, type AnyOperation, type Body, toBodyJson } from "../operations/mod.ts";
import { parseArguments } from "./arguments.ts";
import { badParams, type McpContext, toRefusal } from "./context.ts";
import { toInputSchema, toOutputSchema } from "./schemas.ts";

/** A result and, as it is kept for every caller, its JSON. */
export type Called = { result: CallToolResult; json: string };

function toListed(operation: AnyOperation): ListedTool {
  const { title, tool } = operation;
  const { name, description, app } = tool!;
  return {
    name,
    title,
    description,
    inputSchema: toInputSchema(operation),
    outputSchema: toOutputSchema(operation),
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
   * Calls a tool: `structuredContent` is the body that REST answers, the text says the same to a reader. What the caller can
   * mend is answered with `isError`. Throws the JSON-RPC error −32602 for an unknown tool.
   */
  async call(
    context: McpContext,
    params: { name: string; arguments?: Record<string, unknown> },
  ): Promise<Called> {
    const operation = this.#require(params.name);
    try {
      const input = parseArguments(operation, params.arguments ?? {});
      return await findResult(context.cache, operation, input);
    } catch (error) {
      const { code, message } = toRefusal(error, context);
      const advice = code === "STATION_NOT_FOUND" ? ". Take an id from search_stations_nearby" : "";
      const text = `${code}: ${message}${advice}`;
      const result: CallToolResult = { content: [{ type: "text", text }], isError: true };
      return { result, json: JSON.stringify(result) };
    }
  }

  #require(name: string): AnyOperation {
    const operation = this.#byName.get(name);
    if (operation) return operation;
    const shown = JSON.stringify(name.slice(0, 60));
    throw badParams(`Unknown tool ${shown}; the tools are ${[...this.#byName.keys()].join(", ")}`);
  }
}

function findResult(cache: AnswerCache, operation: AnyOperation, input: unknown): Called | Promise<Called> {
  return cache.find<unknown, Called>({ operation, input, form: "tool" }, (found) => {
    const bodyJson = toBodyJson(operation, found);
    const body: Body = JSON.parse(bodyJson);
    const text = operation.tool!.toText(body, input);
    const result: CallToolResult = { content: [{ type: "text", text }], structuredContent: body };
    const json = `{"content":${JSON.stringify(result.content)},"structuredContent":${bodyJson}}`;
    return { value: { result, json }, size: 2 * json.length };
  });
}
