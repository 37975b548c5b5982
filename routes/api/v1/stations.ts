/** `/api/v1/stations`. @module */

import { httpRoute } from "../../../lib/http/route.ts";
import { listStations } from "../../../lib/operations/stations/list_stations.ts";

export const handler = httpRoute(listStations);
