/** `GET /mcp/server-card`. @module */

import { agentDocumentRoute } from "../../lib/http/agent_documents.ts";

export const handler = agentDocumentRoute;
