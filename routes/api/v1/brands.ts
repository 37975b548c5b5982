/** `/api/v1/brands`. @module */

import { httpRoute } from "../../../lib/http/route.ts";
import { listBrands } from "../../../lib/operations/stations/list_brands.ts";

export const handler = httpRoute(listBrands);
