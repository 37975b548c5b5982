/**
 * Says by how much an old price must be lower before the service recommends it: pumps move on, and
 * reports may not.
 *
 * @module
 */

import type { Fuel } from "../fuels.ts";
import { DAY_MS } from "../units.ts";

/**
 * By fuel, thousandths of a euro that a price of at least so many days must be lower by;
 * docs/data.md has the measurements. Prices of E85 and LPG stand for weeks, so their age says
 * nothing.
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

/**
 * A price as it is compared for a recommendation: thousandths of a euro, and its age in
 * milliseconds.
 */
export type AgedPrice = {
  readonly fuel: Fuel;
  readonly priceMilli: number;
  readonly ageMs: number;
};

/** The lead (thousandths) that a price of a fuel needs over a fresh one. */
export function toLeadMilli({ fuel, ageMs }: Pick<AgedPrice, "fuel" | "ageMs">): number {
  return AGE_LEADS[fuel].findLast(({ days }) => ageMs >= days * DAY_MS)?.milli ?? 0;
}

/**
 * The price (halves of thousandths) by which a recommendation compares: an old price wins by more
 * than its lead, not by as much.
 */
export function toCautiousMilli(price: AgedPrice): number {
  const leadMilli = toLeadMilli(price);
  return price.priceMilli + (leadMilli > 0 ? leadMilli + 0.5 : 0);
}
