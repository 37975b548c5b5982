/** Tells prices that lie far from everybody else's: real in the feed, hardly real at the pump. @module */

import type { PriceBounds } from "./plausibility.ts";

/** What the rule of suspect prices is made of; docs/data.md has the measurements behind each number. */
export type SuspectRule = {
  /** Prices that a nation or a department needs: among twenty, the cheapest 5 % are the one price looked at. */
  leastPrices: number;
  /** The cheap and the dear end of a spread: a share of all prices, in percent. */
  lowPercent: number;
  highPercent: number;
  /** A spread is never taken for narrower than this share of the median, in percent. */
  leastSpreadPercent: number;
  /** How many spreads below the median, and above it, a price becomes suspect. */
  lowSpreads: number;
  highSpreads: number;
};

/**
 * The rule that the service applies. Low outliers end up first in every ranking, so the low side is the strict one. High
 * prices are mostly genuine (motorways, the centre of Paris), so only those far beyond every other are held back.
 */
export const SUSPECT_RULE: SuspectRule = {
  leastPrices: 21,
  lowPercent: 5,
  highPercent: 95,
  leastSpreadPercent: 3,
  lowSpreads: 2.5,
  highSpreads: 5,
};

/** The prices of an area in three numbers, in thousandths of a euro per litre. */
export type PriceSpread = { medianMilli: number; lowMilli: number; highMilli: number };

/**
 * Median and ends of some prices in any order, by nearest rank; null when there are too few.
 *
 * @example
 * ```ts
 * import { deepEqual, equal } from "node:assert/strict";
 * const prices = Array.from({ length: 40 }, (_, index) => 1801 + index);
 * deepEqual(toSpread(prices), { medianMilli: 1820, lowMilli: 1802, highMilli: 1838 });
 * equal(toSpread([1799]), null);
 * ```
 */
export function toSpread(pricesMilli: readonly number[], rule: SuspectRule = SUSPECT_RULE): PriceSpread | null {
  const count = pricesMilli.length;
  if (count < rule.leastPrices) return null;
  const sorted = Int16Array.from(pricesMilli).sort();
  const at = (percent: number) => sorted[Math.max(1, Math.ceil((count * percent) / 100)) - 1];
  return { medianMilli: at(50), lowMilli: at(rule.lowPercent), highMilli: at(rule.highPercent) };
}

/** How far a price may be from the median; multiplied first, so that whole thousandths stay exact. */
function toReach(spreadMilli: number, { medianMilli, spreads, leastPercent }: Record<string, number>): number {
  return Math.max(spreads * spreadMilli, (spreads * leastPercent * medianMilli) / 100);
}

function toAreaBounds({ medianMilli, lowMilli, highMilli }: PriceSpread, rule: SuspectRule): PriceBounds {
  const { lowSpreads, highSpreads, leastSpreadPercent: leastPercent } = rule;
  const below = toReach(medianMilli - lowMilli, { medianMilli, spreads: lowSpreads, leastPercent });
  const above = toReach(highMilli - medianMilli, { medianMilli, spreads: highSpreads, leastPercent });
  return { minMilli: Math.ceil(medianMilli - below), maxMilli: Math.floor(medianMilli + above) };
}

/**
 * The bounds outside of which a price of a department is suspect: it must be far from the nation and from the department.
 * So a department in a price war is held against itself, and one with few stations against the nation alone. Null when the
 * nation has too few prices: then nothing is suspect.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const nation = { medianMilli: 2000, lowMilli: 1900, highMilli: 2100 };
 * deepEqual(toBounds(nation, null), { minMilli: 1750, maxMilli: 2500 });
 * deepEqual(toBounds(nation, { medianMilli: 1800, lowMilli: 1780, highMilli: 1820 }), { minMilli: 1665, maxMilli: 2500 });
 * ```
 */
export function toBounds(
  nation: PriceSpread | null,
  department: PriceSpread | null,
  rule: SuspectRule = SUSPECT_RULE,
): PriceBounds | null {
  if (nation === null) return null;
  const wide = toAreaBounds(nation, rule);
  if (department === null) return wide;
  const local = toAreaBounds(department, rule);
  return {
    minMilli: Math.min(wide.minMilli, local.minMilli),
    maxMilli: Math.max(wide.maxMilli, local.maxMilli),
  };
}

/** Whether a price lies outside of bounds; never when there are none. */
export function isOutside(priceMilli: number, bounds: PriceBounds | null): boolean {
  return bounds !== null && (priceMilli < bounds.minMilli || priceMilli > bounds.maxMilli);
}

/**
 * The prices of one fuel in force at one instant, suspect ones included: medians and ends hardly move for them, and so a
 * verdict hangs on no other verdict. `D` names a department, null an unknown one.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const reference = new PriceReference<string>();
 * for (let i = 0; i < 40; i++) reference.add(2000 + i, "57");
 * equal(isOutside(1711, reference.boundsOf("57")), true);
 * equal(isOutside(1874, reference.boundsOf("57")), false);
 * ```
 */
export class PriceReference<D> {
  readonly #all: number[] = [];
  readonly #byDepartment = new Map<D, number[]>();
  readonly #bounds = new Map<D | null, PriceBounds | null>();
  #nation: PriceSpread | null | undefined;

  /** Counts a price; all are counted before the first bounds are asked for. */
  add(priceMilli: number, department: D | null): void {
    this.#all.push(priceMilli);
    if (department === null) return;
    const prices = this.#byDepartment.get(department);
    if (prices) prices.push(priceMilli);
    else this.#byDepartment.set(department, [priceMilli]);
  }

  /** The bounds that rule in a department. */
  boundsOf(department: D | null): PriceBounds | null {
    let bounds = this.#bounds.get(department);
    if (bounds === undefined) {
      this.#nation ??= toSpread(this.#all);
      const local = department === null ? null : toSpread(this.#byDepartment.get(department) ?? []);
      this.#bounds.set(department, bounds = toBounds(this.#nation, local));
    }
    return bounds;
  }
}
