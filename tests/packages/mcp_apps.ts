/** The official host of MCP Apps. @module */

export * from "npm:@modelcontextprotocol/ext-apps@2.0.4/app-bridge";
