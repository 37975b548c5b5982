/**
 * Widens a search around a point until enough stations are found, for callers who name no radius.
 *
 * @module
 */

import { isEnough, TRIED_RADII_KM } from "../../site/explorer/area.ts";
import type { Point } from "../../places/point.ts";

/**
 * The first answer of `search` around `from` with enough stations, by `count`, and its radius in
 * km; the widest when none has.
 */
export async function widenSearch<T>(
  search: (radiusKm: number) => Promise<T>,
  { count, from }: { count: (found: T) => number; from: Point },
): Promise<{ found: T; radiusKm: number }> {
  const [firstKm, ...widerKm] = TRIED_RADII_KM;
  let answer = { found: await search(firstKm), radiusKm: firstKm as number };
  for (const radiusKm of widerKm) {
    if (isEnough(count(answer.found), from)) break;
    answer = { found: await search(radiusKm), radiusKm };
  }
  return answer;
}
