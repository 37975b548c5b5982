/**
 * Widens a search around a point until it finds enough stations, for callers that give no radius.
 *
 * @module
 */

import { isEnough, TRIED_RADII_KM } from "../../site/explorer/area.ts";
import type { Point } from "../../places/point.ts";

/**
 * Returns the first result of `search` around `from` with enough stations, by `count`, and its
 * radius in km; the widest if none has enough.
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
