/**
 * What robots, agents and registries look for: `/llms.txt`, `/robots.txt`, `/server.json`,
 * `/mcp/server-card`, `/.well-known/…`.
 *
 * @module
 */

import { agentDocumentRoute } from "../lib/http/documents/agents.ts";

export const config = {
  routeOverride:
    "/:path(llms\\.txt|robots\\.txt|server\\.json|mcp/server-card|\\.well-known/.*){/}?",
};

export const handler = agentDocumentRoute;
