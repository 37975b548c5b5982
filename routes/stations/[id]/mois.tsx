/** `/stations/{id}/mois`, in both languages: a price against the station's own month, as a fragment of HTML for the sheet of the map. @module */

import { MonthLine } from "../../../components/Standing.tsx";
import { fragmentRoute } from "../../../lib/http/page_request.ts";
import { loadStationMonth } from "../../../lib/pages/station/load.ts";
import { commonWords } from "../../../lib/shared/words/mod.ts";

export const config = { routeOverride: "{/en}?/stations/:id/mois" };

export const handler = fragmentRoute(async (deps, request, id) => {
  const { lang } = request;
  const month = await loadStationMonth(deps, request, id);
  return <>{month && <MonthLine {...{ month, lang }} common={commonWords[lang]} />}</>;
});
