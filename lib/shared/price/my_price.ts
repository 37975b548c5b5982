/**
 * The visitor's price of a litre: the pump's less a card's discount, of the fuel that drives their
 * car cheapest.
 *
 * @module
 */

import type { Fuel } from "../fuels.ts";
import { MEMBER_BRANDS } from "../member_brands.ts";
import { type Discounts, type Driver, USUAL_DRIVER } from "./real_cost.ts";

/** Limits of what a visitor may enter about the car. */
export const CAR_LIMITS = {
  tank: { min: 5, max: 300 },
  litres: { min: 5, max: 200 },
  per100Km: { min: 2, max: 40 },
  e85Factor: { min: 1, max: 2 },
} as const;

/**
 * Limits of a discount, thousandths of a euro, how many there may be, and characters of all of them
 * as text.
 */
export const DISCOUNT_LIMITS = { minMilli: 1, maxMilli: 500, most: 20, maxChars: 500 } as const;

/** The brand as written and the euros off a litre of one discount as text; null when it is none. */
export function readDiscount(text: string): { name: string; euros: string; milli: number } | null {
  const at = text.lastIndexOf(":");
  const name = text.slice(0, Math.max(0, at)).trim();
  const euros = text.slice(at + 1).trim();
  if (name === "" || name.length > 80 || !/^\d(?:\.\d{1,3})?$/.test(euros)) return null;
  return { name, euros, milli: Math.round(Number(euros) * 1000) };
}

/** Whether a discount is within its bounds, thousandths of a euro. */
export function isDiscount(milli: number): boolean {
  return milli >= DISCOUNT_LIMITS.minMilli && milli <= DISCOUNT_LIMITS.maxMilli;
}

/** Fuels among which a petrol car may have the choice. */
export const PETROLS = ["sp95", "sp98", "e10", "e85"] as const satisfies readonly Fuel[];

/** The price of a litre after the discount of its brand, in thousandths of a euro, at least one. */
export function toNetMilli(
  { priceMilli, brand }: { priceMilli: number; brand: string | null },
  discounts: Discounts,
): number {
  return Math.max(1, priceMilli - (brand === null ? 0 : discounts.get(brand) ?? 0));
}

/**
 * The fuels that count for a view of one: all that the car takes, if this is one of them, this one
 * first.
 */
export function toFuels(fuel: Fuel, { fuels }: Pick<Driver, "fuels">): readonly Fuel[] {
  return fuels.includes(fuel) ? [fuel, ...fuels.filter((other) => other !== fuel)] : [fuel];
}

/** Whether what a visitor pays may differ from the pump's price of a fuel. */
export function hasOwnPrices(fuel: Fuel, driver: Driver): boolean {
  return driver.discounts.size > 0 || toFuels(fuel, driver).length > 1;
}

/** The cheapest of some offers by what they drive, the first of equal ones; null without any. */
export function findCheapest<T extends { comparedMilli: number }>(offers: readonly T[]): T | null {
  return offers.reduce<T | null>(
    (best, offer) => best && best.comparedMilli <= offer.comparedMilli ? best : offer,
    null,
  );
}

/** The visitor's and the pump's price of a litre, in thousandths of a euro. */
export type Paid = {
  readonly fuel: Fuel;
  readonly priceMilli: number;
  readonly postedMilli: number;
  /** Price of the petrol `unitFuel` at which a litre of it drives as far for the same money. */
  readonly comparedMilli: number;
  readonly unitFuel: Fuel;
};

/**
 * The fuel in whose litres some fuels are compared: the first petrol; E85 where there is no other.
 */
export function toUnitFuel(fuels: readonly Fuel[]): Fuel {
  return fuels.find((fuel) => fuel !== "e85") ?? "e85";
}

/**
 * The price of a litre of `unitFuel` that drives as far for the same money, thousandths of a euro:
 * only E85 burns more.
 */
export function toComparedMilli(
  priceMilli: number,
  { fuel, unitFuel, e85Factor }: { fuel: Fuel; unitFuel: Fuel; e85Factor: number },
): number {
  return fuel === "e85" && unitFuel !== "e85" ? Math.round(priceMilli * e85Factor) : priceMilli;
}

type Own = { readonly fuel: Fuel; readonly driver: Driver };

/**
 * The driver's price of one fuel from its pump price; compared only with fuels that count for the
 * view.
 */
export function toPaid(
  { fuel, price, brand }: { fuel: Fuel; price: string; brand: string | null },
  { fuel: seen, driver }: Own,
): Paid {
  // Not by what reads untrusted texts: with it, the map's first scripts would be one more.
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

/** The prices of a station, as on the wire. */
export type Sold = {
  readonly brand: string | null;
  readonly prices: readonly {
    readonly fuel: Fuel;
    readonly price: string;
    readonly in_force: boolean;
  }[];
};

/**
 * The driver's price at a station, of the car's fuel that drives cheapest; null when none has a
 * price in force.
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
 * Reads a driver from untrusted text (what a browser stored); anything out of bounds becomes the
 * usual value.
 */
export function parseDriver(text: string | null): Driver {
  let read: Record<string, unknown> = {};
  try {
    read = JSON.parse(text ?? "null") ?? {};
  } catch { /* Not ours: the usual car is used. */ }
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

/** A driver as text to be stored. */
export function toDriverText({ discounts, ...driver }: Driver): string {
  return JSON.stringify({ ...driver, discounts: [...discounts] });
}
