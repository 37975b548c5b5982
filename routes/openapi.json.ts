/** `GET /openapi.json`. @module */

import { openapiRoute } from "../lib/http/documents/site.ts";

export const handler = openapiRoute;
