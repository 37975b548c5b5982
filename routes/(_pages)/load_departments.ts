/** What the list of departments shows. @module */

import type { Department as DepartmentPrices, National } from "../../lib/domain/wire.ts";
import { type DataState, departmentPrices, type Deps, nationalPrices } from "../../lib/operations/mod.ts";
import { DEPARTMENTS } from "../../lib/shared/departments.ts";
import type { Fuel } from "../../lib/shared/fuels.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import { type Bounds, toBounds } from "../../lib/shared/tertiles.ts";
import { DEFAULT_FUEL } from "../../lib/shared/url_state.ts";
import type { Frame } from "./frame.ts";

/** The list of departments. */
export type DepartmentsPageData = {
  frame: Frame;
  fuel: Fuel;
  national: National;
  /** Departments with at least one station for the fuel, or of the mainland, in customary order. */
  departments: DepartmentPrices[];
  bounds: Bounds | null;
  state: DataState;
};

/** Reads the means of all departments for a fuel. */
export async function loadDepartments(deps: Deps, frame: Frame): Promise<DepartmentsPageData> {
  const fuel = frame.fuel ?? DEFAULT_FUEL;
  const { data: national, state } = await nationalPrices.run(deps, { fuel });
  const answers = await Promise.all(DEPARTMENTS.map(({ code }) => departmentPrices.run(deps, { code, fuel })));
  const departments = answers.map(({ data }) => data)
    .filter(({ code, stationCount }) => code.length < 3 || stationCount > 0);
  const means = departments.flatMap(({ avgPrice1d }) => avgPrice1d === null ? [] : [parsePriceText(avgPrice1d)]);
  return { frame, fuel, national, departments, bounds: toBounds(means), state };
}
