/** `GET /healthz`. @module */

import { healthRoute } from "../lib/http/documents.ts";

export const handler = healthRoute;
