/**
 * How much lower an old price must be before the service recommends it: prices change, and reports
 * may be missing.
 *
 * @module
 */

import type { Fuel } from "../fuels.ts";
import { DAY_MS } from "../units.ts";

/**
 * By fuel, how many thousandths of a euro lower a price of at least so many days must be;
 * docs/data.md has the measurements. Prices of E85 and LPG stay the same for weeks, so their age
 * says nothing.
 */
export const AGE_LEADS: Readonly<
  Record<Fuel, readonly { readonly days: number; readonly milli: number }[]>
> = {
  gazole: [{ days: 7, milli: 15 }, { days: 21, milli: 30 }],
  sp95: [{ days: 7, milli: 5 }],
  sp98: [{ days: 7, milli: 5 }],
  e10: [{ days: 7, milli: 5 }],
  e85: [],
  gplc: [],
};

/** A price for a recommendation, in thousandths of a euro, and its age in milliseconds. */
export type AgedPrice = {
  readonly fuel: Fuel;
  readonly priceMilli: number;
  readonly ageMs: number;
};

/** Returns the lead (thousandths) that a price of a fuel needs over a fresh one. */
export function toLeadMilli({ fuel, ageMs }: Pick<AgedPrice, "fuel" | "ageMs">): number {
  return AGE_LEADS[fuel].findLast(({ days }) => ageMs >= days * DAY_MS)?.milli ?? 0;
}

/**
 * Returns the price (halves of thousandths) for comparisons in recommendations. An old price wins
 * only by more than its lead.
 */
export function toCautiousMilli(price: AgedPrice): number {
  const leadMilli = toLeadMilli(price);
  return price.priceMilli + (leadMilli > 0 ? leadMilli + 0.5 : 0);
}
