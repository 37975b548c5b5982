/**
 * Finds places by other names than those of communes: airports, railway stations, islands, areas.
 *
 * @module
 */

import { toNameWords } from "../../places/place_name.ts";
// Airports: airport-data-js 3.1 (CC BY 4.0). Stations: github.com/trainline-eu/stations (ODbL 1.0).
// Islands: the largest communes, as in static/geo. Former regions: those that the law of 16 January
// 2015 (2015-29) merged.
import ALIASES from "./aliases.json" with { type: "json" };

/**
 * A point with a name; `code`: IATA code of an airport, UIC code of a station, INSEE code of a
 * commune; null of a mere point.
 */
export type NamedPoint = {
  readonly label: string;
  readonly code: string | null;
  readonly lat: number;
  readonly lng: number;
};

/**
 * An area that a search takes as a whole, by its departments; without any, all of France that the
 * source covers.
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
 * Comparable words of an area's name: the same for "Finistère", "le Finistère", "Finistere (29)".
 */
function toAreaWords(name: string): string {
  return toNameWords(name.slice(0, MAX_LETTERS).replace(/\(.*$/, "")).replace(BEFORE_NAME, "")
    .replace(AFTER_NAME, "");
}

/** The area of a name; undefined if none of them has it. */
export function findByName<T extends { name: string }>(
  areas: readonly T[],
  text: string,
): T | undefined {
  const words = toAreaWords(text);
  return areas.find(({ name }) => toAreaWords(name) === words);
}

/** France or a region until 2015; undefined for any other text. */
export function findAreaAlias(text: string): SearchArea | undefined {
  return findByName([FRANCE, ...FORMER_REGIONS], text);
}

/** Whether a text is the name of a country or a large town abroad. */
export function isAbroad(text: string): boolean {
  return findByName(ALIASES.abroad.map((name) => ({ name })), text) !== undefined;
}

const COORDINATES = /^\s*(-?\d{1,2}(?:\.\d{1,9})?)\s*[,;]\s*(-?\d{1,3}(?:\.\d{1,9})?)\s*$/;

/**
 * The point that a text such as "48.85, 2.35" names by its degrees; undefined for any other text.
 */
export function findPoint(text: string): NamedPoint | undefined {
  const [, lat, lng] = COORDINATES.exec(text) ?? [];
  return lat === undefined
    ? undefined
    : { label: `${lat},${lng}`, code: null, lat: Number(lat), lng: Number(lng) };
}

/** `names`: comparable ones without articles; `city` may precede or follow them. */
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

/** The airport, station or island that a text names in full; undefined for any other text. */
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
