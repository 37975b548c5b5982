/** `/api/v1/prices/national`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { nationalPrices } from "../../../../lib/operations/prices/area_prices.ts";

export const handler = httpRoute(nationalPrices);
