/**
 * Finds places by names other than those of communes: airports, railway stations, islands, areas.
 *
 * @module
 */

import { toNameWords } from "../../places/place_name.ts";
// Sources. Airports: airport-data-js 3.1 (CC BY 4.0). Stations: github.com/trainline-eu/stations
// (ODbL 1.0). Islands: the largest communes, as in static/geo. Former regions: those that the law
// of 16 January 2015 (2015-29) merged.
import ALIASES from "./aliases.json" with { type: "json" };

/**
 * A named point. `code` is the IATA code of an airport, the UIC code of a station, the INSEE code
 * of a commune, or null for bare coordinates.
 */
export type NamedPoint = {
  readonly label: string;
  readonly code: string | null;
  readonly lat: number;
  readonly lng: number;
};

/**
 * An area that a search covers as a whole, by its departments. An empty list is all of France that
 * the source covers.
 */
export type SearchArea = {
  readonly name: string;
  readonly code: string;
  readonly departments: readonly string[];
};

/** All of France. */
export const FRANCE: SearchArea = { name: "France", code: "FR", departments: [] };

/** The regions of mainland France until 2015. */
const FORMER_REGIONS: readonly SearchArea[] = ALIASES.formerRegions.map(({ name, departments }) => (
  { name, code: departments.join(), departments }
));

const MAX_LETTERS = 200;
const BEFORE_NAME =
  /^(?:(?:en|dans|the|all of|whole of|toute|mainland|metropolitan|ancienne|departement|region|de|du|des|d|la|le|les|l) )*/;
const AFTER_NAME = / (?:entiere|metropolitaine)$/;

/**
 * Returns the comparable words of an area's name, the same for "Finistère", "le Finistère" and
 * "Finistere (29)".
 */
function toAreaWords(name: string): string {
  return toNameWords(name.slice(0, MAX_LETTERS).replace(/\(.*$/, "")).replace(BEFORE_NAME, "")
    .replace(AFTER_NAME, "");
}

/** Returns the area with a name; undefined if none matches. */
export function findByName<T extends { name: string }>(
  areas: readonly T[],
  text: string,
): T | undefined {
  const words = toAreaWords(text);
  return areas.find(({ name }) => toAreaWords(name) === words);
}

/** Returns France or a region until 2015; undefined for any other text. */
export function findAreaAlias(text: string): SearchArea | undefined {
  return findByName([FRANCE, ...FORMER_REGIONS], text);
}

/** Returns whether a text is the name of a country or a large town abroad. */
export function isAbroad(text: string): boolean {
  return findByName(ALIASES.abroad.map((name) => ({ name })), text) !== undefined;
}

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d{1,9})?)\s*[,;]\s*(-?\d{1,3}(?:\.\d{1,9})?)\s*$/;

/** Returns the point for coordinates such as "48.85, 2.35"; undefined for any other text. */
export function findPoint(text: string): NamedPoint | undefined {
  const [, lat, lng] = COORDINATES.exec(text) ?? [];
  return lat === undefined
    ? undefined
    : { label: `${lat},${lng}`, code: null, lat: Number(lat), lng: Number(lng) };
}

/** `names` are comparable and without articles. `city` may come before or after them. */
type Landmark = NamedPoint & { readonly names: readonly string[]; readonly city?: string };

/** Landmarks by the words for their kind. */
const KINDS: readonly { words: RegExp; landmarks: readonly Landmark[] }[] = [
  { words: /\b(?:aeroports?|airport)\b/g, landmarks: ALIASES.airports },
  { words: /\b(?:gare|station|sncf|tgv)\b/g, landmarks: ALIASES.stations },
  { words: /\b(?:ile|isle|island)\b/g, landmarks: ALIASES.islands },
];

const ARTICLES = /\b(?:de|du|des|d|la|le|les|l|of)\b/g;

/** Names that need no word of their kind. */
const NAMES_WITHOUT_KIND = ["cdg", "charles gaulle", "part dieu", "euroairport", "oleron"];

/**
 * Returns the airport, station or island that a text names in full; undefined for any other text.
 */
export function findLandmark(text: string): NamedPoint | undefined {
  const typed = toNameWords(text);
  for (const { words, landmarks } of KINDS) {
    const key = typed.replace(words, " ").replace(ARTICLES, " ").trim().replace(/ +/g, " ");
    const isOfKind = typed.search(words) >= 0;
    const found = landmarks.find(({ names, city }) =>
      names.some((name) =>
        (isOfKind || NAMES_WITHOUT_KIND.includes(name)) &&
        [name, `${city} ${name}`, `${name} ${city}`].includes(key)
      )
    );
    if (found) return found;
  }
}
