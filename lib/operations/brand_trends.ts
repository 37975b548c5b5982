/** The curves of the six largest brands. @module */

import { z } from "zod";
import { type BrandTally, findDailyMeans, findTopBrands } from "../db/brand_trends.ts";
import { fuelParam } from "../domain/params.ts";
import { compareIds } from "../domain/station_record.ts";
import { type BrandTrend, brandTrendSchema } from "../domain/wire.ts";
import { fuelNumber } from "../shared/fuels.ts";
import { toMeanText, toPriceText } from "../shared/money.ts";
import { addDays, toParisDay } from "../shared/paris_time.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { type DataState, defineOperation, type Deps } from "./operation.ts";
import { requireState, stateOfSnapshot } from "./state.ts";

const TOP = 6;
const PREFIX = "brand:";

function topOfSnapshot(snapshot: Snapshot, fuel: number): BrandTally[] {
  const suffix = `|${fuel}`;
  return [...snapshot.tallies]
    .filter(([key]) => key.startsWith(PREFIX) && key.endsWith(suffix))
    .map(([key, tally]) => ({ brand: key.slice(PREFIX.length, -suffix.length), tally }))
    .sort((a, b) => b.tally.count - a.tally.count || compareIds(a.brand, b.brand))
    .slice(0, TOP);
}

async function findTop(deps: Deps, fuel: number): Promise<{ brands: BrandTally[]; state: DataState }> {
  const snapshot = deps.snapshots.current();
  if (snapshot) return { brands: topOfSnapshot(snapshot, fuel), state: stateOfSnapshot(snapshot) };
  const read = await findTopBrands(deps.db, { fuel, limit: TOP });
  return { brands: read.brands, state: requireState(read.state, deps) };
}

async function readTrends(
  deps: Deps,
  fuel: number,
  days: number,
  tries = 3,
): Promise<{ data: BrandTrend[]; state: DataState }> {
  const { brands, state } = await findTop(deps, fuel);
  const today = toParisDay(new Date(state.asOfMs));
  const areas = brands.map(({ brand }) => PREFIX + brand);
  const past = await findDailyMeans(deps.db, { areas, fuel, from: addDays(today, 1 - days), today });
  if (past.revision !== state.revision && tries > 1) {
    // The data moved between the two reads: an answer is of one revision, so read again with the newest picture.
    await deps.snapshots.refresh();
    return readTrends(deps, fuel, days, tries - 1);
  }
  const data = brands.map(({ brand, tally }) => ({
    brand,
    stationCount: tally.count,
    series: [
      ...(past.series.get(PREFIX + brand) ?? []).map(({ day, meanMilli }) => ({
        recordedAt: day,
        avgPrice: toPriceText(meanMilli),
      })),
      { recordedAt: today, avgPrice: toMeanText(tally.sumMilli, tally.count) },
    ],
  }));
  return { data, state };
}

/** `GET /api/v1/prices/trends/brands`: most stations first, ties by name. */
export const brandTrends = defineOperation({
  id: "brandTrends",
  tool: "get_brand_trends",
  path: "/api/v1/prices/trends/brands",
  pathParams: [],
  title: "Price trends of the largest brands",
  description: "For the six brands with most stations whose price for the fuel is in force: their mean of each day.",
  toolDescription:
    "Compares the six largest fuel brands in France for one fuel: number of stations and the mean price of each day (euros per " +
    "litre as text, Europe/Paris days, today last). Use it for 'which brand is cheapest', 'how do brands move'. Next: " +
    "search_stations_nearby with its brand filter to find one.",
  cacheS: 60,
  input: z.strictObject({
    fuel: fuelParam,
    days: z.int().min(1).max(90).default(30).describe("How many days, today included, 1 to 90"),
  }),
  output: z.array(brandTrendSchema).max(TOP),
  meta: { count: z.int().min(0).describe("Brands in data"), fuel: fuelParam },
  async run(deps, { fuel, days }) {
    const { data, state } = await readTrends(deps, fuelNumber(fuel), days);
    return { data, meta: { count: data.length, fuel }, state };
  },
});
