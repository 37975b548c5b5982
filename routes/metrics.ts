/** `GET /metrics`. @module */

import { metricsRoute } from "../lib/http/metrics_route.ts";

export const handler = { GET: metricsRoute };
