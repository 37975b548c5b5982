/**
 * Classifies a price as cheap, middling or expensive among the prices it is shown with, each level
 * with its sign.
 *
 * @module
 */

import { parsePriceText } from "./money.ts";

/** The third that a price is in: cheap, middling or expensive. */
export type Tertile = "low" | "mid" | "high";

/** The highest cheap and the highest middling price, integers in thousandths of a euro. */
export type Bounds = { readonly low: number; readonly mid: number };

/**
 * Returns the bounds of the thirds of some prices (thousandths); null without prices. Equal prices
 * are in one third, and the highest is never cheap.
 */
export function toBounds(pricesMilli: ArrayLike<number>): Bounds | null {
  const sorted = Float64Array.from(pricesMilli).sort();
  const last = (third: number) => sorted[Math.ceil((sorted.length * third) / 3) - 1]!;
  return sorted.length === 0 ? null : { low: Math.min(last(1), last(3) - 1), mid: last(2) };
}

/**
 * How many thousandths a department's mean may differ from the national mean and still be middling.
 */
export const MEAN_STEP_MILLI = 20;

/**
 * Returns the bounds of departments' means by their distance from the national mean (text); null
 * without one.
 */
export function toMeanBounds(mean: string | null): Bounds | null {
  if (mean === null) return null;
  const milli = parsePriceText(mean);
  return { low: milli - MEAN_STEP_MILLI - 1, mid: milli + MEAN_STEP_MILLI };
}

/** Returns the level of a price within bounds. */
export function toTertile(priceMilli: number, { low, mid }: Bounds): Tertile {
  if (priceMilli <= low) return "low";
  return priceMilli <= mid ? "mid" : "high";
}

/** Returns some prices with their levels among themselves. */
export function addLevels<T extends { readonly price: string }>(
  entries: readonly T[],
): (T & { level: Tertile })[] {
  const millis = entries.map(({ price }) => parsePriceText(price));
  const bounds = toBounds(millis);
  return entries.map((entry, at) => ({ ...entry, level: toTertile(millis[at]!, bounds!) }));
}

/**
 * A number for each third, by which map layers look up colours; 0 is for stations without a rank.
 */
export const LEVEL_NUMBERS = { low: 1, mid: 2, high: 3 } as const;

/** A sign for each third, and for the best price. */
export const LEVEL_SIGNS = { low: "▼", mid: "=", high: "▲", best: "★" } as const;
