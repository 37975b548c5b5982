/** The MCP endpoint's front door. @module */

export { type Counted, createMcpEndpoint, type McpEndpoint, type McpRequestOptions } from "./endpoint.ts";
export type { McpParts } from "./context.ts";
