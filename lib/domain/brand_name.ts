/** Makes the name of a station agree with its brand, and finds the sign of a station that belongs to no network. @module */

import { toNameWords } from "../shared/place_name.ts";
import { type Brand, findKnownBrand, findSpelledBrand } from "./brand.ts";

/** How a name that spells another brand was settled: the brand was taken from it, or it is not shown. */
export type NameDecision = "brand_from_name" | "name_left_out";

/** A brand whose name agrees with it; `decision` is null when it did so from the start. */
export type SettledBrand = { readonly brand: Brand; readonly decision: NameDecision | null };

/**
 * Settles a name that spells another brand than the brand column. A name that is nothing but a brand of the same trade
 * ("Esso" at a former BP, "Netto" at a shop of Intermarché) is the sign that somebody read last, so the brand follows it.
 * Any other name ("Station Service Intermarché" at E.Leclerc, a supermarket's name at an oil company's pumps) tells a
 * former owner or the shop beside, so it is not shown. Makes of cars and other independents contradict nobody.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const leclerc = { brand: "E.Leclerc", name: "Station Service Intermarché", group: "supermarket", wikidata: null } as const;
 * equal(settleName(leclerc).brand.name, null);
 * equal(settleName({ ...leclerc, name: "Intermarché" }).brand.brand, "Intermarché");
 * ```
 */
export function settleName(brand: Brand): SettledBrand {
  const named = brand.name === null ? null : findKnownBrand(brand.name);
  const agrees = named === null || brand.brand === null || named.brand === brand.brand;
  if (agrees || named.group === "independent") return { brand, decision: null };
  if (named.group !== brand.group || findSpelledBrand(brand.name!) === null) {
    return { brand: { ...brand, name: null }, decision: "name_left_out" };
  }
  return {
    brand: { ...brand, brand: named.brand, wikidata: named.wikidata },
    decision: "brand_from_name",
  };
}

/** Words that say what a place is, who runs it or when it sells, but not what it is called. */
const PLAIN_WORDS = new Set(
  ("station stations service services essence carburant carburants combustible combustibles energie energies petrol " +
    "garage relais tabac presse libre self marche super ma la le les l de du des d et 24 24h 7 7j j sarl").split(
      " ",
    ),
);

/** A name with one of these describes a pump of the town, which has no sign. */
const OF_THE_TOWN = /\b(?:inter)?(?:communale?|municipale?)\b|\bcommun(?:es?|aute)\b/;

/**
 * The sign of a station that belongs to no network: its name, when that is a name ("Garage Bernard") and no description
 * ("Station communale", "Carburants 24/24"); else null. What stands in brackets does not count.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toOwnSign("Station Vigouroux"), "Station Vigouroux");
 * equal(toOwnSign("Station-service communale"), null);
 * ```
 */
export function toOwnSign(name: string): string | null {
  const words = toNameWords(name.replace(/\([^)]*\)/g, " "));
  if (OF_THE_TOWN.test(words)) return null;
  return words.split(" ").some((word) => word.length > 1 && !PLAIN_WORDS.has(word)) ? name : null;
}
