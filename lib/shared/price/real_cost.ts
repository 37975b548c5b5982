/**
 * The cost of filling up with the way there and back, so that a cheap station far away does not
 * win.
 *
 * @module
 */

import type { Fuel } from "../fuels.ts";

/** A visitor's car: the litres to fill, and its consumption per 100 km. */
export type Car = { readonly litres: number; readonly per100Km: number };

/** An average car: 40 litres to fill, 6.5 litres per 100 km. */
export const USUAL_CAR: Car = { litres: 40, per100Km: 6.5 };

/** Thousandths of a euro off a litre, by brand. */
export type Discounts = ReadonlyMap<string, number>;

/**
 * A visitor's car, the fuels that it takes (empty for the one in view), and the discounts of their
 * cards.
 */
export type Driver = Car & {
  /** Size of the tank in litres, never less than the usual fill. */
  readonly tank: number;
  readonly fuels: readonly Fuel[];
  readonly discounts: Discounts;
  /** Members-only brands whose card the driver has. */
  readonly cards: readonly string[];
  /**
   * Litres of E85 that drive as far as one litre of petrol. {@link Car} counts in petrol if the car
   * takes both.
   */
  readonly e85Factor: number;
};

/** A default driver, who pays the posted prices. docs/data.md has the source of the factor. */
export const USUAL_DRIVER: Driver = {
  ...USUAL_CAR,
  tank: 50,
  fuels: [],
  discounts: new Map(),
  cards: [],
  e85Factor: 1.25,
};

/**
 * The key under which the browser stores the driver. Only the route page sends it, with a request.
 */
export const DRIVER_KEY = "car";

/**
 * Roads are about this much longer than the straight line (French mean of driving over crow-fly
 * distance).
 */
export const ROAD_FACTOR = 1.3;

function toBurntLitres(km: number, { per100Km }: Car): number {
  return (2 * km * ROAD_FACTOR * per100Km) / 100;
}

/** Returns the cost in euros of the way to a station and back, at its price. */
export function toDetourCost(
  { priceMilli, km }: { priceMilli: number; km: number },
  car: Car,
): number {
  return (toBurntLitres(km, car) * priceMilli) / 1000;
}

/**
 * Returns the cost in euros of filling up at a station: the litres, and those burnt on the way
 * there and back, all at its price.
 */
export function toRealCost(
  { priceMilli, km }: { priceMilli: number; km: number },
  car: Car,
): number {
  return ((car.litres + toBurntLitres(km, car)) * priceMilli) / 1000;
}

/** Returns the real cost in whole cents, which is how stations are compared. */
export function toCostCents(station: { priceMilli: number; km: number }, car: Car): number {
  return Math.round(toRealCost(station, car) * 100);
}

/** A detour that saves fewer cents is not worth it. */
export const MIN_SAVED_CENTS = 50;

/**
 * Compares filling up at some stations, including the way, with filling up at the `nearest` (its
 * index). `count` stations save at least half a euro by `cautiousMilli`, the price with its age's
 * margin; `savedCents` is the largest saving. Returns null for fewer than two stations.
 */
export function findWorthwhile(
  stations: readonly { priceMilli: number; cautiousMilli: number; km: number }[],
  car: Car,
) {
  if (stations.length < 2) return null;
  const costs = stations.map((station) => toCostCents(station, car));
  const nearest = costs.keys().reduce((best, at) =>
    (stations[at]!.km - stations[best]!.km || costs[at]! - costs[best]!) < 0 ? at : best
  );
  const saved = stations.flatMap(({ cautiousMilli: priceMilli, km }, at) =>
    costs[nearest]! - toCostCents({ priceMilli, km }, car) < MIN_SAVED_CENTS
      ? []
      : costs[nearest]! - costs[at]!
  );
  return {
    nearest,
    count: saved.length,
    savedCents: saved.reduce((most, cents) => Math.max(most, cents), 0),
  };
}
