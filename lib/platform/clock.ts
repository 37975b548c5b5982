/**
 * Defines two clocks: the system's, and one that starts at a given instant, for tests and replays
 * of old data.
 *
 * @module
 */

/** Returns the current instant. */
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
