/** `/stations/{id}/courbes`, in both languages: a station's curves as a fragment of HTML for the sheet of the map. @module */

import { StationCurves } from "../../../components/station/StationPrices.tsx";
import { fragmentResponse, toPageRequest } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadStationCurves } from "../../../lib/pages/station/load.ts";

export const config = { routeOverride: "{/en}?/stations/:id/courbes" };

export const handler = {
  async GET(ctx: Ctx & { params: { id: string } }) {
    const data = await loadStationCurves(ctx.state.service.deps, toPageRequest(ctx), ctx.params.id);
    return fragmentResponse(<StationCurves data={data} />);
  },
};
