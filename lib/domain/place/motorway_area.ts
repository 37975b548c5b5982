/**
 * Reads the motorway and the rest area from the address of a motorway station, which is free text
 * in the feed.
 *
 * @module
 */

const MOTORWAY = /(?<![a-z])(?:autoroute|aut|a)[\s.-]*(?:a[\s-]*)?(\d{1,3})(?!\d)/i;
const NATIONAL = /(?<![a-z])(?:rn|n|nationale)[\s-]*(\d{1,3})(?!\d)/i;
const AREA = /(?<![a-zà-ÿ])aires?\s+(.+)/i;
/** What ends an area's name: another part, a direction, the motorway. */
const END =
  /\s[-–]|[-–]\s|[,(/]|autoroute|sens\s|\s(?:direction|bi-trafic|bp|km)(?=\s|$)|\s(?:aut\s*)?a[\s-]*\d/i;
const SMALL = new Set(["de", "du", "des", "la", "le", "les", "en", "et", "sur", "d", "l"]);
const MIN_LETTERS = 3;

function toWord(word: string): string {
  if (SMALL.has(word.toLowerCase())) return word.toLowerCase();
  const elided = /^([ld]['’])(.+)$/i.exec(word);
  if (elided) return elided[1]!.toLowerCase() + toWord(elided[2]!);
  const rest = word.slice(1);
  return word.slice(0, 1).toUpperCase() +
    (rest.length > 1 && word === word.toUpperCase() ? rest.toLowerCase() : rest);
}

function toName(text: string): string | null {
  const words = text.split(END)[0]!.replace(/^de\s+service\s*/i, "").split(/\s+/).filter((word) =>
    word !== ""
  )
    .map(toWord);
  const named = words.filter((word) => !SMALL.has(word) && word !== "service");
  return named.join("").length < MIN_LETTERS ? null : `Aire ${words.join(" ")}`;
}

function toRoad(letter: string, number: string | undefined): string | null {
  return number === undefined ? null : `${letter}${Number(number)}`;
}

/**
 * Returns the motorway (`A6`; `N104` for a national road) and the name of the rest area in an
 * address.
 *
 * @example
 * ```ts
 * import { deepEqual } from "../../../tests/support/assert.ts";
 * deepEqual(parseAreaAddress("Autoroute A6 - Aire de Beaune Tailly"), { road: "A6", name: "Aire de Beaune Tailly" });
 * ```
 */
export function parseAreaAddress(address: string): { road: string | null; name: string | null } {
  const motorway = MOTORWAY.exec(address)?.[1];
  const national = NATIONAL.exec(address)?.[1];
  const area = AREA.exec(address)?.[1];
  return {
    road: toRoad("A", motorway) ?? toRoad("N", national),
    name: area === undefined ? null : toName(area),
  };
}
