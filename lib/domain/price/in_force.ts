/** The rule that decides when a price counts, for every ranking and mean. @module */

import { IN_FORCE_DAYS } from "../../words/format.ts";
import { DAY_MS } from "../../shared/units.ts";

/** Age in days up to which a price is in force by default (docs/contract.md). */
export { IN_FORCE_DAYS };

/**
 * How far after `asOf` a price may be dated, because clocks differ. A later price stays hidden
 * until then.
 */
export const CLOCK_TOLERANCE_MS = 10 * 60_000;

/** The facts that decide whether a price counts; instants in milliseconds since 1970. */
export type PriceFacts = {
  atMs: number;
  /** Whether the newest feed lists the price and its station. */
  listed: boolean;
  suspect: boolean;
  /** Latest start of an open stock-out of the fuel or closure of the station, or null. */
  interruptedSinceMs: number | null;
};

/**
 * Returns whether a price counts at an instant: it is listed, at most `maxAgeDays` old to the
 * second, at most {@link CLOCK_TOLERANCE_MS} in the future and not suspect, and no open stock-out
 * or closure started at its instant or later.
 */
export function isInForce(
  state: PriceFacts,
  asOfMs: number,
  maxAgeDays: number = IN_FORCE_DAYS,
): boolean {
  const { atMs, listed, suspect, interruptedSinceMs } = state;
  if (!listed || suspect || (interruptedSinceMs !== null && interruptedSinceMs >= atMs)) {
    return false;
  }
  const ageMs = asOfMs - atMs;
  return ageMs <= maxAgeDays * DAY_MS && ageMs >= -CLOCK_TOLERANCE_MS;
}
