/**
 * The visitor's price per litre: the posted price less a card's discount, for the car's fuel that
 * drives cheapest.
 *
 * @module
 */

import type { Fuel } from "../fuels.ts";
import { MEMBER_BRANDS } from "../member_brands.ts";
import { type Discounts, type Driver, USUAL_DRIVER } from "./real_cost.ts";

/** Limits of a visitor's input about the car. */
export const CAR_LIMITS = {
  tank: { min: 5, max: 300 },
  litres: { min: 5, max: 200 },
  per100Km: { min: 2, max: 40 },
  e85Factor: { min: 1, max: 2 },
} as const;

/**
 * Limits of a discount in thousandths of a euro, of the number of discounts, and of their text in
 * characters.
 */
export const DISCOUNT_LIMITS = { minMilli: 1, maxMilli: 500, most: 20, maxChars: 500 } as const;

/**
 * Parses one discount to the brand as written and the euros off a litre; null if it is malformed.
 */
export function readDiscount(text: string): { name: string; euros: string; milli: number } | null {
  const at = text.lastIndexOf(":");
  const name = text.slice(0, Math.max(0, at)).trim();
  const euros = text.slice(at + 1).trim();
  if (name === "" || name.length > 80 || !/^\d(?:\.\d{1,3})?$/.test(euros)) return null;
  return { name, euros, milli: Math.round(Number(euros) * 1000) };
}

/** Returns whether a discount in thousandths of a euro is within its limits. */
export function isDiscount(milli: number): boolean {
  return milli >= DISCOUNT_LIMITS.minMilli && milli <= DISCOUNT_LIMITS.maxMilli;
}

/** Fuels that a petrol car may choose from. */
export const PETROLS = ["sp95", "sp98", "e10", "e85"] as const satisfies readonly Fuel[];

/**
 * Returns the price of a litre after the discount of its brand, in thousandths of a euro, at least
 * one.
 */
export function toNetMilli(
  { priceMilli, brand }: { priceMilli: number; brand: string | null },
  discounts: Discounts,
): number {
  return Math.max(1, priceMilli - (brand === null ? 0 : discounts.get(brand) ?? 0));
}

/**
 * Returns the fuels that count for a view of one fuel, this one first: all fuels of the car if it
 * takes this one, otherwise only this one.
 */
export function toFuels(fuel: Fuel, { fuels }: Pick<Driver, "fuels">): readonly Fuel[] {
  return fuels.includes(fuel) ? [fuel, ...fuels.filter((other) => other !== fuel)] : [fuel];
}

/** Returns whether the visitor's price of a fuel may differ from the posted price. */
export function hasOwnPrices(fuel: Fuel, driver: Driver): boolean {
  return driver.discounts.size > 0 || toFuels(fuel, driver).length > 1;
}

/** Returns the offer that drives cheapest, or null without offers. Ties go to the first one. */
export function findCheapest<T extends { comparedMilli: number }>(offers: readonly T[]): T | null {
  return offers.reduce<T | null>(
    (best, offer) => best && best.comparedMilli <= offer.comparedMilli ? best : offer,
    null,
  );
}

/** The visitor's and the posted price of a litre, in thousandths of a euro. */
export type Paid = {
  readonly fuel: Fuel;
  readonly priceMilli: number;
  readonly postedMilli: number;
  /** The price at which a litre of the petrol `unitFuel` drives as far for the same money. */
  readonly comparedMilli: number;
  readonly unitFuel: Fuel;
};

/** Returns the fuel in whose litres some fuels are compared: the first petrol, otherwise E85. */
export function toUnitFuel(fuels: readonly Fuel[]): Fuel {
  return fuels.find((fuel) => fuel !== "e85") ?? "e85";
}

/**
 * Returns the price in thousandths of a euro of a litre of `unitFuel` that drives as far for the
 * same money. Only E85 burns more.
 */
export function toComparedMilli(
  priceMilli: number,
  { fuel, unitFuel, e85Factor }: { fuel: Fuel; unitFuel: Fuel; e85Factor: number },
): number {
  return fuel === "e85" && unitFuel !== "e85" ? Math.round(priceMilli * e85Factor) : priceMilli;
}

type Own = { readonly fuel: Fuel; readonly driver: Driver };

/**
 * Returns the driver's price of one fuel from its posted price. It is compared only with fuels that
 * count for the view.
 */
export function toPaid(
  { fuel, price, brand }: { fuel: Fuel; price: string; brand: string | null },
  { fuel: seen, driver }: Own,
): Paid {
  // Does not use the parser of untrusted texts, which would add a script to the map's first ones.
  const postedMilli = Math.round(Number(price) * 1000);
  const priceMilli = toNetMilli({ priceMilli: postedMilli, brand }, driver.discounts);
  const fuels = toFuels(seen, driver);
  const unitFuel = fuels.includes(fuel) ? toUnitFuel(fuels) : fuel;
  const comparedMilli = toComparedMilli(priceMilli, {
    fuel,
    unitFuel,
    e85Factor: driver.e85Factor,
  });
  return { fuel, priceMilli, postedMilli, comparedMilli, unitFuel };
}

/** The prices of a station in a response. */
export type Sold = {
  readonly brand: string | null;
  readonly prices: readonly {
    readonly fuel: Fuel;
    readonly price: string;
    readonly in_force: boolean;
  }[];
};

/**
 * Returns the driver's price at a station for the car's fuel that drives cheapest; null if none has
 * a price in force.
 */
export function findPaid({ brand, prices }: Sold, own: Own): Paid | null {
  const offers = toFuels(own.fuel, own.driver).flatMap((each) =>
    prices.filter(({ fuel, in_force }) => fuel === each && in_force)
      .map(({ price }) => toPaid({ fuel: each, price, brand }, own))
  );
  return findCheapest(offers);
}

function readDiscounts(stored: unknown): Discounts {
  const pairs = Array.isArray(stored) ? stored.filter(Array.isArray) : [];
  const valid = pairs.filter(([brand, milli]) =>
    typeof brand === "string" && brand !== "" && Number.isInteger(milli) && isDiscount(milli)
  );
  return new Map(valid.slice(0, DISCOUNT_LIMITS.most).map(([brand, milli]) => [brand, milli]));
}

/**
 * Parses a driver from untrusted text that a browser stored. Values out of bounds become the
 * defaults.
 */
export function parseDriver(text: string | null): Driver {
  let read: Record<string, unknown> = {};
  try {
    read = JSON.parse(text ?? "null") ?? {};
  } catch { /* The text is not ours, so the usual car applies. */ }
  const within = (name: keyof typeof CAR_LIMITS, usual = USUAL_DRIVER[name]) => {
    const value = read[name];
    const { min, max } = CAR_LIMITS[name];
    return typeof value === "number" && value >= min && value <= max ? value : usual;
  };
  const storedOf = <T extends string>(all: readonly T[], stored: unknown) =>
    all.filter((each) => Array.isArray(stored) && stored.includes(each));
  const fuels = storedOf(PETROLS, read.fuels);
  const cards = storedOf(MEMBER_BRANDS, read.cards);
  const fill = within("litres");
  const tank = within("tank", Math.max(USUAL_DRIVER.tank, fill));
  const car = {
    tank,
    litres: Math.min(fill, tank),
    per100Km: within("per100Km"),
    e85Factor: within("e85Factor"),
  };
  return { ...car, fuels, cards, discounts: readDiscounts(read.discounts) };
}

/** Returns a driver as text for storage. */
export function toDriverText({ discounts, ...driver }: Driver): string {
  return JSON.stringify({ ...driver, discounts: [...discounts] });
}
