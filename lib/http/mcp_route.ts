/** Serves the MCP endpoint as a route: counts its requests and names its clients. @module */

import { BusyError } from "../domain/errors.ts";
import { parseNetwork, toClientName } from "./address.ts";
import { quotaHeaders } from "./quota.ts";
import { methodResponse } from "./route.ts";
import { type Ctx, noteOf, type Service } from "./state.ts";

type Endpoint = {
  handle(
    req: Request,
    options: { requestId: string; count(): ReturnType<typeof countCall>; toClient(): string },
  ): Promise<Response>;
};

function countCall({ quota }: Service, { req, info }: Pick<Ctx, "req" | "info">) {
  const decision = quota.take("mcp", req, info);
  return decision && {
    isAllowed: () => decision.isAllowed,
    afterS: decision.afterS,
    toHeaders: () => Object.entries(quotaHeaders(decision)),
    charge: (cost: number) => quota.charge(decision, cost),
  };
}

/** The handler of `/mcp` for all methods. Each service has one endpoint, made at its first request. */
export function mcpRoute(createEndpoint: (service: Service) => Endpoint): (ctx: Ctx) => Promise<Response> {
  const endpoints = new WeakMap<Service, Endpoint>();
  return async ({ req: routed, state: { service } }) => {
    const note = noteOf(routed);
    const { req, info, requestId } = note.parts!;
    if (!/^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/.test(req.method)) {
      return methodResponse(req.method, "POST, OPTIONS");
    }
    note.route = "/mcp";
    const endpoint = endpoints.getOrInsertComputed(service, createEndpoint);
    const trusted = service.config.trustedProxies;
    const response = await endpoint.handle(req, {
      requestId,
      count: () => countCall(service, { req, info }),
      toClient: () => toClientName(req, { peer: info.remoteAddr, trusted: trusted.map(parseNetwork) }),
    });
    if (response.status === 503) note.reason = new BusyError((await response.clone().json()).error.message);
    return response;
  };
}
