/** `GET /data/current.csv`. @module */

import { bulkRoute } from "../../lib/http/bulk.ts";

export const handler = bulkRoute("csv");
