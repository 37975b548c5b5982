/** When a price counts: the one rule behind every ranking and mean. @module */

const DAY_MS = 86_400_000;

/** Age in days up to which a price is in force unless the caller asks otherwise (CONTRACT §2). */
export const IN_FORCE_DAYS = 30;

/** What the rule looks at; instants in milliseconds since 1970. */
export type PriceState = {
  /** When the price was last told (set or confirmed). */
  atMs: number;
  /** Whether the newest feed lists the price for its station, and the station itself. */
  listed: boolean;
  /** The latest beginning of an open stock-out of the fuel, or null. */
  stockOutSinceMs: number | null;
};

/**
 * Whether a price counts at an instant: listed, at most `maxAgeDays` old to the second, and no stock-out began at its
 * instant or later.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const day = 86_400_000;
 * equal(isInForce({ atMs: 0, listed: true, stockOutSinceMs: null }, 30 * day), true);
 * equal(isInForce({ atMs: 0, listed: true, stockOutSinceMs: null }, 30 * day + 1000), false);
 * equal(isInForce({ atMs: 5, listed: true, stockOutSinceMs: 5 }, 6), false);
 * ```
 */
export function isInForce(state: PriceState, asOfMs: number, maxAgeDays: number = IN_FORCE_DAYS): boolean {
  if (!state.listed || isOutOfStock(state)) return false;
  return asOfMs - state.atMs <= maxAgeDays * DAY_MS;
}

/** Whether an open stock-out overrules the price: it began at the price's instant or later. */
export function isOutOfStock(state: Pick<PriceState, "atMs" | "stockOutSinceMs">): boolean {
  return state.stockOutSinceMs !== null && state.stockOutSinceMs >= state.atMs;
}
