/** `/api/v1/stations/bbox`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { boxStations } from "../../../../lib/operations/stations/box_stations.ts";

export const handler = httpRoute(boxStations);
