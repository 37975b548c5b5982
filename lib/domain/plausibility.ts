/** Bounds that tell a price from a marker or a typing error: without them 9.999 would be the dearest station of France. @module */

import type { Fuel } from "../shared/fuels.ts";

/** The least and the greatest believable price of a fuel, both included, in thousandths of a euro per litre. */
export type PriceBounds = { readonly minMilli: number; readonly maxMilli: number };

/**
 * Bounds per fuel that hold from 2007 to 2026 with room on both sides. They keep out what is never real (0.001, 9.999,
 * 7.81, prices with a digit too few or too many), not what is merely unusual.
 *
 * Where they come from, in euros per litre: the extremes of the State's snapshots of 2016, 2019, 2022, 2025 and 2026, of
 * the whole year 2025 (5.3 million prices, all of France) and of 2017 to 2026 in four departments; below them the cheapest
 * weeks before, by the ministry's weekly means.
 *
 * - gazole: December 2015 had a mean of 0.994 and cheapest stations at 0.944, July 2009 a mean of 0.985; floor 0.85.
 *   Dearest genuine ones 2.999 (2022) and 3.0 (2025); the next values met are 4.536, 7.81 and 9.999; ceiling 3.5.
 * - sp95, sp98, e10: cheapest genuine ones 1.089 (e10, May 2020) and 1.137 (sp95, 2020), the winter of 2008/09 was about
 *   a tenth below; floor 0.95. Dearest 2.99 (2022, 2023); ceiling 3.5. Values from 0.36 to 0.94 are slips on the keyboard.
 * - e85: 0.401 (2016) and 0.485 (2019) are real, the cheapest of a whole tail; floor 0.35. Dearest genuine ones 1.169 to
 *   1.315 (2022 to 2026, motorways); from 1.5 on they are SP98's price typed into the wrong field; ceiling 1.45.
 * - gplc: cheapest genuine ones 0.57 (2016), 0.496 met once in 2025, about 0.5 in 2009; floor 0.4. A motorway chain asked
 *   1.481 in 2025; from 1.55 on they are SP95's price; ceiling 1.55.
 */
export const PRICE_BOUNDS: Readonly<Record<Fuel, PriceBounds>> = {
  gazole: { minMilli: 850, maxMilli: 3500 },
  sp95: { minMilli: 950, maxMilli: 3500 },
  sp98: { minMilli: 950, maxMilli: 3500 },
  e10: { minMilli: 950, maxMilli: 3500 },
  e85: { minMilli: 350, maxMilli: 1450 },
  gplc: { minMilli: 400, maxMilli: 1550 },
};

/**
 * Whether a price lies within its fuel's bounds.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(isPlausible("e85", 485), true);
 * equal(isPlausible("gazole", 9999), false);
 * ```
 */
export function isPlausible(fuel: Fuel, priceMilli: number): boolean {
  const { minMilli, maxMilli } = PRICE_BOUNDS[fuel];
  return priceMilli >= minMilli && priceMilli <= maxMilli;
}

/**
 * E85 and GPLc never cost more than 0.79 of the same station's cheapest petrol in any snapshot from 2016 to 2026, and slips
 * heap up at 1. Between the two lies room, so that a genuine price is not refused on the day on which petrol gets cheaper.
 * In years when petrol is cheap slips stay below the ceiling of {@link PRICE_BOUNDS}: hence this rule beside it.
 */
const PETROL_RATIO = 0.9;

/**
 * Whether a price of E85 or GPLc is petrol's price typed into the wrong field, by the cheapest petrol (SP95, SP98 or E10)
 * that the same station announces; null when it announces none. Always false for the other fuels.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(isPetrolPrice("e85", 1389, 1389), true);
 * equal(isPetrolPrice("gplc", 1410, 1936), false);
 * equal(isPetrolPrice("sp98", 1389, 1389), false);
 * ```
 */
export function isPetrolPrice(fuel: Fuel, priceMilli: number, cheapestPetrolMilli: number | null): boolean {
  if ((fuel !== "e85" && fuel !== "gplc") || cheapestPetrolMilli === null) return false;
  return priceMilli >= PETROL_RATIO * cheapestPetrolMilli;
}
