/** Resolves names of areas that a search can take as a whole: departments, regions, the regions until 2015, France. @module */

import { toNameWords } from "../shared/place/place_name.ts";
import type { Territory } from "../shared/place/territories.ts";

/** An area by its departments; without any, all of France that the source covers. */
export type Area = { name: string; code: string; departments: readonly string[] };

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

const FRANCE: Area = { name: "France", code: "FR", departments: [] };
const FRANCE_WORDS =
  /^(?:toute )?france(?: entiere| metropolitaine)?$|^(?:mainland|metropolitan|all of|whole of) france$/;

/** France or a region until 2015 by its name; null for any other text. */
export function findArea(text: string): Area | null {
  const words = toNameWords(text).replace(/^(?:en |dans |the )?(?:la |le |les |l )?(?:ancienne )?(?:region )?/, "");
  if (FRANCE_WORDS.test(words)) return FRANCE;
  const [name, codes] = Object.entries(FORMER_REGIONS).find(([name]) => toNameWords(name) === words) ?? [];
  return name === undefined ? null : { name, code: codes!, departments: codes!.split(",") };
}

/** A department or region of today as an area. */
export function toArea({ kind, name, code, departments }: Territory): Area {
  return { name: kind === "department" ? `${name} (${code})` : name, code, departments };
}

/** The text that names a department or region, and no town. */
export function toAreaName({ kind, name }: Pick<Territory, "kind" | "name">): string {
  return `${kind === "region" ? "région" : "département"} ${name}`;
}
