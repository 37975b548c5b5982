/** `/data/motorway-areas.json`. @module */

import { httpRoute } from "../../lib/http/route.ts";
import { motorwayAreasJson } from "../../lib/operations/mod.ts";

export const handler = httpRoute(motorwayAreasJson);
