/** Defines the areas whose mean prices are stored or can be added up: the country, regions, departments, brands. @module */

import { METROPOLITAN_DEPARTMENTS } from "../../shared/place/departments.ts";

/** An area by the text that names it in a question: `FR`, `69`, `R84`, `brand:Avia`. */
export type Area = {
  readonly area: string;
  readonly name: string;
  /** The areas of `daily_mean` whose sums make it up: a region's are its departments. */
  readonly parts: readonly string[];
};

/** An area with a place on the map. */
export type LandArea = Area & {
  readonly scope: "department" | "region";
  /** Code of the department or region. */
  readonly code: string;
  readonly region: string;
};

const toRegions = () =>
  [...Map.groupBy(METROPOLITAN_DEPARTMENTS, ({ regionCode }) => regionCode)].map(([code, some]): LandArea => {
    const name = some[0]!.regionName;
    return { area: `R${code}`, scope: "region", code, name, region: name, parts: some.map((each) => each.code) };
  });

/** The 13 regions that the source covers. */
export const REGION_AREAS: readonly LandArea[] = toRegions();

/** The 96 departments that the source covers, then the {@link REGION_AREAS}. */
export const LAND_AREAS: readonly LandArea[] = [
  ...METROPOLITAN_DEPARTMENTS.map(({ code, name, regionName: region }): LandArea => (
    { area: code, scope: "department", code, name, region, parts: [code] }
  )),
  ...REGION_AREAS,
];
