/** `/api/v1/prices/series`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { priceSeries } from "../../../../lib/operations/prices/price_series.ts";

export const handler = httpRoute(priceSeries);
