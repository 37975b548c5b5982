/** `GET /openapi.json`. @module */

import { openapiRoute } from "../lib/http/documents.ts";

export const handler = openapiRoute;
