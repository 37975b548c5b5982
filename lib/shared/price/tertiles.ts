/** Says whether a price is cheap, middling or dear among those in view, by thirds, each with its sign. @module */

/** The compared values: prices per litre in thousandths of a euro, or costs of filling up, detour included, in cents. */
export type Unit = "price" | "cost";

/** The third that a price is in: cheap, middling or dear. */
export type Tertile = "low" | "mid" | "high";

/** Highest price of each third, and the lowest of all; integers in thousandths of a euro. */
export type Bounds = { readonly min: number; readonly low: number; readonly mid: number; readonly max: number };

/**
 * The bounds of the thirds of some prices (thousandths), equal prices always in one third; null when there are none.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(toBounds([1799, 1809, 1899, 1900, 1959, 2100]), { min: 1799, low: 1809, mid: 1900, max: 2100 });
 * ```
 */
export function toBounds(pricesMilli: ArrayLike<number>): Bounds | null {
  const sorted = Float64Array.from(pricesMilli).sort();
  const [min] = sorted;
  if (min === undefined) return null;
  const last = (third: number) => sorted[Math.ceil((sorted.length * third) / 3) - 1] ?? min;
  return { min, low: last(1), mid: last(2), max: last(3) };
}

/**
 * The third of a price; never "low" when no price is higher.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const bounds = { min: 1799, low: 1809, mid: 1900, max: 2100 };
 * equal(toTertile(1809, bounds), "low");
 * equal(toTertile(1901, bounds), "high");
 * equal(toTertile(1700, { min: 1700, low: 1700, mid: 1700, max: 1700 }), "mid");
 * equal(toTertile(2089, { min: 1992, low: 2089, mid: 2089, max: 2089 }), "mid");
 * ```
 */
export function toTertile(priceMilli: number, { low, mid, max }: Bounds): Tertile {
  return priceMilli <= low && priceMilli < max ? "low" : priceMilli <= mid ? "mid" : "high";
}

/**
 * The thirds that some price is in, in the order of price.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * deepEqual(listTertiles({ min: 1700, low: 1700, mid: 1700, max: 1700 }), ["mid"]);
 * deepEqual(listTertiles({ min: 1992, low: 2089, mid: 2089, max: 2089 }), ["low", "mid"]);
 * deepEqual(listTertiles({ min: 1700, low: 1700, mid: 1700, max: 1800 }), ["low", "high"]);
 * ```
 */
export function listTertiles({ min, low, mid, max }: Bounds): Tertile[] {
  const all: [Tertile, boolean][] = [["low", min < max], ["mid", low < mid || low === max], ["high", mid < max]];
  return all.flatMap(([third, isThere]) => isThere ? [third] : []);
}

/** A number for each third, by which layers of the map look up colours; 0 is for stations without a rank. */
export const LEVEL_NUMBERS = { low: 1, mid: 2, high: 3 } as const;

/** A sign for each third. */
export const LEVEL_SIGNS: Readonly<Record<Tertile, string>> = { low: "▼", mid: "=", high: "▲" };
