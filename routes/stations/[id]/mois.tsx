/** `/stations/{id}/mois`, in both languages: a price against the station's own month, as a fragment of HTML for the sheet of the map. @module */

import type { PageProps } from "fresh";
import { MonthLine } from "../../../components/Standing.tsx";
import { PAGE_CACHING, pageRoute } from "../../../lib/http/page_request.ts";
import type { Ctx } from "../../../lib/http/state.ts";
import { loadStationMonth, type StationMonthData } from "../../../lib/pages/station/load.ts";
import { commonWords } from "../../../lib/shared/words/mod.ts";

export const config = {
  routeOverride: "{/en}?/stations/:id/mois",
  skipAppWrapper: true,
  skipInheritedLayouts: true,
};

export const handler = pageRoute(
  (deps, request, { params }: Ctx & { params: { id: string } }) => loadStationMonth(deps, request, params.id),
  { headers: { ...PAGE_CACHING.headers, "x-robots-tag": "noindex" } },
);

export default function Month({ data: { request: { lang }, month } }: PageProps<StationMonthData>) {
  return month && <MonthLine {...{ month, lang }} common={commonWords(lang)} />;
}
