/** `/api/v1/prices/shortages`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { shortageRanking } from "../../../../lib/operations/mod.ts";

export const handler = httpRoute(shortageRanking);
