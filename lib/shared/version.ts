/** Names the version of the contract that API, tools and documents follow. @module */

/** Semantic version; the `info.version` of OpenAPI and the version of the MCP server. */
export const VERSION = "1.0.0";
