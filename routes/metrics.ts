/** `GET /metrics`. @module */

import { metricsRoute } from "../lib/http/metrics.ts";

export const handler = { GET: metricsRoute };
