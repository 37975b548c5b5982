/** `/data/current.csv`. @module */

import { httpRoute } from "../../lib/http/route.ts";
import { currentCsv } from "../../lib/operations/mod.ts";

export const handler = httpRoute(currentCsv);
