/** `GET /data/services.json`. @module */

import { bulkRoute } from "../../lib/http/bulk.ts";

export const handler = bulkRoute("services");
