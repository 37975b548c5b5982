/** Turns the feed's names of fuels into our numbers. @module */

import { type Fuel, FUELS } from "../../lib/shared/fuels.ts";

const NAMES = ["Gazole", "SP95", "SP98", "E10", "E85", "GPLc"] as const;
const NUMBERS = new Map<string, number>(NAMES.map((name, index) => [name, index + 1]));

/**
 * The fuel number (1 to 6, in the order of `FUELS`) of a name as the feed spells it; null when it is none of the six.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toFuelNumber("GPLc"), 6);
 * equal(toFuelNumber("SP97"), null);
 * ```
 */
export function toFuelNumber(name: string): number | null {
  return NUMBERS.get(name.trim()) ?? null;
}

/**
 * The feed's name of a fuel.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toFeedFuelName("e10"), "E10");
 * ```
 */
export function toFeedFuelName(fuel: Fuel): string {
  return NAMES[FUELS.indexOf(fuel)];
}
