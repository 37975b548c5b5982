/** `POST /mcp`: the tools for agents, counted in a bucket of their own. @module */

import { quotaHeaders } from "../lib/http/quota.ts";
import type { Ctx, Service } from "../lib/http/state.ts";
import { createMcpEndpoint, type McpEndpoint } from "../lib/mcp/endpoint.ts";

/** `/mcp/` is redirected rather than unknown. */
export const config = { routeOverride: "/mcp{/}?" };

const endpoints = new WeakMap<Service, McpEndpoint>();

function endpointOf(service: Service): McpEndpoint {
  let endpoint = endpoints.get(service);
  if (!endpoint) endpoints.set(service, endpoint = createMcpEndpoint(service, service.config));
  return endpoint;
}

/** Answers all methods: path, method, host and origin, quota, media type, body, in this order. */
export async function handler(ctx: Ctx): Promise<Response> {
  const { service, requestId } = ctx.state;
  return await endpointOf(service).handle(ctx.req, {
    requestId,
    count: async () => {
      const decision = await service.quota.take("mcp", ctx.req, ctx.info);
      return decision && { ...decision, headers: Object.entries(quotaHeaders(decision)) };
    },
  });
}
