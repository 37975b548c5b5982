/** `/api/v1/prices/departments/{code}`. @module */

import { httpRoute } from "../../../../../lib/http/route.ts";
import { departmentPrices } from "../../../../../lib/operations/prices/area_prices.ts";

export const handler = httpRoute(departmentPrices);
