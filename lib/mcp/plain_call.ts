/**
 * The common case, a call of a tool with nothing unusual about it, answered from the JSON that is kept: the SDK would make a
 * server and read request and result several times again, at ten times the cost. It answers all else, and decides first what
 * is usual; a test holds both ways to the same answers.
 * @module
 */

import {
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { McpContext } from "./context.ts";
import { toServerInfo } from "./identity.ts";
import { NO_STORE, type RpcMessage } from "./rpc.ts";
import type { Tools } from "./tools.ts";

type Call = RpcMessage & { id: string | number; params: { name: string; arguments?: Record<string, unknown> } };

const MAX_KNOWN = 500;
const MAX_META_LENGTH = 2_000;

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a message calls a tool of ours, with no other params than these. */
function isCall(tools: Tools, message: RpcMessage, keys: readonly string[]): message is Call {
  const { id, method, params } = message;
  return method === "tools/call" && id !== undefined && params !== undefined && tools.has(params.name) &&
    (params.arguments === undefined || isObject(params.arguments)) &&
    Object.keys(params).every((key) => keys.includes(key));
}

/** Which requests of the new era are plain. It learns from the SDK: an envelope is usual once the SDK has accepted it. */
export class PlainCalls {
  readonly #accepted = new Set<string>();

  constructor(private readonly tools: Tools) {}

  /** Notes the envelope of a call that the SDK has answered with a result. */
  learn(message: RpcMessage, response: Response): void {
    if (response.status !== 200 || !isCall(this.tools, message, ["name", "arguments", "_meta"])) return;
    const envelope = JSON.stringify(message.params._meta);
    if (envelope.length > MAX_META_LENGTH || Object.hasOwn(message.params._meta as object, "progressToken")) return;
    if (this.#accepted.size >= MAX_KNOWN) this.#accepted.clear();
    this.#accepted.add(envelope);
  }

  /** The answer to a plain call; null for every other message, which is the SDK's to answer. */
  async answer(context: McpContext, req: Request, message: RpcMessage): Promise<Response | null> {
    const version = req.headers.get("mcp-protocol-version");
    const isOld = version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
    if (isOld) {
      return isCall(this.tools, message, ["name", "arguments"])
        ? toResponse(message, (await this.tools.call(context, message.params)).json)
        : null;
    }
    if (!this.#isUsual(req, message)) return null;
    const { json } = await this.tools.call(context, message.params);
    const meta = JSON.stringify({ [SERVER_INFO_META_KEY]: toServerInfo(context.origin) });
    return toResponse(message, `${json.slice(0, -1)},"resultType":"complete","_meta":${meta}}`);
  }

  #isUsual(req: Request, message: RpcMessage): message is Call {
    if (!isCall(this.tools, message, ["name", "arguments", "_meta"])) return false;
    const { _meta: envelope, name } = message.params as Call["params"] & { _meta?: unknown };
    return isObject(envelope) && envelope[PROTOCOL_VERSION_META_KEY] === req.headers.get("mcp-protocol-version") &&
      req.headers.get("mcp-method") === "tools/call" && req.headers.get("mcp-name") === name &&
      this.#accepted.has(JSON.stringify(envelope));
  }
}

function toResponse({ id }: Call, json: string): Response {
  const body = `{"result":${json},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`;
  return new Response(body, { headers: { "content-type": "application/json", "cache-control": NO_STORE } });
}
