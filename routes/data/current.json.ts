/** `/data/current.json`. @module */

import { httpRoute } from "../../lib/http/route.ts";
import { currentJson } from "../../lib/operations/mod.ts";

export const handler = httpRoute(currentJson);
