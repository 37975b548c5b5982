/** What a department's page shows. @module */

import type { Department as DepartmentPrices, National } from "../../lib/domain/wire.ts";
import { type DataState, departmentPrices, type Deps, nationalPrices } from "../../lib/operations/mod.ts";
import { type DepartmentStations, findDepartmentStations } from "../../lib/operations/page_department.ts";
import { findAreaCurves, type MeanPoint } from "../../lib/operations/page_means.ts";
import type { Department } from "../../lib/shared/departments.ts";
import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";
import { parsePriceText } from "../../lib/shared/money.ts";
import type { Outline } from "../../lib/shared/outline.ts";
import type { Place } from "../../lib/shared/places.ts";
import { type Bounds, toBounds } from "../../lib/shared/tertiles.ts";
import { DEFAULT_FUEL } from "../../lib/shared/url_state.ts";
import type { Frame } from "./frame.ts";
import { findBorderCodes, findLargestTowns, findTownLabels, getOutline } from "./geo.ts";

/** The curve of the department beside the country's; null when the history cannot be read. */
export type DepartmentCurves = { today: string; own: MeanPoint[]; nation: MeanPoint[] } | null;

/** A department's page. */
export type DepartmentPageData = {
  frame: Frame;
  department: Department;
  fuel: Fuel;
  /** All six fuels, in their order. */
  means: DepartmentPrices[];
  national: National;
  stations: DepartmentStations;
  bounds: Bounds | null;
  curves: DepartmentCurves;
  outline: Outline | null;
  labels: Place[];
  towns: Place[];
  /** Departments with a common border. */
  neighbours: DepartmentPrices[];
  state: DataState;
};

const YEAR_DAYS = 365;
const TOWNS = 36;

async function readCurves(deps: Deps, code: string, fuel: Fuel): Promise<DepartmentCurves> {
  const read = (area: string) => findAreaCurves(deps, { area, fuels: [fuel], days: YEAR_DAYS });
  const [own, nation] = await Promise.all([read(code), read("FR")]);
  if (own.curves === null || nation.curves === null) return null;
  return { today: own.today, own: own.curves.get(fuel)!, nation: nation.curves.get(fuel)! };
}

async function readMeans(deps: Deps, codes: readonly string[], fuel: Fuel): Promise<DepartmentPrices[]> {
  const answers = await Promise.all(codes.map((code) => departmentPrices.run(deps, { code, fuel })));
  return answers.map(({ data }) => data);
}

/** Reads everything of a department. Throws DomainErrors as the operations do. */
export async function loadDepartment(deps: Deps, frame: Frame, department: Department): Promise<DepartmentPageData> {
  const { code } = department;
  const fuel = frame.fuel ?? DEFAULT_FUEL;
  const [means, national, stations, curves, outline, towns, codes] = await Promise.all([
    Promise.all(FUELS.map(async (each) => (await departmentPrices.run(deps, { code, fuel: each })).data)),
    nationalPrices.run(deps, { fuel }),
    findDepartmentStations(deps, { code, fuel }),
    readCurves(deps, code, fuel),
    getOutline(code),
    findLargestTowns(code, TOWNS),
    findBorderCodes(code),
  ]);
  return {
    ...{ frame, department, fuel, means, stations, curves, outline, towns },
    national: national.data,
    bounds: toBounds(stations.entries.map(({ price }) => parsePriceText(price))),
    labels: outline === null ? [] : await findTownLabels(code, outline),
    neighbours: await readMeans(deps, codes, fuel),
    state: stations.state,
  };
}
