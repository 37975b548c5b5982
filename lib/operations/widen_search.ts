/** Searches wider and wider around a point until enough stations are found, for callers who name no radius. @module */

/** Radii in km, tried in turn; the last is the widest that a search takes. */
export const TRIED_RADII_KM = [5, 10, 20, 50] as const;

/** Stations that are enough to choose from. */
const ENOUGH_STATIONS = 3;

/**
 * The first answer of `search` with at least three stations, by `count`, and its radius in km; the widest answer when none
 * has. Throws what `search` throws.
 *
 * @example
 * ```ts
 * import { deepEqual } from "node:assert/strict";
 * const search = (radiusKm: number) => Promise.resolve(radiusKm < 20 ? ["a"] : ["a", "b", "c"]);
 * deepEqual(await widenSearch(search, (found) => found.length), { found: ["a", "b", "c"], radiusKm: 20 });
 * ```
 */
export async function widenSearch<T>(
  search: (radiusKm: number) => Promise<T>,
  count: (found: T) => number,
): Promise<{ found: T; radiusKm: number }> {
  const [firstKm, ...widerKm] = TRIED_RADII_KM;
  let answer = { found: await search(firstKm), radiusKm: firstKm as number };
  for (const radiusKm of widerKm) {
    if (count(answer.found) >= ENOUGH_STATIONS) break;
    answer = { found: await search(radiusKm), radiusKm };
  }
  return answer;
}
