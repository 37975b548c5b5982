/**
 * Why a station has no price in a ranking: out of stock for now, a price that is too old, or a fuel
 * that it does not sell.
 *
 * @module
 */

import { DAY_MS } from "../units.ts";

/** A stock-out as the source reports it; `since` is an instant as text. */
type StockOut = { readonly kind: "temporary" | "permanent"; readonly since: string };

/**
 * Stock-outs reported as temporary that last longer than this are permanent: half of SP95's began
 * before 2023.
 */
const LONGEST_DAYS = 365;

/**
 * Returns whether a fuel is out of stock for now, rather than not sold there: reported as
 * temporary, at most a year ago.
 */
export function isOutForNow({ kind, since }: StockOut, nowMs: number): boolean {
  return kind === "temporary" && nowMs - Date.parse(since) <= LONGEST_DAYS * DAY_MS;
}

/** Values in the bulk file's price column for a missing price. */
export const NO_PRICE = { unknown: 0, out: -1, unsold: -2 } as const;

/** One value for each reason: out of stock for now, a price too old to count, not sold there. */
export type Unranked<T> = { readonly out: T; readonly old: T; readonly unsold: T };

/** Converts each of the three values. */
export function mapUnranked<T, U>(
  { out, old, unsold }: Unranked<T>,
  turn: (value: T) => U,
): Unranked<U> {
  return { out: turn(out), old: turn(old), unsold: turn(unsold) };
}
