/** `/api/v1/stations/route`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { routeStations } from "../../../../lib/operations/route/route_stations.ts";

export const handler = httpRoute(routeStations);
