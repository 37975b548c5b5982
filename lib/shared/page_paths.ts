/** The addresses of stations and departments. @module */

/**
 * The French path of a station's page.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toStationPath("69003001"), "/stations/69003001");
 * ```
 */
export function toStationPath(id: string): string {
  return `/stations/${id}`;
}

/** The French path of a station's curves of a fuel, a fragment of HTML for the sheet of the map. */
export function toCurvesPath(id: string, fuel: string): string {
  return `${toStationPath(id)}/courbes?fuel=${fuel}`;
}

/** The French path of a station's month of a fuel, a fragment as well. */
export function toMonthPath(id: string, fuel: string): string {
  return `${toStationPath(id)}/mois?fuel=${fuel}`;
}

/**
 * The French path of a department's page, from its canonical code.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toDepartmentPath("2A"), "/departements/2A");
 * ```
 */
export function toDepartmentPath(code: string): string {
  return `/departements/${code}`;
}

/** Middle of the country and a radius that holds it. */
const COUNTRY = "at=46.6,2.4&radius=550";

/** The French path of the map of the whole country; without a fuel it shows the usual one. */
export function toCountryMapPath(fuel?: string): string {
  return fuel === undefined ? `/?${COUNTRY}` : `/?fuel=${fuel}&${COUNTRY}`;
}

/** Where errors of the data are reported: to the State's own site. */
export const SOURCE_SITE = "https://www.prix-carburants.gouv.fr/";
