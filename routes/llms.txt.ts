/** `GET /llms.txt`. @module */

import { llmsRoute } from "../lib/http/documents.ts";

export const handler = llmsRoute;
