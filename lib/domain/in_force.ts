/** When a price counts: the one rule behind every ranking and mean. @module */

import { IN_FORCE_DAYS } from "../shared/format.ts";
import { DAY_MS } from "../shared/units.ts";

/** Age in days up to which a price is in force unless the caller says otherwise (docs/contract.md). */
export { IN_FORCE_DAYS };

/**
 * How far after `asOf` a price may be dated and still be known: no two clocks agree. Such a price counts as one of age
 * zero. Anything later is not known yet and is shown nowhere until `asOf` has come that far.
 */
export const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** What the rule looks at; instants in milliseconds since 1970. */
type PriceFacts = {
  /** When the price was last reported (set or confirmed). */
  atMs: number;
  /** Whether the newest feed lists the price for its station, and the station itself. */
  listed: boolean;
  /** The latest beginning of an open stock-out of the fuel or closure of the station, or null. */
  interruptedSinceMs: number | null;
  /** Whether it lies far from everybody else's, unconfirmed. */
  suspect: boolean;
};

/**
 * Whether a price counts at an instant: listed, at most `maxAgeDays` old to the second and no further ahead than
 * {@link CLOCK_TOLERANCE_MS}, not suspect, and no open stock-out or closure began at its instant or later.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const day = 86_400_000;
 * const price = { atMs: 0, listed: true, interruptedSinceMs: null, suspect: false };
 * equal(isInForce(price, 30 * day), true);
 * equal(isInForce(price, 30 * day + 1000), false);
 * equal(isInForce({ ...price, atMs: 5, interruptedSinceMs: 5 }, 6), false);
 * equal(isInForce({ ...price, atMs: 600_000 }, 0), true);
 * equal(isInForce({ ...price, atMs: 601_000 }, 0), false);
 * equal(isInForce({ ...price, suspect: true }, 6), false);
 * ```
 */
export function isInForce(state: PriceFacts, asOfMs: number, maxAgeDays: number = IN_FORCE_DAYS): boolean {
  if (!state.listed || state.suspect || isInterrupted(state)) return false;
  const ageMs = asOfMs - state.atMs;
  return ageMs <= maxAgeDays * DAY_MS && ageMs >= -CLOCK_TOLERANCE_MS;
}

/** Whether an open stock-out or closure overrules the price: it began at the price's instant or later. */
export function isInterrupted(state: Pick<PriceFacts, "atMs" | "interruptedSinceMs">): boolean {
  return state.interruptedSinceMs !== null && state.interruptedSinceMs >= state.atMs;
}
