/** Lists the routes and islands of the app; made by `deno task gen`. @module */

import * as $0 from "./routes/_app.tsx";
import * as $1 from "./routes/_error.tsx";
import * as $2 from "./routes/a-propos.tsx";
import * as $3 from "./routes/alertes/appareil.ts";
import * as $4 from "./routes/alertes/index.tsx";
import * as $5 from "./routes/api/v1/brands.ts";
import * as $6 from "./routes/api/v1/places.ts";
import * as $7 from "./routes/api/v1/prices/compare.ts";
import * as $8 from "./routes/api/v1/prices/departments.ts";
import * as $9 from "./routes/api/v1/prices/departments/[code].ts";
import * as $10 from "./routes/api/v1/prices/history/[stationId].ts";
import * as $11 from "./routes/api/v1/prices/national.ts";
import * as $12 from "./routes/api/v1/prices/series.ts";
import * as $13 from "./routes/api/v1/prices/shortages.ts";
import * as $14 from "./routes/api/v1/prices/trends/brands.ts";
import * as $15 from "./routes/api/v1/stations.ts";
import * as $16 from "./routes/api/v1/stations/[id].ts";
import * as $17 from "./routes/api/v1/stations/bbox.ts";
import * as $18 from "./routes/api/v1/stations/route.ts";
import * as $19 from "./routes/api/v1/stations/search.ts";
import * as $20 from "./routes/data/history/[file].ts";
import * as $21 from "./routes/data/index.tsx";
import * as $22 from "./routes/departements/[code].tsx";
import * as $23 from "./routes/departements/index.tsx";
import * as $24 from "./routes/docs.tsx";
import * as $25 from "./routes/docs/recipes.tsx";
import * as $26 from "./routes/documents.ts";
import * as $27 from "./routes/embed/[kind].tsx";
import * as $28 from "./routes/etat.tsx";
import * as $29 from "./routes/favoris.tsx";
import * as $30 from "./routes/favoris/prix.ts";
import * as $31 from "./routes/hors-ligne.tsx";
import * as $32 from "./routes/image.ts";
import * as $33 from "./routes/index.tsx";
import * as $34 from "./routes/itineraire.tsx";
import * as $35 from "./routes/mcp.ts";
import * as $36 from "./routes/mentions-legales.tsx";
import * as $37 from "./routes/metrics.ts";
import * as $38 from "./routes/openapi.json.ts";
import * as $39 from "./routes/outside_api.ts";
import * as $40 from "./routes/sitemap.xml.ts";
import * as $41 from "./routes/stations/[id].tsx";
import * as $42 from "./routes/stations/[id]/courbes.tsx";
import * as $43 from "./routes/tendances.tsx";
import * as $44 from "./routes/villes/[slug].tsx";
import * as $45 from "./islands/Alerts.tsx";
import * as $46 from "./islands/Explorer.tsx";
import * as $47 from "./islands/Favourites.tsx";
import * as $48 from "./islands/MyRouteAtHome.tsx";
import * as $49 from "./islands/PaidAtStation.tsx";
import * as $50 from "./islands/PlaceSearch.tsx";
import * as $51 from "./islands/RoutePlanner.tsx";
import * as $52 from "./islands/StationActions.tsx";
import * as $53 from "./islands/VisitorAtHome.tsx";

export default {
  routes: {
    "_app.tsx": $0,
    "_error.tsx": $1,
    "a-propos.tsx": $2,
    "alertes/appareil.ts": $3,
    "alertes/index.tsx": $4,
    "api/v1/brands.ts": $5,
    "api/v1/places.ts": $6,
    "api/v1/prices/compare.ts": $7,
    "api/v1/prices/departments.ts": $8,
    "api/v1/prices/departments/[code].ts": $9,
    "api/v1/prices/history/[stationId].ts": $10,
    "api/v1/prices/national.ts": $11,
    "api/v1/prices/series.ts": $12,
    "api/v1/prices/shortages.ts": $13,
    "api/v1/prices/trends/brands.ts": $14,
    "api/v1/stations.ts": $15,
    "api/v1/stations/[id].ts": $16,
    "api/v1/stations/bbox.ts": $17,
    "api/v1/stations/route.ts": $18,
    "api/v1/stations/search.ts": $19,
    "data/history/[file].ts": $20,
    "data/index.tsx": $21,
    "departements/[code].tsx": $22,
    "departements/index.tsx": $23,
    "docs.tsx": $24,
    "docs/recipes.tsx": $25,
    "documents.ts": $26,
    "embed/[kind].tsx": $27,
    "etat.tsx": $28,
    "favoris.tsx": $29,
    "favoris/prix.ts": $30,
    "hors-ligne.tsx": $31,
    "image.ts": $32,
    "index.tsx": $33,
    "itineraire.tsx": $34,
    "mcp.ts": $35,
    "mentions-legales.tsx": $36,
    "metrics.ts": $37,
    "openapi.json.ts": $38,
    "outside_api.ts": $39,
    "sitemap.xml.ts": $40,
    "stations/[id].tsx": $41,
    "stations/[id]/courbes.tsx": $42,
    "tendances.tsx": $43,
    "villes/[slug].tsx": $44,
  },
  islands: {
    "islands/Alerts.tsx": $45,
    "islands/Explorer.tsx": $46,
    "islands/Favourites.tsx": $47,
    "islands/MyRouteAtHome.tsx": $48,
    "islands/PaidAtStation.tsx": $49,
    "islands/PlaceSearch.tsx": $50,
    "islands/RoutePlanner.tsx": $51,
    "islands/StationActions.tsx": $52,
    "islands/VisitorAtHome.tsx": $53,
  },
};
