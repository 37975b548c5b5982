/**
 * `/donnees` and `/en/data`: the files of all past prices, their content, and how to read them.
 *
 * @module
 */

import { pageRoute } from "../../lib/http/page_request.ts";
import { getHistoryIndex } from "../../lib/db/history/history_files.ts";
import { loadFiles } from "../../lib/pages/data/load.ts";

export { DataPage as default } from "../../components/data/DataPage.tsx";

export const config = { routeOverride: "/:path(donnees|en/data){/}?" };

export const handler = pageRoute(async ({ db }, request) =>
  loadFiles(request, await getHistoryIndex(db))
);
