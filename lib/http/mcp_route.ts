/** Serves the MCP endpoint as a route: counts its requests and identifies its clients. @module */

import { setTimeout as delay } from "node:timers/promises";
import { BusyError } from "../domain/errors.ts";
import { parseNetwork, toClientName } from "./address.ts";
import { BUSY_WAIT_MS } from "./errors.ts";
import { quotaHeaders } from "./quota/quota.ts";
import { methodResponse } from "./methods.ts";
import type { Ctx, Service } from "./state.ts";

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

/**
 * Returns the handler of `/mcp` for all methods. Each service has one endpoint, created on its
 * first request.
 */
export function mcpRoute(
  createEndpoint: (service: Service) => Endpoint,
): (ctx: Ctx) => Promise<Response> {
  const endpoints = new WeakMap<Service, Endpoint>();
  return async ({ req, info, state }) => {
    const { service, requestId } = state;
    if (!/^(GET|HEAD|OPTIONS|POST|PUT|PATCH|DELETE)$/.test(req.method)) {
      return methodResponse(req.method, "POST, OPTIONS");
    }
    const endpoint = endpoints.getOrInsertComputed(service, createEndpoint);
    const trusted = service.config.trustedProxies;
    const response = await endpoint.handle(req, {
      requestId,
      count: () => countCall(service, { req, info }),
      toClient: () =>
        toClientName(req, { peer: info.remoteAddr, trusted: trusted.map(parseNetwork) }),
    });
    if (response.status === 503) {
      state.unavailable = new BusyError((await response.clone().json()).error.message);
      await delay(BUSY_WAIT_MS);
    }
    return response;
  };
}
