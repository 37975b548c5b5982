/** `/api/v1/prices/departments/{code}`. @module */

import { httpRoute } from "../../../../../lib/http/route.ts";
import { departmentPrices } from "../../../../../lib/operations/mod.ts";

export const handler = httpRoute(departmentPrices);
