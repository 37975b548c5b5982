/** `/api/v1/stations/{id}`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { lookupStation } from "../../../../lib/operations/stations/lookup_station.ts";

export const handler = httpRoute(lookupStation);
