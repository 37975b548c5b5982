/** `/api/v1/prices/departments`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { allDepartmentPrices } from "../../../../lib/operations/mod.ts";

export const handler = httpRoute(allDepartmentPrices);
