/** `/stations/{id}/mois`, in both languages: a price against the station's own month, as a fragment of HTML for the sheet of the map. @module */

import { MonthLine } from "../../../components/Standing.tsx";
import { fragmentResponse, toPageRequest } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadStationMonth } from "../../../lib/pages/station/load.ts";
import { commonWords } from "../../../lib/shared/words/mod.ts";

export const config = { routeOverride: "{/en}?/stations/:id/mois" };

export const handler = {
  async GET(ctx: Ctx & { params: { id: string } }) {
    const { deps } = ctx.state.service;
    const request = toPageRequest(ctx);
    const { lang } = request;
    const month = await loadStationMonth(deps, request, ctx.params.id);
    return fragmentResponse(<>{month && <MonthLine {...{ month, lang }} common={commonWords[lang]} />}</>);
  },
};
