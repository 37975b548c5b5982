/** `/api/v1/prices/departments`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { allDepartmentPrices } from "../../../../lib/operations/prices/all_area_prices.ts";

export const handler = httpRoute(allDepartmentPrices);
