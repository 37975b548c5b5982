/** `/readyz`. @module */

import { httpRoute } from "../lib/http/route.ts";
import { ready } from "../lib/operations/mod.ts";

export const handler = httpRoute(ready);
