/** `/healthz`. @module */

import { httpRoute } from "../lib/http/route.ts";
import { alive } from "../lib/operations/mod.ts";

export const handler = httpRoute(alive);
