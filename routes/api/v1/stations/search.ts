/** `/api/v1/stations/search`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { searchStations } from "../../../../lib/operations/stations/search_stations.ts";

export const handler = httpRoute(searchStations);
