/** `GET /openapi.json`. @module */

import { openapiRoute } from "../lib/http/documents/site.ts";
import { byMethod } from "../lib/http/methods.ts";

export const handler = byMethod({ GET: openapiRoute });
