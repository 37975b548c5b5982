/** What the trends page shows. @module */

import type { BrandTrend, National } from "../../lib/domain/wire.ts";
import { brandTrends, type DataState, type Deps, isUnavailable, nationalPrices } from "../../lib/operations/mod.ts";
import { findAreaCurves, type MeanPoint } from "../../lib/operations/page_means.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { DEFAULT_FUEL } from "../../lib/shared/url_state.ts";
import type { Frame } from "./frame.ts";

/** The trends page. */
export type TrendsPageData = {
  frame: Frame;
  fuel: Fuel;
  nationals: National[];
  today: string;
  /** National means by fuel over a year; null when the history cannot be read. */
  curves: Map<Fuel, MeanPoint[]> | null;
  /** The six largest brands over {@link BRAND_DAYS}; null when the history cannot be read. */
  brands: BrandTrend[] | null;
  state: DataState;
};

/** Days of the national curves and of the brands'. */
export const NATION_DAYS = 365;
/** Days of the brands' curves. */
export const BRAND_DAYS = 90;

async function readBrands(deps: Deps, fuel: Fuel): Promise<BrandTrend[] | null> {
  try {
    return (await brandTrends.run(deps, { fuel, days: BRAND_DAYS })).data;
  } catch (error) {
    if (isUnavailable(error)) return null;
    throw error;
  }
}

/** Reads the trends. Throws SERVICE_UNAVAILABLE while there are no data. */
export async function loadTrends(deps: Deps, frame: Frame): Promise<TrendsPageData> {
  const fuel = frame.fuel ?? DEFAULT_FUEL;
  const [nationals, { curves, today }, brands] = await Promise.all([
    Promise.all(FUELS.map((each) => nationalPrices.run(deps, { fuel: each }))),
    findAreaCurves(deps, { area: "FR", days: NATION_DAYS }),
    readBrands(deps, fuel),
  ]);
  const { state } = nationals[0];
  return { frame, fuel, nationals: nationals.map(({ data }) => data), today, curves, brands, state };
}
