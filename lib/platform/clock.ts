/** Gives the time: the system's, or one that starts at a given instant, for replays of old data and tests. @module */

/** Answers the present instant. */
export type Clock = () => Date;

/** The system's clock. */
export const systemClock: Clock = () => new Date();

/**
 * A clock that stands at `start` now and runs on from there (the CLOCK setting).
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * const clock = startClockAt(new Date("2026-06-05T10:10:00Z"));
 * equal(clock().toISOString().slice(0, 16), "2026-06-05T10:10");
 * ```
 */
export function startClockAt(start: Date): Clock {
  const began = performance.now();
  return () => new Date(start.getTime() + (performance.now() - began));
}
