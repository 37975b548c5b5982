/** `/stations/{id}/courbes`, in both languages: a station's curves as a fragment of HTML for the sheet of the map. @module */

import { page, type PageProps } from "fresh";
import { StationCurves } from "../../../components/station/StationPrices.tsx";
import { PAGE_CACHING, toPageRequest } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadStationCurves, type StationCurvesData } from "../../../lib/pages/station/load.ts";

export const config = {
  routeOverride: "{/en}?/stations/:id/courbes",
  skipAppWrapper: true,
  skipInheritedLayouts: true,
};

export const handler = {
  async GET(ctx: Ctx & { params: { id: string } }) {
    const data = await loadStationCurves(ctx.state.service.deps, toPageRequest(ctx), ctx.params.id);
    const { headers } = PAGE_CACHING;
    return page(data, { headers: { ...headers, "x-robots-tag": "noindex" } });
  },
};

export default function Curves({ data }: PageProps<StationCurvesData>) {
  return <StationCurves data={data} />;
}
