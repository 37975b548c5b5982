/** Says how a station's price stands among those of the stations around it. @module */

import { type Tertile, toBounds, toTertile } from "./tertiles.ts";

/** A price among those within a radius, its own included. */
export type Standing = {
  readonly radiusKm: number;
  /** Stations within the radius with a price that counts, itself included. */
  readonly count: number;
  /** 1 for the cheapest; equal prices have one rank. */
  readonly rank: number;
  /** Thousandths of a euro above the mean of all of them; negative: below. */
  readonly aboveMeanMilli: number;
  readonly level: Tertile;
};

/** Radii of a neighbourhood, km: the first one that has enough stations counts. */
export const STANDING_KM = [5, 15] as const;

/** Stations of a neighbourhood: among fewer, a rank says little. */
export const MIN_AROUND = 3;

/**
 * The standing of a price among those of the stations around it, itself included, in thousandths; null when they are too few to
 * say anything.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * const standing = toStanding(1800, { prices: [1790, 1800, 1850, 1860], radiusKm: 5 });
 * deepEqual(standing, { radiusKm: 5, count: 4, rank: 2, aboveMeanMilli: -25, level: "low" });
 * equal(toStanding(1800, { prices: [1790, 1800], radiusKm: 5 }), null);
 * ```
 */
export function toStanding(
  ownMilli: number,
  { prices, radiusKm }: { prices: readonly number[]; radiusKm: number },
): Standing | null {
  const bounds = toBounds(prices);
  if (prices.length < MIN_AROUND || bounds === null) return null;
  const mean = prices.reduce((sum, milli) => sum + milli, 0) / prices.length;
  return {
    radiusKm,
    count: prices.length,
    rank: 1 + prices.filter((milli) => milli < ownMilli).length,
    aboveMeanMilli: Math.round(ownMilli - mean),
    level: toTertile(ownMilli, bounds),
  };
}

/** The standing within the first radius that has enough stations; `find` finds the prices within one. */
export function findStanding(ownMilli: number, find: (radiusKm: number) => readonly number[]): Standing | null {
  let standing: Standing | null = null;
  for (const radiusKm of STANDING_KM) standing ??= toStanding(ownMilli, { prices: find(radiusKm), radiusKm });
  return standing;
}
