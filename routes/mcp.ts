/** `/mcp`. @module */

import { mcpRoute } from "../lib/http/mcp_route.ts";
import { McpEndpoint } from "../lib/mcp/endpoint.ts";

export const handler = mcpRoute((service) => new McpEndpoint(service));
