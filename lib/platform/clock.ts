/**
 * Gives the time: the system's, or one that starts at a given instant, for replays of old data and
 * tests.
 *
 * @module
 */

/** Answers the present instant. */
export type Clock = () => Date;

/** The system's clock. */
export const systemClock: Clock = () => new Date();

/**
 * A clock that is at `start` now and runs on from there (the CLOCK setting); the system's when
 * there is none.
 */
export function createClock(start: Date | null): Clock {
  if (start === null) return systemClock;
  const began = performance.now();
  return () => new Date(start.getTime() + (performance.now() - began));
}
