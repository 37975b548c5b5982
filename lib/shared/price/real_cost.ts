/**
 * What filling up costs with the way there and back, so that a cheap station far away does not win.
 *
 * @module
 */

import type { Fuel } from "../fuels.ts";

/** A visitor's car: litres to fill in, litres burnt on 100 km. */
export type Car = { readonly litres: number; readonly per100Km: number };

/** A middling car: 40 litres to fill in, 6.5 on 100 km. */
export const USUAL_CAR: Car = { litres: 40, per100Km: 6.5 };

/** Thousandths of a euro off a litre, by brand. */
export type Discounts = ReadonlyMap<string, number>;

/**
 * A visitor's car, the fuels that it takes (none: the one in view), and what their cards take off.
 */
export type Driver = Car & {
  /** Litres that the tank takes: never fewer than the usual fill. */
  readonly tank: number;
  readonly fuels: readonly Fuel[];
  readonly discounts: Discounts;
  /** Brands that sell to members only whose card the driver has. */
  readonly cards: readonly string[];
  /**
   * Litres of E85 that drive as far as one litre of petrol, in which {@link Car} counts where it
   * takes both.
   */
  readonly e85Factor: number;
};

/** Any driver: every price is the pump's. Source of the factor: docs/data.md. */
export const USUAL_DRIVER: Driver = {
  ...USUAL_CAR,
  tank: 50,
  fuels: [],
  discounts: new Map(),
  cards: [],
  e85Factor: 1.25,
};

/**
 * Name under which the browser stores the driver; only the route page sends it, with a question.
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

/** Cost in euros of the way to a station and back, at its price. */
export function toDetourCost(
  { priceMilli, km }: { priceMilli: number; km: number },
  car: Car,
): number {
  return (toBurntLitres(km, car) * priceMilli) / 1000;
}

/**
 * Cost in euros of filling up at a station: the litres, and those burnt on the way there and back,
 * all at its price.
 */
export function toRealCost(
  { priceMilli, km }: { priceMilli: number; km: number },
  car: Car,
): number {
  return ((car.litres + toBurntLitres(km, car)) * priceMilli) / 1000;
}

/** The real cost in whole cents, in which stations are compared. */
export function toCostCents(station: { priceMilli: number; km: number }, car: Car): number {
  return Math.round(toRealCost(station, car) * 100);
}

/** A detour that saves less, in cents, is not worth it. */
export const MIN_SAVED_CENTS = 50;

/**
 * What filling up gains against the `nearest` of some stations, way included; null of fewer than
 * two. `count` stations save half a euro or more by `cautiousMilli`, which age makes dearer, and
 * `savedCents` at the most.
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
