/** What filling up costs with the way there and back, so that a cheap station far away does not win. @module */

import type { Fuel } from "./fuels.ts";

/** A visitor's car: litres to fill in, litres burnt on 100 km. */
export type Car = { readonly litres: number; readonly per100Km: number };

/** A middling car: 40 litres to fill in, 6.5 on 100 km. */
export const USUAL_CAR: Car = { litres: 40, per100Km: 6.5 };

/** Thousandths of a euro off a litre, by brand. */
export type Discounts = ReadonlyMap<string, number>;

/** A visitor's car, the fuels that it takes (none: whichever is looked at), and what their cards take off. */
export type Driver = Car & { readonly fuels: readonly Fuel[]; readonly discounts: Discounts };

/** Nobody in particular: every price is the pump's. */
export const USUAL_DRIVER: Driver = { ...USUAL_CAR, fuels: [], discounts: new Map() };

/** Name under which the browser stores the driver, who is never sent anywhere. */
export const DRIVER_KEY = "car";

/** Roads are about this much longer than the straight line (French mean of driving over crow-fly distance). */
export const ROAD_FACTOR = 1.3;

/** Litres burnt on the way there and back. */
function toBurntLitres(km: number, { per100Km }: Car): number {
  return (2 * km * ROAD_FACTOR * per100Km) / 100;
}

/**
 * Cost in euros of the way to a station and back, at its price.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toDetourCost({ priceMilli: 2000, km: 10 }, { litres: 40, per100Km: 5 }), 2.6);
 * ```
 */
export function toDetourCost({ priceMilli, km }: { priceMilli: number; km: number }, car: Car): number {
  return (toBurntLitres(km, car) * priceMilli) / 1000;
}

/**
 * Cost in euros of filling up at a station: the litres, and those burnt on the way there and back, all at its price.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(toRealCost({ priceMilli: 2000, km: 10 }, { litres: 40, per100Km: 5 }), 82.6);
 * ```
 */
export function toRealCost({ priceMilli, km }: { priceMilli: number; km: number }, car: Car): number {
  return ((car.litres + toBurntLitres(km, car)) * priceMilli) / 1000;
}

/** The real cost in whole cents, in which stations are compared. */
export function toCostCents(station: { priceMilli: number; km: number }, car: Car): number {
  return Math.round(toRealCost(station, car) * 100);
}

/**
 * For each station whether another one is at least as cheap and as near, and better in one of the two.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const near = { priceMilli: 1900, km: 1 };
 * deepEqual(findDominated([near, { priceMilli: 1950, km: 2 }, { priceMilli: 1800, km: 3 }]), [false, true, false]);
 * ```
 */
export function findDominated(stations: readonly { priceMilli: number; km: number }[]): boolean[] {
  const order = [...stations.entries()].sort(([, a], [, b]) => a.km - b.km || a.priceMilli - b.priceMilli);
  const dominated = new Array<boolean>(stations.length).fill(false);
  let best = Infinity;
  let bestKm = -1;
  for (const [i, { priceMilli, km }] of order) {
    dominated[i] = priceMilli > best || (priceMilli === best && km > bestKm);
    if (priceMilli < best) [best, bestKm] = [priceMilli, km];
  }
  return dominated;
}
