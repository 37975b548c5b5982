/**
 * Defines the areas whose mean prices are stored or can be added up: the country, regions,
 * departments, brands.
 *
 * @module
 */

import { toCanonicalBrand } from "../brand/brand.ts";
import { DEPARTMENTS, METROPOLITAN_DEPARTMENTS } from "../../places/departments.ts";

/** An area with its text in requests: `FR`, `69`, `R84`, `brand:Avia`. */
export type Area = {
  readonly area: string;
  readonly name: string;
  /** The areas of `daily_mean` that add up to it: for a region its departments. */
  readonly summedAreas: readonly string[];
};

/** An area with a place on the map. */
export type LandArea = Area & {
  readonly scope: "department" | "region";
  readonly code: string;
  readonly region: string;
};

/** The country. */
export const NATION: Area = { area: "FR", name: "France", summedAreas: ["FR"] };

function toLandAreas(departments: typeof DEPARTMENTS): LandArea[] {
  const regions = [...Map.groupBy(departments, ({ regionCode }) => regionCode)];
  return [
    ...departments.map(({ code, name, regionName: region }): LandArea => (
      { area: code, scope: "department", code, name, region, summedAreas: [code] }
    )),
    ...regions.map(([code, some]): LandArea => {
      const name = some[0]!.regionName;
      return {
        area: `R${code}`,
        scope: "region",
        code,
        name,
        region: name,
        summedAreas: some.map((each) => each.code),
      };
    }),
  ];
}

/** The 96 departments that the source covers, then their 13 regions. */
export const LAND_AREAS: readonly LandArea[] = toLandAreas(METROPOLITAN_DEPARTMENTS);

/** All departments, then their regions, those overseas included. */
export const ALL_LAND_AREAS: readonly LandArea[] = toLandAreas(DEPARTMENTS);

const BRAND_PREFIX = "brand:";

/** Returns the brand of an area as written; null for other areas. */
export function brandOfArea(area: string): string | null {
  return area.startsWith(BRAND_PREFIX) ? area.slice(BRAND_PREFIX.length) : null;
}

/**
 * Returns the area that a text names (`FR`, `69`, `R84` in either case, `brand:Avia`), or null. A
 * brand gets its canonical spelling, even if no station has it.
 *
 * @example
 * ```ts
 * import { equal } from "../../../tests/support/assert.ts";
 * equal(parseArea("2a")?.name, "Corse-du-Sud");
 * equal(parseArea("brand:leclerc")?.area, "brand:E.Leclerc");
 * ```
 */
export function parseArea(text: string): Area | null {
  const written = brandOfArea(text);
  if (written === null) {
    const code = text.toUpperCase();
    return [NATION, ...ALL_LAND_AREAS].find(({ area }) => area === code) ?? null;
  }
  const brand = toCanonicalBrand(written.replaceAll(",", " "));
  const area = BRAND_PREFIX + brand;
  return brand === "" || /\p{C}/u.test(brand) ? null : { area, name: brand, summedAreas: [area] };
}
