/** Lists all operations, from which HTTP, MCP, OpenAPI and the documentation derive. @module */

import { allDepartmentPrices, departmentPrices, nationalPrices } from "./prices/area_prices.ts";
import { boxStations } from "./stations/box_stations.ts";
import { brandTrends } from "./prices/brand_trends.ts";
import { currentCsv, currentGeojson, currentJson, servicesJson } from "./files/bulk_files.ts";
import { comparePrice } from "./stations/compare_price.ts";
import { listBrands } from "./stations/list_brands.ts";
import { lookupStation } from "./stations/lookup_station.ts";
import { motorwayAreasJson } from "./places/motorway_areas.ts";
import type { AnyOperation } from "./operation.ts";
import { findPlacesByName } from "./places/find_places.ts";
import { priceHistory } from "./prices/price_history.ts";
import { priceSeries } from "./prices/price_series.ts";
import { routeStations } from "./route_stations.ts";
import { searchStations } from "./stations/search_stations.ts";
import { shortageRanking, shortagesJson } from "./prices/shortages.ts";
import { alive, ready } from "./status.ts";

export { changeDevice, getPushKey } from "../db/alerts/devices.ts";
export { getHistoryFile, getHistoryIndex, readPart } from "../db/history/history_files.ts";
export * from "./feeds.ts";
export * from "./files/bulk_files.ts";
export * from "./places/find_places.ts";
export * from "./places/motorway_areas.ts";
export * from "./prices/area_prices.ts";
export * from "./prices/brand_trends.ts";
export * from "./prices/price_history.ts";
export * from "./prices/price_series.ts";
export * from "./prices/shortages.ts";
export * from "./route_stations.ts";
export * from "./stations/box_stations.ts";
export * from "./stations/compare_price.ts";
export * from "./stations/list_brands.ts";
export * from "./stations/lookup_station.ts";
export * from "./stations/search_stations.ts";
export * from "./status.ts";
export { describeError, isUnavailable } from "../db/db.ts";
export { takeTurn } from "../db/slices.ts";
export type { DataState } from "../db/state.ts";
export { toCanonicalBrand } from "../domain/brand/brand.ts";
export { answer, toBody, toBodyJson, toMeta } from "./answer.ts";
export { AnswerCache } from "./answer_cache.ts";
export { withRunningExamples } from "./example_station.ts";
export { formParamsOf, LOCALES, type Param, paramsOf, parseInput, Undecodable } from "./input.ts";
export { type AnyOperation, type Body, defineOperation, type Deps, type Format, type Formats } from "./operation.ts";
export type { Operation } from "./operation.ts";
export { pathParamsOf, readAnswer, readState, type Result } from "./operation.ts";
export { DEFAULT_FILTERS, FILTER_MEANINGS, FILTERS } from "./filters.ts";
export { widenSearch } from "./stations/widen_search.ts";

/** The questions of v1, in the order of the documents. */
export const operations: readonly AnyOperation[] = [
  searchStations,
  boxStations,
  routeStations,
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

/** All operations: the questions of v1, bulk files, the state of the service. */
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
