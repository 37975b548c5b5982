/** `/api/v1/prices/compare`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { comparePrice } from "../../../../lib/operations/stations/compare_price.ts";

export const handler = httpRoute(comparePrice);
