/** `/api/v1/prices/history/{stationId}`. @module */

import { httpRoute } from "../../../../../lib/http/route.ts";
import { priceHistory } from "../../../../../lib/operations/prices/price_history.ts";

export const handler = httpRoute(priceHistory);
