/** Means of the country and of departments: today's from the picture or SQL, past days' from their table. @module */

import { z } from "zod";
import { getAreaTally } from "../db/aggregates.ts";
import { getStateRow } from "../db/state.ts";
import { emptyTally, toAggregate } from "../domain/aggregate.ts";
import { DomainError } from "../domain/errors.ts";
import { IN_FORCE_DAYS } from "../domain/in_force.ts";
import { fuelParam } from "../domain/params.ts";
import { type Aggregate, departmentSchema, nationalSchema } from "../domain/wire.ts";
import { getDepartment } from "../shared/departments.ts";
import { type Fuel, fuelNumber } from "../shared/fuels.ts";
import { toParisDay } from "../shared/paris_time.ts";
import { areaKey } from "../snapshot/snapshot.ts";
import { quoteValue } from "./input.ts";
import { type DataState, defineOperation, type Deps } from "./operation.ts";
import { requireState, stateOfSnapshot } from "./state.ts";

/** The aggregate of an area: 'FR' or a department's canonical code. */
async function aggregateArea(
  deps: Deps,
  area: string,
  fuel: Fuel,
): Promise<{ aggregate: Aggregate; state: DataState }> {
  const number = fuelNumber(fuel);
  const snapshot = deps.snapshots.current();
  if (snapshot) {
    const today = toParisDay(new Date(snapshot.asOfMs));
    const tally = snapshot.tallies.get(areaKey(area, number)) ?? emptyTally();
    const past = snapshot.means.get(areaKey(area, number)) ?? new Map();
    return { aggregate: toAggregate({ fuel, today, tally, past }), state: stateOfSnapshot(snapshot) };
  }
  const before = requireState(await getStateRow(deps.db), deps);
  const today = toParisDay(new Date(before.asOfMs));
  const read = await getAreaTally(deps.db, { area, fuel: number, today, maxAgeDays: IN_FORCE_DAYS });
  const state = requireState(read.state, deps);
  // The day changed between the two statements: the second question is asked again for the new day.
  if (toParisDay(new Date(state.asOfMs)) !== today) return aggregateArea(deps, area, fuel);
  return { aggregate: toAggregate({ fuel, today, ...read }), state };
}

/** `GET /api/v1/prices/national`. */
export const nationalPrices = defineOperation({
  id: "nationalPrices",
  tool: "get_national_prices",
  path: "/api/v1/prices/national",
  pathParams: [],
  title: "National mean price of a fuel",
  description:
    "Mean over all stations of the price in force, today and over the last 3 and 7 days, extremes and trend. The mean is " +
    "unweighted: each station counts once, however much it sells, so it lies above the ministry's mean, which is weighted " +
    "by volumes sold.",
  toolDescription:
    "Answers the mean price of one fuel over all of France (each station counts once, not weighted by sales): today, the last 3 and 7 days, today's lowest and highest, and the " +
    "change against seven days ago (trend up, down, stable, or unknown). Euros per litre as text. Use it for 'what does diesel " +
    "cost in France', 'are prices rising'. Next: get_brand_trends to compare brands, search_stations_nearby for a place.",
  cacheS: 60,
  input: z.strictObject({ fuel: fuelParam }),
  output: nationalSchema,
  meta: { fuel: fuelParam },
  async run(deps, { fuel }) {
    const { aggregate, state } = await aggregateArea(deps, "FR", fuel);
    return { data: { scope: "national" as const, ...aggregate }, meta: { fuel }, state };
  },
});

/** `GET /api/v1/prices/departments/{code}`. A known department where nobody sells the fuel has null prices. */
export const departmentPrices = defineOperation({
  id: "departmentPrices",
  tool: null,
  path: "/api/v1/prices/departments/{code}",
  pathParams: ["code"],
  title: "Mean price of a fuel in a department",
  description:
    "The national fields over one department (01 to 95, 2A, 2B in either case, 971 to 976 …), unweighted like these.",
  toolDescription: "",
  cacheS: 60,
  input: z.strictObject({
    // any length: the address bounds it, and an unknown code is 404 however long
    code: z.string().min(1).describe(
      "Department code: 01 to 95, 2A, 2B (either case), 971 to 976 and other overseas codes",
    ),
    fuel: fuelParam,
  }),
  canonical: ({ code, fuel }) => ({ code: getDepartment(code)?.code ?? code, fuel }),
  output: departmentSchema,
  meta: { fuel: fuelParam },
  async run(deps, { code, fuel }) {
    const department = getDepartment(code);
    if (!department) {
      throw new DomainError("DEPARTMENT_NOT_FOUND", `No department has the code ${quoteValue(code)}`);
    }
    const { aggregate, state } = await aggregateArea(deps, department.code, fuel);
    const { code: canonical, name, regionName: region } = department;
    return {
      data: { scope: "department" as const, code: canonical, name, region, ...aggregate },
      meta: { fuel },
      state,
    };
  },
});
