/** Lists all operations, from which HTTP, MCP, OpenAPI and the documentation derive. @module */

import { allDepartmentPrices } from "./prices/all_area_prices.ts";
import { departmentPrices, nationalPrices } from "./prices/area_prices.ts";
import { boxStations } from "./stations/box_stations.ts";
import { brandTrends } from "./prices/brand_trends.ts";
import { currentCsv, currentGeojson, currentJson, servicesJson } from "./files/bulk_files.ts";
import { comparePrice } from "./stations/compare_price.ts";
import { listBrands } from "./stations/list_brands.ts";
import { listStations } from "./stations/list_stations.ts";
import { lookupStation } from "./stations/lookup_station.ts";
import { motorwayAreasJson } from "./places/motorway_areas.ts";
import type { AnyOperation } from "./operation.ts";
import { findPlacesByName } from "./places/find_places.ts";
import { priceHistory } from "./prices/price_history.ts";
import { priceSeries } from "./prices/price_series.ts";
import { routeStations } from "./route/route_stations.ts";
import { searchStations } from "./stations/search_stations.ts";
import { shortageRanking, shortagesJson } from "./prices/shortages.ts";
import { alive, ready } from "./status.ts";

/** The API operations of v1, in the order of the documentation. */
export const operations: readonly AnyOperation[] = [
  searchStations,
  boxStations,
  routeStations,
  listStations,
  lookupStation,
  nationalPrices,
  departmentPrices,
  allDepartmentPrices,
  comparePrice,
  shortageRanking,
  priceHistory,
  priceSeries,
  brandTrends,
  findPlacesByName,
  listBrands,
];

/** All operations: the API of v1, bulk files and the state of the service. */
export const allOperations: readonly AnyOperation[] = [
  ...operations,
  currentJson,
  currentCsv,
  currentGeojson,
  servicesJson,
  motorwayAreasJson,
  shortagesJson,
  alive,
  ready,
];
