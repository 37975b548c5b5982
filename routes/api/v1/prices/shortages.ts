/** `/api/v1/prices/shortages`. @module */

import { httpRoute } from "../../../../lib/http/route.ts";
import { shortageRanking } from "../../../../lib/operations/prices/shortages.ts";

export const handler = httpRoute(shortageRanking);
