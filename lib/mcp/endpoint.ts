/**
 * `POST /mcp`: both eras of the protocol at one address, one server per request, no state.
 *
 * @module
 */

import {
  createMcpHandler,
  InMemoryTransport,
  isLegacyRequest,
  type JSONRPCMessage,
  type ServerEventBus,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import { RETRY_AFTER_S } from "../domain/errors.ts";
import type { AnyOperation, Backend } from "../operations/operation.ts";
import type { Config } from "../platform/config.ts";
import type { Log } from "../platform/log.ts";
import type { Bodies } from "../platform/transfer/bodies.ts";
import type { McpContext } from "./context.ts";
import {
  NO_STORE,
  readMessage,
  readRefusedId,
  refuseForNow,
  RPC,
  rpcError,
  type RpcId,
  type RpcMessage,
} from "./messages.ts";
import { createServer } from "./server.ts";
import { SUBSCRIPTION_BOUNDS, type SubscriptionBounds, Subscriptions } from "./subscriptions.ts";
import { Tools } from "./tools.ts";

type Counted = {
  /** Whether the request is within the limit; false once its cost exceeds what is left. */
  isAllowed(): boolean;
  afterS: number;
  toHeaders(): readonly [string, string][];
  /** Charges `cost` ordinary requests. Returns false if fewer are left. */
  charge(cost: number): boolean;
};

type McpRequestOptions = {
  requestId: string;
  /**
   * Counts the request. Called once, after path, method, host and origin were checked. Returns null
   * without a limit.
   */
  count(): Counted | null;
  toClient(): string;
};

const ALLOW = "POST, OPTIONS";
const PREFLIGHT = {
  allow: ALLOW,
  "access-control-allow-methods": ALLOW,
  "access-control-allow-headers":
    "content-type, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, " +
    "last-event-id",
  "access-control-max-age": "86400",
};

function refusePath({ url }: Request): Response | null {
  const search = /^[^?#]*\/mcp\/(\?[^#]*)?$/.exec(url);
  return search &&
    new Response(null, { status: 308, headers: { location: `/mcp${search[1] ?? ""}` } });
}

function refuseMethod({ method }: Request): Response | null {
  if (method === "POST" || method === "OPTIONS") return null;
  const message =
    `Method not allowed: ${method}. This endpoint is stateless; POST JSON-RPC messages to it`;
  return rpcError(405, { code: RPC.refused, message }, { headers: { allow: ALLOW } });
}

function refuseMediaType({ headers }: Request): Response | null {
  const type = (headers.get("content-type") ?? "").replace(/;.*/s, "").trim().toLowerCase();
  const encoding = (headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (type === "application/json" && encoding === "identity") return null;
  const message =
    "Unsupported media type: expected Content-Type: application/json without Content-Encoding";
  return rpcError(415, { code: RPC.refused, message });
}

const LOCAL_HOSTS = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** Returns host and port as both schemes write them: default ports are left out. */
function toHosts(origins: readonly string[]): Set<string> {
  return new Set(origins.flatMap((origin) => {
    const { host, hostname, port, protocol } = new URL(origin);
    return port === "" ? [host, `${hostname}:${protocol === "https:" ? 443 : 80}`] : [host];
  }));
}

type HostSettings = Pick<Config, "baseUrl" | "allowedOrigins">;

/**
 * Rejects foreign hosts and origins (DNS rebinding). Allows `BASE_URL`, localhost and
 * `ALLOWED_ORIGINS`, and requests without `Origin`.
 */
// The SDK's own check ignores ports.
function createHostCheck(
  { baseUrl, allowedOrigins }: HostSettings,
): (req: Request) => Response | null {
  const origins = new Set([...(baseUrl ? [baseUrl] : []), ...allowedOrigins]);
  const hosts = toHosts([...origins]);
  const quote = (text: string) => JSON.stringify(text.slice(0, 100));
  const refuse = (message: string) => rpcError(403, { code: RPC.refused, message });
  const isAllowed = (host: string) => {
    // Rejects texts that are not exactly a host.
    const url = /^[^\s/?#@\\]+$/.test(host) ? URL.parse(`http://${host}`) : null;
    return url !== null &&
      (LOCAL_HOSTS.has(url.hostname) || hosts.has(url.host) || hosts.has(host.toLowerCase()));
  };
  return (req) => {
    const host = req.headers.get("host") ?? new URL(req.url).host;
    if (!isAllowed(host)) {
      return refuse(
        `Host ${quote(host)} is not allowed; set BASE_URL or ALLOWED_ORIGINS to serve it`,
      );
    }
    const origin = req.headers.get("origin");
    if (origin === null) return null;
    const originUrl = URL.parse(origin);
    const isOrigin = originUrl && /^https?:$/.test(originUrl.protocol) &&
      originUrl.origin === origin.toLowerCase();
    if (isOrigin && (LOCAL_HOSTS.has(originUrl.hostname) || origins.has(originUrl.origin))) {
      return null;
    }
    return refuse(
      `Origin ${quote(origin)} is not allowed; set ALLOWED_ORIGINS to let its pages call`,
    );
  };
}

function refuseRate(id: RpcId, { afterS }: Counted): Response {
  return refuseForNow(429, {
    id,
    message: `Rate limit exceeded: try again in ${afterS} s`,
    retryAfterS: afterS,
  });
}

/**
 * Rejects an unknown revision in the header, whatever the body says. `initialize` negotiates the
 * revision itself.
 */
function refuseVersion(req: Request, message: RpcMessage): Response | null {
  const version = req.headers.get("mcp-protocol-version");
  if (
    version === null || message.method === "initialize" ||
    SUPPORTED_PROTOCOL_VERSIONS.includes(version)
  ) return null;
  const text =
    `Unsupported protocol version ${
      JSON.stringify(version.slice(0, 40))
    } in MCP-Protocol-Version; ` +
    `expected one of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`;
  return rpcError(400, { code: RPC.refused, message: text }, { id: message.id ?? null });
}

/** The parts of the process that the endpoint uses. */
type McpService = {
  config: HostSettings;
  backend: Backend;
  log: Log;
  bodies: Bodies;
  operations: readonly AnyOperation[];
  /** Aborted when the process shuts down, so that open streams end. */
  ending: AbortSignal;
};

/** The endpoint of a process, as docs/contract.md describes it. */
export class McpEndpoint {
  readonly #refuseForeign;
  readonly #tools: Tools;
  readonly #subscriptions: Subscriptions;

  constructor(
    private readonly service: McpService,
    bounds: SubscriptionBounds = SUBSCRIPTION_BOUNDS,
  ) {
    this.#refuseForeign = createHostCheck(service.config);
    this.#tools = new Tools(service.operations);
    this.#subscriptions = new Subscriptions(service, bounds);
    service.ending.addEventListener("abort", () => this.#subscriptions.close());
  }

  /** Handles any request to `/mcp` and `/mcp/`. Never throws. */
  async handle(req: Request, options: McpRequestOptions): Promise<Response> {
    const refusal = refusePath(req) ?? refuseMethod(req) ?? this.#refuseForeign(req);
    if (refusal) return refusal;
    if (req.method === "OPTIONS") return new Response(null, { status: 204, headers: PREFLIGHT });
    const counted = options.count();
    const response = counted && !counted.isAllowed()
      ? refuseRate(await readRefusedId(req, this.service.bodies), counted)
      : await this.#answer(req, options, counted);
    for (const [name, value] of counted?.toHeaders() ?? []) response.headers.set(name, value);
    return response;
  }

  async #answer(
    req: Request,
    options: McpRequestOptions,
    counted: Counted | null,
  ): Promise<Response> {
    const refusal = refuseMediaType(req);
    if (refusal) return refusal;
    const message = await readMessage(req, this.service.bodies);
    if (message instanceof Response) return message;
    const { requestId } = options;
    try {
      const { config, backend, log } = this.service;
      const version = req.headers.get("mcp-protocol-version");
      const context: McpContext = {
        backend,
        log,
        toOrigin: () => config.baseUrl ?? new URL(req.url).origin,
        requestId,
        params: message.params ?? {},
        isNewEra: version !== null && !SUPPORTED_PROTOCOL_VERSIONS.includes(version),
        charge: (cost) => counted?.charge(cost) ?? true,
      };
      const response = await isLegacyRequest(req, message)
        ? await this.#answerOldEra(context, req, message)
        : await this.#answerNewEra(context, { req, message, toClient: options.toClient });
      if (context.busy) {
        // Replaces whatever response the SDK made.
        const text = `${context.busy.message}: try again in ${RETRY_AFTER_S} s`;
        return refuseForNow(503, { id: message.id, message: text, retryAfterS: RETRY_AFTER_S });
      }
      return counted && !counted.isAllowed() ? refuseRate(message.id ?? null, counted) : response;
    } catch (error) {
      this.service.log.error("The MCP endpoint failed", { requestId, error });
      const text = `Something failed on our side (request ${requestId}); it was logged`;
      return rpcError(500, { code: RPC.internal, message: text }, { id: message.id });
    }
  }

  /**
   * Handles revision 2026-07-28, for which the SDK checks headers and discovery. A subscription
   * without watchable resources ends at once.
   */
  async #answerNewEra(
    context: McpContext,
    { req, message, toClient }: { req: Request; message: RpcMessage; toClient(): string },
  ): Promise<Response> {
    // Without the body, which was already read, and without the signal, so that the call ends even
    // if the caller hangs up.
    const request = new Request(req.url, { method: "POST", headers: req.headers });
    const createHandler = (bus?: ServerEventBus) =>
      createMcpHandler(() => createServer(context, this.#tools), {
        legacy: "reject",
        bus,
        onerror: (error) =>
          context.log.debug("The SDK rejected an MCP request", { error: error.message }),
      });
    if (message.method === "subscriptions/listen" && message.id !== undefined) {
      return await this.#subscriptions.listen(message, {
        client: toClient(),
        request,
        createHandler,
      });
    }
    const response = await createHandler().fetch(request, { parsedBody: message });
    // Streams have their own Cache-Control.
    if (!response.headers.has("cache-control")) response.headers.set("cache-control", NO_STORE);
    return response;
  }

  /**
   * Handles the eras up to 2025-11-25, with or without `initialize`, always as JSON: the SDK's HTTP
   * transport for them rejects a caller whose `Accept` does not list streams. Returns 202 without a
   * body for notifications and responses, because the endpoint is stateless.
   */
  async #answerOldEra(context: McpContext, req: Request, message: RpcMessage): Promise<Response> {
    const refusal = refuseVersion(req, message);
    if (refusal) return refusal;
    if (message.method === undefined || message.id === undefined) {
      return new Response(null, { status: 202 });
    }
    const server = createServer(context, this.#tools);
    const [client, transport] = InMemoryTransport.createLinkedPair();
    const answer = Promise.withResolvers<JSONRPCMessage>();
    client.onmessage = (sent) => {
      if ("result" in sent || "error" in sent) answer.resolve(sent);
    };
    await server.connect(transport);
    try {
      await client.send(message as JSONRPCMessage);
      return Response.json(await answer.promise, { headers: { "cache-control": NO_STORE } });
    } finally {
      await server.close();
    }
  }
}
