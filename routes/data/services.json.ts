/** `/data/services.json`. @module */

import { httpRoute } from "../../lib/http/route.ts";
import { servicesJson } from "../../lib/operations/mod.ts";

export const handler = httpRoute(servicesJson);
