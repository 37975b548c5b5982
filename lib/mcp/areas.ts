/** Resolves names of areas: departments, regions, the regions until 2015, France. @module */

import { toNameWords } from "../shared/place/place_name.ts";

/** An area that a search takes as a whole, by its departments; without any, all of France that the source covers. */
export type SearchArea = { name: string; code: string; departments: readonly string[] };

const MAX_LETTERS = 200;

/** The regions of mainland France that the law of 16 January 2015 (2015-29) merged, with their departments. */
const FORMER_REGIONS: Readonly<Record<string, string>> = {
  "Alsace": "67,68",
  "Aquitaine": "24,33,40,47,64",
  "Auvergne": "03,15,43,63",
  "Basse-Normandie": "14,50,61",
  "Bourgogne": "21,58,71,89",
  "Champagne-Ardenne": "08,10,51,52",
  "Franche-Comté": "25,39,70,90",
  "Haute-Normandie": "27,76",
  "Languedoc-Roussillon": "11,30,34,48,66",
  "Limousin": "19,23,87",
  "Lorraine": "54,55,57,88",
  "Midi-Pyrénées": "09,12,31,32,46,65,81,82",
  "Nord-Pas-de-Calais": "59,62",
  "Picardie": "02,60,80",
  "Poitou-Charentes": "16,17,79,86",
  "Rhône-Alpes": "01,07,26,38,42,69,73,74",
};

/** All of France. */
export const FRANCE: SearchArea = { name: "France", code: "FR", departments: [] };

/** France, then the regions until 2015. */
export const OTHER_AREAS: readonly SearchArea[] = [
  FRANCE,
  ...Object.entries(FORMER_REGIONS).map(([name, code]) => ({ name, code, departments: code.split(",") })),
];

const BEFORE_NAME =
  /^(?:(?:en|dans|the|all of|whole of|toute|mainland|metropolitan|ancienne|departement|region|de|du|des|d|la|le|les|l) )*/;
const BEHIND_NAME = / (?:entiere|metropolitaine)$/;

/** Comparable words of an area's name: the same for "Finistère", "le Finistère", "Finistere (29)". */
function toAreaWords(name: string): string {
  return toNameWords(name.slice(0, MAX_LETTERS).replace(/\(.*$/, "")).replace(BEFORE_NAME, "").replace(BEHIND_NAME, "");
}

/** The area of a name; undefined when none of them has it. */
export function findByName<T extends { name: string }>(areas: readonly T[], text: string): T | undefined {
  const words = toAreaWords(text);
  return areas.find(({ name }) => toAreaWords(name) === words);
}
