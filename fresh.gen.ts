/** Lists the routes and islands of the app; made by `deno task gen`. @module */

import * as $0 from "./routes/_app.tsx";
import * as $1 from "./routes/_error.tsx";
import * as $2 from "./routes/_middleware.ts";
import * as $3 from "./routes/a-propos.tsx";
import * as $4 from "./routes/alertes/appareil.ts";
import * as $5 from "./routes/alertes/index.tsx";
import * as $6 from "./routes/api/v1/brands.ts";
import * as $7 from "./routes/api/v1/places.ts";
import * as $8 from "./routes/api/v1/prices/compare.ts";
import * as $9 from "./routes/api/v1/prices/departments.ts";
import * as $10 from "./routes/api/v1/prices/departments/[code].ts";
import * as $11 from "./routes/api/v1/prices/history/[stationId].ts";
import * as $12 from "./routes/api/v1/prices/national.ts";
import * as $13 from "./routes/api/v1/prices/series.ts";
import * as $14 from "./routes/api/v1/prices/shortages.ts";
import * as $15 from "./routes/api/v1/prices/trends/brands.ts";
import * as $16 from "./routes/api/v1/stations/[id].ts";
import * as $17 from "./routes/api/v1/stations/bbox.ts";
import * as $18 from "./routes/api/v1/stations/route.ts";
import * as $19 from "./routes/api/v1/stations/search.ts";
import * as $20 from "./routes/data/current.csv.ts";
import * as $21 from "./routes/data/current.geojson.ts";
import * as $22 from "./routes/data/current.json.ts";
import * as $23 from "./routes/data/history/[file].ts";
import * as $24 from "./routes/data/index.tsx";
import * as $25 from "./routes/data/motorway-areas.json.ts";
import * as $26 from "./routes/data/services.json.ts";
import * as $27 from "./routes/data/shortages.json.ts";
import * as $28 from "./routes/departements/[code].tsx";
import * as $29 from "./routes/departements/index.tsx";
import * as $30 from "./routes/docs.tsx";
import * as $31 from "./routes/docs/recipes.tsx";
import * as $32 from "./routes/documents.ts";
import * as $33 from "./routes/embed/[kind].tsx";
import * as $34 from "./routes/etat.tsx";
import * as $35 from "./routes/favoris.tsx";
import * as $36 from "./routes/favoris/prix.ts";
import * as $37 from "./routes/feeds/[file].ts";
import * as $38 from "./routes/healthz.ts";
import * as $39 from "./routes/hors-ligne.tsx";
import * as $40 from "./routes/image.ts";
import * as $41 from "./routes/index.tsx";
import * as $42 from "./routes/itineraire.tsx";
import * as $43 from "./routes/mcp.ts";
import * as $44 from "./routes/mentions-legales.tsx";
import * as $45 from "./routes/metrics.ts";
import * as $46 from "./routes/openapi.json.ts";
import * as $47 from "./routes/readyz.ts";
import * as $48 from "./routes/sitemap.xml.ts";
import * as $49 from "./routes/stations/[id].tsx";
import * as $50 from "./routes/stations/[id]/courbes.tsx";
import * as $51 from "./routes/tendances.tsx";
import * as $52 from "./routes/villes/[slug].tsx";
import * as $53 from "./islands/Alerts.tsx";
import * as $54 from "./islands/Explorer.tsx";
import * as $55 from "./islands/Favourites.tsx";
import * as $56 from "./islands/MyRouteAtHome.tsx";
import * as $57 from "./islands/PaidAtStation.tsx";
import * as $58 from "./islands/PlaceSearch.tsx";
import * as $59 from "./islands/RoutePlanner.tsx";
import * as $60 from "./islands/StationActions.tsx";
import * as $61 from "./islands/TrendsChart.tsx";
import * as $62 from "./islands/VisitorAtHome.tsx";

export default {
  routes: {
    "_app.tsx": $0,
    "_error.tsx": $1,
    "_middleware.ts": $2,
    "a-propos.tsx": $3,
    "alertes/appareil.ts": $4,
    "alertes/index.tsx": $5,
    "api/v1/brands.ts": $6,
    "api/v1/places.ts": $7,
    "api/v1/prices/compare.ts": $8,
    "api/v1/prices/departments.ts": $9,
    "api/v1/prices/departments/[code].ts": $10,
    "api/v1/prices/history/[stationId].ts": $11,
    "api/v1/prices/national.ts": $12,
    "api/v1/prices/series.ts": $13,
    "api/v1/prices/shortages.ts": $14,
    "api/v1/prices/trends/brands.ts": $15,
    "api/v1/stations/[id].ts": $16,
    "api/v1/stations/bbox.ts": $17,
    "api/v1/stations/route.ts": $18,
    "api/v1/stations/search.ts": $19,
    "data/current.csv.ts": $20,
    "data/current.geojson.ts": $21,
    "data/current.json.ts": $22,
    "data/history/[file].ts": $23,
    "data/index.tsx": $24,
    "data/motorway-areas.json.ts": $25,
    "data/services.json.ts": $26,
    "data/shortages.json.ts": $27,
    "departements/[code].tsx": $28,
    "departements/index.tsx": $29,
    "docs.tsx": $30,
    "docs/recipes.tsx": $31,
    "documents.ts": $32,
    "embed/[kind].tsx": $33,
    "etat.tsx": $34,
    "favoris.tsx": $35,
    "favoris/prix.ts": $36,
    "feeds/[file].ts": $37,
    "healthz.ts": $38,
    "hors-ligne.tsx": $39,
    "image.ts": $40,
    "index.tsx": $41,
    "itineraire.tsx": $42,
    "mcp.ts": $43,
    "mentions-legales.tsx": $44,
    "metrics.ts": $45,
    "openapi.json.ts": $46,
    "readyz.ts": $47,
    "sitemap.xml.ts": $48,
    "stations/[id].tsx": $49,
    "stations/[id]/courbes.tsx": $50,
    "tendances.tsx": $51,
    "villes/[slug].tsx": $52,
  },
  islands: {
    "islands/Alerts.tsx": $53,
    "islands/Explorer.tsx": $54,
    "islands/Favourites.tsx": $55,
    "islands/MyRouteAtHome.tsx": $56,
    "islands/PaidAtStation.tsx": $57,
    "islands/PlaceSearch.tsx": $58,
    "islands/RoutePlanner.tsx": $59,
    "islands/StationActions.tsx": $60,
    "islands/TrendsChart.tsx": $61,
    "islands/VisitorAtHome.tsx": $62,
  },
};
