/**
 * Defines clocks: that of the system, and one that starts at a given instant, for replays of old
 * data and tests.
 *
 * @module
 */

/** Returns the present instant. */
export type Clock = () => Date;

/** The system's clock. */
export const systemClock: Clock = () => new Date();

/**
 * Returns a clock that shows `start` now and runs from there (the setting CLOCK), or the system's
 * clock if `start` is null.
 */
export function createClock(start: Date | null): Clock {
  if (start === null) return systemClock;
  const began = performance.now();
  return () => new Date(start.getTime() + (performance.now() - began));
}
