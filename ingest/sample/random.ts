/** Draws random numbers from a seed. @module */

/** Draws from one stream; equal seeds give equal streams. */
export type Random = {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  /** True so often. */
  chance(probability: number): boolean;
  /** Of a bell curve around 0 with deviation 1. */
  normal(): number;
  /** One of the items, by their weights. */
  pick<T>(items: readonly (readonly [T, number])[]): T;
};

/**
 * The stream of a seed (a 32-bit whole number), by the generator mulberry32.
 *
 * @example
 * ```ts
 * import { equal } from "node:assert/strict";
 * equal(createRandom(7).next(), createRandom(7).next());
 * ```
 */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pick = <T>(items: readonly (readonly [T, number])[]): T => {
    let left = next() * items.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [item, weight] of items) if ((left -= weight) < 0) return item;
    return items[items.length - 1][0];
  };
  return {
    next,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (probability) => next() < probability,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick,
  };
}
