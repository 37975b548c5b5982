/**
 * Documents for robots, browsers, agents and registries: `/llms.txt`, `/robots.txt`,
 * `/opensearch.xml`, `/server.json`, `/mcp/server-card`, `/.well-known/…`.
 *
 * @module
 */

import { agentDocumentRoute } from "../lib/http/documents/agents.ts";

export const config = {
  routeOverride:
    "/:path(llms\\.txt|robots\\.txt|opensearch\\.xml|en/opensearch\\.xml|server\\.json|mcp/server-card|\\.well-known/.*){/}?",
};

export const handler = agentDocumentRoute;
