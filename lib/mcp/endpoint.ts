/** `POST /mcp`: both eras of the protocol on one URL, one server per request, no state. @module */

import { createMcpHandler, isLegacyRequest } from "@modelcontextprotocol/server";
import type { McpContext, McpParts } from "./context.ts";
import { createGate, type GateSettings } from "./gate.ts";
import { PlainCalls } from "./plain_call.ts";
import { BODY_MAX, readBody } from "./read_body.ts";
import { NO_STORE, parseMessage, RPC, rpcError, type RpcId, type RpcMessage } from "./rpc.ts";
import { answerOldEra } from "./old_era.ts";
import { createServer } from "./server.ts";
import { Tools } from "./tools.ts";
import type { AnyOperation } from "../operations/mod.ts";

/** The decision about a counted request, and the headers that tell it. */
export type Counted = { isAllowed: boolean; afterS: number; headers: readonly [string, string][] };

/** What the endpoint is told of a request. */
export type McpRequestOptions = {
  /** Stands in log lines and in messages about our own failures. */
  requestId: string;
  /** Counts the request; asked once, after path, method, host and origin were found good. Null: no limit. */
  count(): Promise<Counted | null> | Counted | null;
};

/** The endpoint of a process. */
export type McpEndpoint = {
  /** Answers any request to `/mcp` and `/mcp/`. Never throws. */
  handle(req: Request, options: McpRequestOptions): Promise<Response>;
};

const ALLOW = "POST, OPTIONS";
const PREFLIGHT = {
  allow: ALLOW,
  "access-control-allow-methods": ALLOW,
  "access-control-allow-headers":
    "content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id",
  "access-control-max-age": "86400",
};

function refusePath(req: Request): Response | null {
  const url = new URL(req.url);
  if (!url.pathname.endsWith("/")) return null;
  return new Response(null, { status: 308, headers: { location: url.pathname.replace(/\/+$/, "") + url.search } });
}

function refuseMethod({ method }: Request): Response | null {
  if (method === "POST" || method === "OPTIONS") return null;
  const message = `Method not allowed: ${method}. This endpoint is stateless; POST JSON-RPC messages to it`;
  return rpcError(405, { code: RPC.refused, message }, { headers: { allow: ALLOW } });
}

function refuseMediaType({ headers }: Request): Response | null {
  const type = (headers.get("content-type") ?? "").split(";")[0].trim().toLowerCase();
  const encoding = (headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (type === "application/json" && encoding === "identity") return null;
  const message = "Unsupported media type: expected Content-Type: application/json without Content-Encoding";
  return rpcError(415, { code: RPC.refused, message });
}

/** The message of a body, or the response that refuses it. */
async function readMessage(req: Request): Promise<RpcMessage | Response> {
  let text: string | null;
  try {
    text = await readBody(req);
  } catch {
    return rpcError(400, { code: RPC.parse, message: "Parse error: the body is not UTF-8 or broke off" });
  }
  if (text === null) {
    return rpcError(413, { code: RPC.refused, message: `The body is over ${BODY_MAX} bytes` });
  }
  const parsed = parseMessage(text);
  if ("message" in parsed) return parsed.message;
  return rpcError(400, { code: parsed.code, message: parsed.fault }, { id: parsed.id });
}

/** The refusal of a request over the limit; it echoes the id where that can be read. */
async function refuseRate(req: Request, { afterS }: Counted): Promise<Response> {
  const read = await readMessage(req).catch(() => null);
  const id: RpcId = read === null || read instanceof Response ? null : read.id ?? null;
  const message = `Rate limit exceeded: try again in ${afterS} s`;
  return rpcError(429, { code: RPC.rateLimited, message, data: { retryAfterS: afterS } }, {
    id,
    headers: { "retry-after": String(afterS) },
  });
}

/** The request without its body, which was read already. Nothing is left running when the caller hangs up. */
function toSdkRequest(req: Request): Request {
  return new Request(req.url, { method: "POST", headers: req.headers });
}

class Endpoint implements McpEndpoint {
  readonly #gate;
  readonly #plainCalls: PlainCalls;
  readonly #contexts = new WeakMap<Request, McpContext>();
  // 2026-07-28: checks its headers and discovers. We announce no changes, so a subscription is acknowledged and ends at once.
  readonly #newEra = createMcpHandler(({ requestInfo }) => createServer(this.#contexts.get(requestInfo!)!), {
    legacy: "reject",
    onerror: (error) => this.parts.log.debug("An MCP request was refused", { error: error.message }),
  });

  constructor(private readonly parts: McpParts, private readonly settings: GateSettings) {
    this.#gate = createGate(settings);
    this.#plainCalls = new PlainCalls(parts.tools);
  }

  async handle(req: Request, options: McpRequestOptions): Promise<Response> {
    const refusal = refusePath(req) ?? refuseMethod(req) ?? this.#refuseForeign(req);
    if (refusal) return refusal;
    if (req.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
    const counted = await options.count();
    const response = counted && !counted.isAllowed ? await refuseRate(req, counted) : await this.#answer(req, options);
    for (const [name, value] of counted?.headers ?? []) response.headers.set(name, value);
    return response;
  }

  #refuseForeign(req: Request): Response | null {
    const reason = this.#gate(req);
    return reason === null ? null : rpcError(403, { code: RPC.refused, message: reason });
  }

  async #answer(req: Request, { requestId }: McpRequestOptions): Promise<Response> {
    const refusal = refuseMediaType(req);
    if (refusal) return refusal;
    const message = await readMessage(req);
    if (message instanceof Response) return message;
    try {
      return await this.#dispatch(req, message, requestId);
    } catch (error) {
      this.parts.log.error("The MCP endpoint failed", { requestId, error });
      const text = `Something failed on our side (request ${requestId}); it was logged`;
      return rpcError(500, { code: -32603, message: text }, { id: message.id });
    }
  }

  async #dispatch(req: Request, message: RpcMessage, requestId: string): Promise<Response> {
    const origin = this.settings.baseUrl ?? new URL(req.url).origin;
    const context = { ...this.parts, origin, requestId };
    const plain = await this.#plainCalls.answer(context, req, message);
    if (plain) return plain;
    if (await isLegacyRequest(req, message)) return await answerOldEra(context, req, message);
    const request = toSdkRequest(req);
    this.#contexts.set(request, context);
    const response = await this.#newEra.fetch(request, { parsedBody: message });
    // as on plain calls; a stream says it in its own words
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", NO_STORE);
    this.#plainCalls.learn(message, response);
    return response;
  }
}

/** The endpoint of CONTRACT §4. */
export function createMcpEndpoint(
  { deps, log, cache, operations }: Omit<McpParts, "tools"> & { operations: readonly AnyOperation[] },
  settings: GateSettings,
): McpEndpoint {
  return new Endpoint({ deps, log, cache, tools: new Tools(operations) }, settings);
}
