/**
 * `/etat` and `/en/status`: how old the data are, how ingests ended, and whether responses agree
 * with the feed.
 *
 * @module
 */

import { pageRoute } from "../lib/http/page_request.ts";
import { loadStatus } from "../lib/pages/status/load.ts";

export { StatusPage as default } from "../components/status/StatusPage.tsx";

export const config = { routeOverride: "/:path(etat|en/status){/}?" };

// The page must show the current state, so it is never cached.
export const handler = pageRoute(loadStatus, { headers: { "cache-control": "private, no-cache" } });
