/** What a visitor pays for a litre: the pump's price less what a card takes off, of the cheapest fuel that their car takes. @module */

import type { Fuel } from "./fuels.ts";
import { type Car, type Discounts, type Driver, USUAL_CAR } from "./real_cost.ts";

/** Limits of what a visitor may enter about the car. */
export const CAR_LIMITS = { litres: { min: 5, max: 200 }, per100Km: { min: 2, max: 40 } } as const;

/** Limits of a discount, thousandths of a euro, and how many there may be. */
export const DISCOUNT_LIMITS = { minMilli: 1, maxMilli: 500, most: 20 } as const;

/** Fuels among which a petrol car may have the choice. */
export const PETROLS = ["sp95", "sp98", "e10", "e85"] as const satisfies readonly Fuel[];

/**
 * What a litre costs after the discount of its brand, in thousandths of a euro; at least one, for none would be no price.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const discounts = new Map([["E.Leclerc", 50]]);
 * equal(toNetMilli({ priceMilli: 1699, brand: "E.Leclerc" }, discounts), 1649);
 * equal(toNetMilli({ priceMilli: 1699, brand: "Avia" }, discounts), 1699);
 * ```
 */
export function toNetMilli(
  { priceMilli, brand }: { priceMilli: number; brand: string | null },
  discounts: Discounts,
): number {
  return Math.max(1, priceMilli - (brand === null ? 0 : discounts.get(brand) ?? 0));
}

/**
 * The fuels that count for a view of one: all that the car takes, if this is one of them, this one first.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(toFuels("e10", { fuels: ["sp98", "e10"] }), ["e10", "sp98"]);
 * deepEqual(toFuels("gazole", { fuels: ["sp98", "e10"] }), ["gazole"]);
 * ```
 */
export function toFuels(fuel: Fuel, { fuels }: Pick<Driver, "fuels">): readonly Fuel[] {
  return fuels.includes(fuel) ? [fuel, ...fuels.filter((other) => other !== fuel)] : [fuel];
}

/** Whether what a visitor pays may differ from the pump's price of a fuel. */
export function hasOwnPrices(fuel: Fuel, driver: Driver): boolean {
  return driver.discounts.size > 0 || toFuels(fuel, driver).length > 1;
}

/** The cheapest of some offers, the first of equal ones; null without any. */
export function findCheapest<T extends { priceMilli: number }>(offers: readonly T[]): T | null {
  return offers.reduce<T | null>((best, offer) => best && best.priceMilli <= offer.priceMilli ? best : offer, null);
}

/** What a visitor pays for a litre of a fuel and what the pump shows, in thousandths of a euro. */
export type Paid = { readonly fuel: Fuel; readonly priceMilli: number; readonly postedMilli: number };

/** What a driver pays for one fuel at its pump price. */
export function toPaid(
  { fuel, price, brand }: { fuel: Fuel; price: string; brand: string | null },
  { discounts }: Driver,
): Paid {
  // Not by what reads untrusted texts: with it, the map's first scripts would be one more.
  const postedMilli = Math.round(Number(price) * 1000);
  return { fuel, priceMilli: toNetMilli({ priceMilli: postedMilli, brand }, discounts), postedMilli };
}

/** What a station sells, as on the wire. */
export type Sold = {
  readonly brand: string | null;
  readonly prices: readonly { readonly fuel: Fuel; readonly price: string; readonly in_force: boolean }[];
};

/**
 * What a driver pays at a station when one fuel is looked at: for the cheapest of the fuels that the car takes, less the discount;
 * null when none of them has a price that counts.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const prices = [{ fuel: "e10", price: "1.799", in_force: true }, { fuel: "sp98", price: "1.899", in_force: true }] as const;
 * const driver = { litres: 40, per100Km: 6.5, fuels: ["sp98", "e10"], discounts: new Map([["Avia", 50]]) } as const;
 * const paid = findPaid({ brand: "Avia", prices }, { fuel: "sp98", driver });
 * deepEqual(paid, { fuel: "e10", priceMilli: 1749, postedMilli: 1799 });
 * ```
 */
export function findPaid(
  { brand, prices }: Sold,
  { fuel, driver }: { fuel: Fuel; driver: Driver },
): Paid | null {
  const offers = toFuels(fuel, driver).flatMap((each) =>
    prices.filter((price) => price.fuel === each && price.in_force)
      .map(({ price }) => ({ fuel: each, price, priceMilli: Math.round(Number(price) * 1000) }))
  );
  const best = findCheapest(offers);
  return best && toPaid({ ...best, brand }, driver);
}

function readDiscounts(stored: unknown): Discounts {
  const { minMilli, maxMilli, most } = DISCOUNT_LIMITS;
  const pairs = Array.isArray(stored) ? stored.filter(Array.isArray) : [];
  const known = pairs.filter(([brand, milli]) =>
    typeof brand === "string" && brand !== "" && Number.isInteger(milli) && milli >= minMilli && milli <= maxMilli
  );
  return new Map(known.slice(0, most).map(([brand, milli]) => [brand, milli]));
}

/** Reads a driver from untrusted text (what a browser stored); anything out of bounds becomes the usual value. */
export function parseDriver(text: string | null): Driver {
  let read: Record<string, unknown> = {};
  try {
    read = JSON.parse(text ?? "null") ?? {};
  } catch { /* Not ours: the usual car stands in. */ }
  const within = (name: keyof Car) => {
    const value = read[name];
    const { min, max } = CAR_LIMITS[name];
    return typeof value === "number" && value >= min && value <= max ? value : USUAL_CAR[name];
  };
  const { fuels: stored } = read;
  const fuels = PETROLS.filter((fuel) => Array.isArray(stored) && stored.includes(fuel));
  return { litres: within("litres"), per100Km: within("per100Km"), fuels, discounts: readDiscounts(read.discounts) };
}

/** A driver as text to be stored. */
export function toDriverText({ discounts, ...driver }: Driver): string {
  return JSON.stringify({ ...driver, discounts: [...discounts] });
}
