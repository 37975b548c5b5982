/** `/stations/{id}/courbes`, in both languages: a station's curves as a fragment of HTML for the sheet of the map. @module */

import { PAGE_CACHING, pageRoute } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadStationCurves } from "../../../lib/pages/station/load.ts";

export { StationCurves as default } from "../../../components/station/StationPrices.tsx";

export const config = {
  routeOverride: "{/en}?/stations/:id/courbes",
  skipAppWrapper: true,
  skipInheritedLayouts: true,
};

export const handler = pageRoute(
  (deps, request, { params }: Ctx & { params: { id: string } }) => loadStationCurves(deps, request, params.id),
  { headers: { ...PAGE_CACHING.headers, "x-robots-tag": "noindex" } },
);
