/** Finds the highest steady pace at which a service keeps answering in time. @module */

import type { Load } from "./judge.ts";

/** A pace is kept up while 99 in 100 questions wait at most so long: above it the queue, and with it the wait, only grows. */
export const KEPT_P99_MS = 250;

/** The search ends when it knows the pace to 3 %. */
const PRECISION = 1.03;
const LEAST_PER_S = 50;

function isKept({ all }: Load): boolean {
  return all.errors === 0 && all.p99Ms <= KEPT_P99_MS;
}

/**
 * The load at the highest pace that is kept up. The pace doubles until one is not, then the highest is searched by halves; a
 * pace that fails is asked once more, since a machine may stumble. Throws an Error when not even the lowest is kept up.
 */
export async function findMaximum(ask: (ratePerS: number) => Promise<Load>): Promise<Load> {
  const tryPace = async (ratePerS: number) => {
    for (let tries = 0; tries < 2; tries++) {
      const load = await ask(ratePerS);
      if (isKept(load)) return load;
    }
    return null;
  };
  let [kept, low] = [await tryPace(LEAST_PER_S), LEAST_PER_S];
  if (kept === null) throw new Error(`The service does not even answer ${LEAST_PER_S} requests a second in time`);
  let high = Infinity;
  while (high / low > PRECISION) {
    const ratePerS = high === Infinity ? low * 2 : Math.sqrt(low * high);
    const load = await tryPace(ratePerS);
    if (load) [kept, low] = [load, ratePerS];
    else high = ratePerS;
  }
  return kept;
}
