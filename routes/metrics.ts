/** `GET /metrics`. @module */

import { byMethod } from "../lib/http/methods.ts";
import { metricsRoute } from "../lib/http/metrics_route.ts";

export const handler = byMethod({ GET: metricsRoute });
