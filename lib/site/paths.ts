/** The addresses of stations, departments and towns, and of their pictures. @module */

import { toNameWords } from "../places/place_name.ts";
import type { Lang } from "../words/lang.ts";

/** Returns the French path of a station's page. */
export function toStationPath(id: string): string {
  return `/stations/${id}`;
}

/** Returns the French path of a department's page, from its canonical code. */
export function toDepartmentPath(code: string): string {
  return `/departements/${code}`;
}

/** Returns the French path of a page's picture for link previews. */
export function toPicturePath(pagePath: string, fuel: string): string {
  return `${pagePath}/image.png?fuel=${fuel}`;
}

/** The middle of the country and a radius that contains it. */
const COUNTRY = "at=46.6,2.4&radius=550";

/**
 * Returns the French path of the map of the whole country. Without a fuel it shows the usual one.
 */
export function toCountryMapPath(fuel?: string): string {
  return fuel === undefined ? `/?${COUNTRY}` : `/?fuel=${fuel}&${COUNTRY}`;
}

/** Returns the French path of the map around a point, or of the country without a point. */
export function toMapPath(
  { fuel, lat, lng, radius }: Partial<Record<"lat" | "lng" | "radius", number>> & { fuel: string },
): string {
  if (lat === undefined || lng === undefined || radius === undefined) return toCountryMapPath(fuel);
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000;
  return `/?fuel=${fuel}&at=${round(lat)},${round(lng)}&radius=${Math.ceil(radius)}`;
}

/** Returns the French path of a fuel's trends. */
export function toTrendsPath(fuel: string): string {
  return `/tendances?fuel=${fuel}`;
}

/** Returns whether a path, in either language, is a page for frames on other sites. */
export function isEmbedPath(path: string): boolean {
  return /^(?:\/en)?\/embed\//.test(path);
}

/** The path where pages store the alerts of a device. */
export const DEVICE_PATH = "/alertes/appareil";

/** The State's site, where errors in the data can be reported. */
export const SOURCE_SITE = "https://www.prix-carburants.gouv.fr/";

/**
 * Returns the French path of a town's page, with the name for people and the INSEE code for
 * lookups.
 */
export function toTownPath(town: { readonly name: string; readonly code: string }): string {
  return `/villes/${toNameWords(town.name).replaceAll(" ", "-")}-${town.code}`;
}

/**
 * Returns the path of the Atom feed of some stations (`ids`, separated by commas) or of a search
 * around a point.
 */
export function toFeedPath(question: Record<string, string | number>, lang: Lang): string {
  const name = "ids" in question ? "stations" : "search";
  const query = Object.entries(lang === "fr" ? question : { ...question, lang }).map((pair) =>
    pair.join("=")
  );
  return `/feeds/${name}.atom?${query.join("&")}`;
}
