/**
 * Answers plain tool calls with the cached JSON of their results, without the SDK, which makes a server for each request and
 * validates request and result again: without this a client has half of its calls a second (docs/performance.md).
 * @module
 */

import { PROTOCOL_VERSION_META_KEY, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import type { McpContext } from "./context.ts";
import { isObject, NO_STORE, type RpcMessage } from "./messages.ts";
import { toServerInfo } from "./server.ts";
import type { Tools } from "./tools.ts";

type Params = { name: string; arguments?: Record<string, unknown>; _meta?: unknown };
type Call = RpcMessage & { id: string | number; params: Params };

const PARAMS = ["name", "arguments", "_meta"];
const MAX_ENVELOPES = 500;
const MAX_ENVELOPE_LENGTH = 2_000;

/** Whether a message calls a tool, with no other params than those above. */
function isCall(tools: Tools, message: RpcMessage): message is Call {
  const { id, method, params } = message;
  return method === "tools/call" && id !== undefined && params !== undefined && tools.has(params.name) &&
    (params.arguments === undefined || isObject(params.arguments)) &&
    Object.keys(params).every((key) => PARAMS.includes(key));
}

/** Answers calls of older revisions with a name and arguments only, and those of 2026-07-28 with an envelope seen before. */
export class PlainCalls {
  readonly #accepted = new Set<string>();

  constructor(private readonly tools: Tools) {}

  /** Remembers the envelope of a call for which the SDK returned a result. */
  learn(message: RpcMessage, response: Response): void {
    if (response.status !== 200 || !isCall(this.tools, message)) return;
    const { _meta: envelope } = message.params;
    const text = JSON.stringify(envelope);
    if (!isObject(envelope) || text.length > MAX_ENVELOPE_LENGTH || Object.hasOwn(envelope, "progressToken")) return;
    if (this.#accepted.size >= MAX_ENVELOPES) this.#accepted.clear();
    this.#accepted.add(text);
  }

  /** The answer to a plain call; null for every other message, and for a question to a person: those are left to the SDK. */
  async answer(context: McpContext, req: Request, message: RpcMessage): Promise<Response | null> {
    const { isNewEra } = context;
    if (!isCall(this.tools, message)) return null;
    if (isNewEra ? !this.#isAccepted(req, message) : Object.hasOwn(message.params, "_meta")) return null;
    const { json, isQuestion } = await this.tools.call(context, message.params.name);
    if (isQuestion) return null;
    if (!isNewEra) return toResponse(message, json);
    const meta = JSON.stringify({ [SERVER_INFO_META_KEY]: toServerInfo(context.toOrigin()) });
    return toResponse(message, `${json.slice(0, -1)},"resultType":"complete","_meta":${meta}}`);
  }

  /** Whether a call of 2026-07-28 has the headers that belong to it and an envelope that was accepted before. */
  #isAccepted({ headers }: Request, { params: { name, _meta: envelope } }: Call): boolean {
    return isObject(envelope) && envelope[PROTOCOL_VERSION_META_KEY] === headers.get("mcp-protocol-version") &&
      headers.get("mcp-method") === "tools/call" && headers.get("mcp-name") === name &&
      this.#accepted.has(JSON.stringify(envelope));
  }
}

function toResponse({ id }: Call, json: string): Response {
  const response = new Response(`{"result":${json},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`);
  // set afterwards: a constructor that is given more than one header copies the response
  response.headers.set("content-type", "application/json");
  response.headers.set("cache-control", NO_STORE);
  return response;
}
