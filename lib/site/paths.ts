/** The addresses of stations, departments and towns, and of their pictures. @module */

import { toNameWords } from "../places/place_name.ts";
import type { Lang } from "../words/lang.ts";

/** The French path of a station's page. */
export function toStationPath(id: string): string {
  return `/stations/${id}`;
}

/** The French path of a department's page, from its canonical code. */
export function toDepartmentPath(code: string): string {
  return `/departements/${code}`;
}

/** The French path of the picture of a page, for link previews. */
export function toPicturePath(pagePath: string, fuel: string): string {
  return `${pagePath}/image.png?fuel=${fuel}`;
}

/** Middle of the country and a radius that holds it. */
const COUNTRY = "at=46.6,2.4&radius=550";

/** The French path of the map of the whole country; without a fuel it shows the usual one. */
export function toCountryMapPath(fuel?: string): string {
  return fuel === undefined ? `/?${COUNTRY}` : `/?fuel=${fuel}&${COUNTRY}`;
}

/** The French path of the map around a point; of the country without one. */
export function toMapPath(
  { fuel, lat, lng, radius }: Partial<Record<"lat" | "lng" | "radius", number>> & { fuel: string },
): string {
  if (lat === undefined || lng === undefined || radius === undefined) return toCountryMapPath(fuel);
  const [atLat, atLng] = [lat, lng].map((degrees) => Math.round(degrees * 1000) / 1000);
  return `/?fuel=${fuel}&at=${atLat},${atLng}&radius=${Math.ceil(radius)}`;
}

/** The French path of the trends of a fuel. */
export function toTrendsPath(fuel: string): string {
  return `/tendances?fuel=${fuel}`;
}

/** Whether a path, in either language, is that of a page made for frames on other sites. */
export function isEmbedPath(path: string): boolean {
  return /^(?:\/en)?\/embed\//.test(path);
}

/** Where pages store the alerts of a device. */
export const DEVICE_PATH = "/alertes/appareil";

/** Where errors of the data are reported: to the State's own site. */
export const SOURCE_SITE = "https://www.prix-carburants.gouv.fr/";

/** The French path of a town's page: name for people, INSEE code for us. */
export function toTownPath(town: { readonly name: string; readonly code: string }): string {
  return `/villes/${toNameWords(town.name).replaceAll(" ", "-")}-${town.code}`;
}

/**
 * The path of the Atom feed of some stations (`ids`, with commas between) or of a search around a
 * point.
 */
export function toFeedPath(question: Record<string, string | number>, lang: Lang): string {
  const name = "ids" in question ? "stations" : "search";
  const query = Object.entries(lang === "fr" ? question : { ...question, lang }).map((pair) =>
    pair.join("=")
  );
  return `/feeds/${name}.atom?${query.join("&")}`;
}
