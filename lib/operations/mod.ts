/** The API: every question the service answers. HTTP, MCP, OpenAPI and documents walk this list. @module */

import { departmentPrices, nationalPrices } from "./area_prices.ts";
import { boxStations } from "./box_stations.ts";
import { brandTrends } from "./brand_trends.ts";
import { lookupStation } from "./lookup_station.ts";
import type { Operation } from "./operation.ts";
import { priceHistory } from "./price_history.ts";
import { searchStations } from "./search_stations.ts";

export { boxStations, brandTrends, departmentPrices, lookupStation, nationalPrices, priceHistory, searchStations };
export { isUnavailable } from "../db/errors.ts";
export { toCanonicalBrand } from "../domain/brand.ts";
export { answer, answerText, type Body } from "./answer.ts";
export { CURRENT_COLUMNS, requirePicture, toCurrentColumns, toCurrentRows } from "./current_prices.ts";
export { toServiceColumns } from "./current_services.ts";
export { readStatus, type Status } from "./status.ts";
export { type Param, paramsOf, parseInput, Undecodable } from "./input.ts";
export type { DataState, Deps, Operation, Result } from "./operation.ts";

/** All operations, in the order of the documents. */
// The list holds operations of different inputs; each is run only with what its own `input` parsed.
// deno-lint-ignore no-explicit-any
export const operations: Operation<any, unknown>[] = [
  searchStations,
  boxStations,
  lookupStation,
  nationalPrices,
  departmentPrices,
  priceHistory,
  brandTrends,
];
