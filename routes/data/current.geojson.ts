/** `/data/current.geojson`. @module */

import { httpRoute } from "../../lib/http/route.ts";
import { currentGeojson } from "../../lib/operations/mod.ts";

export const handler = httpRoute(currentGeojson);
