/** `/api/v1/prices/trends/brands`. @module */

import { httpRoute } from "../../../../../lib/http/route.ts";
import { brandTrends } from "../../../../../lib/operations/prices/brand_trends.ts";

export const handler = httpRoute(brandTrends);
