/** `GET /readyz`. @module */

import { readyRoute } from "../lib/http/documents.ts";

export const handler = readyRoute;
