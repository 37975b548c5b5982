/** Answers the eras up to 2025-11-25, with or without `initialize`, as JSON. @module */

import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS, type Transport } from "@modelcontextprotocol/server";
import type { McpContext } from "./context.ts";
import { NO_STORE, RPC, rpcError, type RpcMessage } from "./rpc.ts";
import { createServer } from "./server.ts";

/** Carries one message in and its answer out; whatever else a server might send is dropped, since JSON has no place for it. */
// The SDK's own HTTP transport reads bodies, sessions and streams again that are settled here, at twice the cost of a call.
class OneMessage implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #answer = Promise.withResolvers<JSONRPCMessage>();

  start(): Promise<void> {
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    if ("result" in message || "error" in message) this.#answer.resolve(message);
    return Promise.resolve();
  }

  close(): Promise<void> {
    this.onclose?.();
    return Promise.resolve();
  }

  exchange(message: JSONRPCMessage): Promise<JSONRPCMessage> {
    this.onmessage?.(message);
    return this.#answer.promise;
  }
}

/** A header that names a revision nobody knows contradicts whatever the body says; `initialize` negotiates by itself. */
function refuseVersion(req: Request, message: RpcMessage): Response | null {
  const version = req.headers.get("mcp-protocol-version");
  if (version === null || message.method === "initialize" || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return null;
  const text = `Unsupported protocol version ${JSON.stringify(version.slice(0, 40))} in MCP-Protocol-Version; ` +
    `expected one of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`;
  return rpcError(400, { code: RPC.refused, message: text }, { id: message.id ?? null });
}

/** The answer to a well-formed message: 202 without a body to notifications and responses, for there is no state. */
export async function answerOldEra(context: McpContext, req: Request, message: RpcMessage): Promise<Response> {
  const refusal = refuseVersion(req, message);
  if (refusal) return refusal;
  if (message.method === undefined || message.id === undefined) return new Response(null, { status: 202 });
  const server = createServer(context);
  const transport = new OneMessage();
  await server.connect(transport);
  try {
    const answer = await transport.exchange(message as JSONRPCMessage);
    return Response.json(answer, { headers: { "cache-control": NO_STORE } });
  } finally {
    await server.close();
  }
}
