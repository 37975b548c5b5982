/** `/api/v1/prices/trends/brands`. @module */

import { httpRoute } from "../../../../../lib/http/route.ts";
import { brandTrends } from "../../../../../lib/operations/mod.ts";

export const handler = httpRoute(brandTrends);
