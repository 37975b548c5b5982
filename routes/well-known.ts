/** The documents below `/.well-known`. @module */

import type { RouteConfig } from "fresh";
import { agentDocumentRoute } from "../lib/http/agent_documents.ts";

export const config: RouteConfig = { routeOverride: "/.well-known/:path*" };

export const handler = agentDocumentRoute;
