/** Searches wider and wider around a point until enough stations are found, for callers who name no radius. @module */

import { isEnough, TRIED_RADII_KM } from "../shared/area.ts";

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
    if (isEnough(count(answer.found))) break;
    answer = { found: await search(radiusKm), radiusKm };
  }
  return answer;
}
