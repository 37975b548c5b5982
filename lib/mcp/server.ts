/** Builds the MCP server that answers one request: nothing of it outlives the answer. @module */

import { Server } from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { APP_EXTENSION } from "./app/mod.ts";
import { complete, type CompletionQuestion } from "./completion.ts";
import { guarded, type McpContext } from "./context.ts";
import { INSTRUCTIONS, toServerInfo } from "./identity.ts";
import { getPrompt, PROMPTS } from "./prompts.ts";
import { readResource, RESOURCE_TEMPLATES, RESOURCES } from "./resources.ts";

/** How long clients may keep lists and discovery: they change with a release only. */
const LIST_HINT = { ttlMs: 3_600_000, cacheScope: "public" } as const;

const OPTIONS = {
  capabilities: {
    tools: { listChanged: false },
    resources: { listChanged: false, subscribe: false },
    prompts: { listChanged: false },
    completions: {},
    extensions: { [APP_EXTENSION]: {} },
  },
  instructions: INSTRUCTIONS,
  cacheHints: {
    "server/discover": LIST_HINT,
    "tools/list": LIST_HINT,
    "prompts/list": LIST_HINT,
    "resources/list": LIST_HINT,
    "resources/templates/list": LIST_HINT,
  },
  // The SDK makes one per server, which costs more than the call; we never ask a client for input, so it stays idle.
  jsonSchemaValidator: new AjvJsonSchemaValidator(),
};

/** A server for one request. Both eras are served by the same handlers. */
// The low-level class is what the SDK names for cases like ours: fixed lists, and refusals in REST's own words.
export function createServer(context: McpContext): Server {
  const server = new Server(toServerInfo(context.origin), OPTIONS);
  server.setRequestHandler("tools/list", () => ({ tools: [...context.tools.list] }));
  server.setRequestHandler(
    "tools/call",
    guarded(
      context,
      async (params: { name: string; arguments?: Record<string, unknown> }) =>
        (await context.tools.call(context, params)).result,
    ),
  );
  server.setRequestHandler("resources/list", () => ({ resources: [...RESOURCES] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: RESOURCE_TEMPLATES }));
  server.setRequestHandler(
    "resources/read",
    guarded(context, (params: { uri: string }) => readResource(context, params)),
  );
  server.setRequestHandler("prompts/list", () => ({ prompts: [...PROMPTS] }));
  server.setRequestHandler("prompts/get", guarded(context, getPrompt));
  server.setRequestHandler(
    "completion/complete",
    guarded(context, (params: CompletionQuestion) => complete(context, params)),
  );
  return server;
}
