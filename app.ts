/** Makes the Fresh app that serves a service. @module */

import { App, staticFiles } from "fresh";
import { parseNetwork, toClientName } from "./lib/http/address.ts";
import { type Handler, withEdge } from "./lib/http/edge.ts";
import { errorResponse, publicError, readBusyError } from "./lib/http/errors.ts";
import { COMMON_HEADERS } from "./lib/http/headers.ts";
import { refuseMissingFile } from "./lib/http/page_quota.ts";
import { quotaHeaders } from "./lib/http/quota.ts";
import { type Endpoint, noteOf, provideState, type Service, type State } from "./lib/http/state.ts";
import { McpEndpoint } from "./lib/mcp/endpoint.ts";

/** Opens the service at the first call; each call gets the same one. */
type OpenService = () => Promise<Service>;

const UNKNOWN_PEER: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "127.0.0.1", port: 0 },
  completed: Promise.resolve(),
};

/** The answer while the service cannot be opened: the process is alive, and everything else comes later. */
function answerUnopened(req: Request): Response {
  const headers = { ...Object.fromEntries(COMMON_HEADERS), "x-request-id": noteOf(req).requestId };
  if (new URL(req.url).pathname === "/healthz") return new Response("ok\n", { headers });
  return errorResponse(publicError("SERVICE_UNAVAILABLE", "The service is starting; try again later"), headers);
}

function createMcp(service: Service): Endpoint {
  const endpoint = new McpEndpoint(service, service.config);
  const trusted = service.config.trustedProxies.map(parseNetwork);
  return ({ quota }, { req, info, requestId }) => {
    noteOf(req).route = "/mcp";
    const count = () => {
      const decision = quota.take("mcp", req, info);
      return decision && {
        isAllowed: () => decision.isAllowed,
        afterS: decision.afterS,
        toHeaders: () => Object.entries(quotaHeaders(decision)),
        charge: (cost: number) => quota.charge(decision, cost),
      };
    };
    const toClient = () => toClientName(req, { peer: info.remoteAddr, trusted });
    return endpoint.handle(req, { requestId, count, toClient }).then(async (response) => {
      if (response.status === 503) noteOf(req).reason = await readBusyError(response);
      return response;
    });
  };
}

/** The edge around an app, with the operations and `/mcp`, which the app never sees. */
export function createEdge(service: Service, app: Handler): Handler {
  return withEdge(service, { app, mcp: createMcp(service) });
}

/** An app whose handler is wrapped in the edge, whoever calls it: Fresh's server, our own or a test. */
class EdgeApp extends App<State> {
  constructor(private readonly openService: OpenService) {
    super();
  }

  override handler(): (req: Request, info?: Deno.ServeHandlerInfo) => Promise<Response> {
    const inner: Handler = super.handler();
    let edge: Handler | null = null;
    const open = async (req: Request, info: Deno.ServeHandlerInfo) => {
      try {
        edge = createEdge(await this.openService(), inner);
      } catch {
        return answerUnopened(req);
      }
      return await edge(req, info);
    };
    return async (req, info = UNKNOWN_PEER) => await (edge ?? open)(req, info);
  }
}

/** The app over a service, which the first request opens. */
export function createApp(openService: OpenService): App<State> {
  return new EdgeApp(openService).use(staticFiles()).use(refuseMissingFile).use(provideState(openService)).fsRoutes();
}
