/** `/data/shortages.json`. @module */

import { httpRoute } from "../../lib/http/route.ts";
import { shortagesJson } from "../../lib/operations/mod.ts";

export const handler = httpRoute(shortagesJson);
