/** The official MCP client. @module */

export * from "npm:@modelcontextprotocol/client@2.4.0";
