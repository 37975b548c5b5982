/** `/villes/{name-code}`, in both languages: the cheapest stations around a town. @module */

import { placeRoute } from "../../lib/http/page_request.ts";
import { getTown, loadTown } from "../../lib/pages/town/load.ts";
import { toTownPath } from "../../lib/site/paths.ts";

export { TownPage as default } from "../../components/town/TownPage.tsx";

export const config = { routeOverride: "{/en}?/villes/:name" };

export const handler = placeRoute({ find: getTown, toPath: toTownPath, load: loadTown });
