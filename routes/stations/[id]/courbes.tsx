/**
 * `/stations/{id}/courbes`, in both languages: a station's curves as a fragment of HTML for the
 * sheet of the map.
 *
 * @module
 */

import { StationCurves } from "../../../components/station/StationPrices.tsx";
import { fragmentRoute } from "../../../lib/http/page_request.ts";
import { loadStationCurves } from "../../../lib/pages/station/load.ts";

export const config = { routeOverride: "{/en}?/stations/:id/courbes" };

export const handler = fragmentRoute(async (backend, request, id) => (
  <StationCurves data={await loadStationCurves(backend, request, id)} />
));
