/** The tools: every operation that has a tool's name, listed and called. @module */

import type { CallToolResult, Tool } from "@modelcontextprotocol/server";
import { answer, type Deps, type Operation, operations } from "../operations/mod.ts";
import { APP_OF_TOOL } from "./app/mod.ts";
import { parseArguments } from "./arguments.ts";
import { badParams, type McpContext, toRefusal } from "./context.ts";
import { toInputSchema, toOutputSchema } from "./schemas.ts";
import { renderText } from "./text/mod.ts";

// deno-lint-ignore no-explicit-any -- the list of operations is of different inputs, each run with what its own parsed
type AnyOperation = Operation<any, unknown>;

function toTool(operation: AnyOperation): Tool {
  const name = operation.tool!;
  const app = APP_OF_TOOL[name];
  return {
    name,
    title: operation.title,
    description: operation.toolDescription,
    inputSchema: toInputSchema(operation),
    outputSchema: toOutputSchema(operation),
    annotations: {
      title: operation.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    // the flat key is what hosts read that were written before the extension was final
    ...(app ? { _meta: { ui: { resourceUri: app }, "ui/resourceUri": app } } : {}),
  };
}

const byName = new Map<string, AnyOperation>(
  operations.flatMap((operation) => operation.tool === null ? [] : [[operation.tool, operation]]),
);

/** All tools in the order of the operations. */
export const TOOLS: readonly Tool[] = [...byName.values()].map(toTool);

function requireTool(name: string): AnyOperation {
  const operation = byName.get(name);
  if (operation) return operation;
  const shown = JSON.stringify(name.slice(0, 60));
  throw badParams(`Unknown tool ${shown}; the tools are ${[...byName.keys()].join(", ")}`);
}

async function makeResult(operation: AnyOperation, deps: Deps, input: unknown) {
  const { body, state } = await answer(operation, deps, input);
  const text = renderText(operation.id, body, input);
  const result: CallToolResult = { content: [{ type: "text", text }], structuredContent: body };
  const json = JSON.stringify(result);
  return { result: { result, json }, state, size: json.length };
}

/** Whether a tool has this name. */
export function isTool(name: unknown): name is string {
  return typeof name === "string" && byName.has(name);
}

/** A result and, as it is kept for every caller, its JSON. */
export type Called = { result: CallToolResult; json: string };

/**
 * Calls a tool: `structuredContent` is the body that REST answers, the text says the same to a reader. What the caller can
 * mend is answered with `isError`. Throws the JSON-RPC error −32602 for an unknown tool.
 */
export async function callTool(
  context: McpContext,
  params: { name: string; arguments?: Record<string, unknown> },
): Promise<Called> {
  const operation = requireTool(params.name);
  try {
    const input = parseArguments(operation, params.arguments ?? {});
    return await context.calls.find(operation, input, () => makeResult(operation, context.deps, input));
  } catch (error) {
    const { code, message } = toRefusal(error, context);
    const advice = code === "STATION_NOT_FOUND" ? ". Take an id from search_stations_nearby" : "";
    const result: CallToolResult = { content: [{ type: "text", text: `${code}: ${message}${advice}` }], isError: true };
    return { result, json: JSON.stringify(result) };
  }
}
