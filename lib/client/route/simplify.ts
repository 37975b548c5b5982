/** Leaves out the points of a line that change it by less than a tolerance. @module */

import type { Point } from "../../shared/explorer/url_state.ts";

const DEGREE_M = 111_200;

/** Metres from a point to the chord between two others, on the plane around them. */
function toOffM(point: Point, [from, to]: readonly [Point, Point]): number {
  const stretch = Math.cos((from.lat * Math.PI) / 180);
  const [x, y] = [(point.lng - from.lng) * stretch, point.lat - from.lat];
  const [dx, dy] = [(to.lng - from.lng) * stretch, to.lat - from.lat];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (x * dx + y * dy) / length));
  return Math.hypot(x - share * dx, y - share * dy) * DEGREE_M;
}

/**
 * The line without the points that lie nearer than `toleranceM` metres to the chord that replaces them (Douglas–Peucker). The
 * first and the last point stay.
 */
export function simplify(line: readonly Point[], toleranceM: number): Point[] {
  const kept = new Uint8Array(line.length);
  kept[0] = kept[line.length - 1] = 1;
  const open: [number, number][] = [[0, line.length - 1]];
  for (let part = open.pop(); part; part = open.pop()) {
    const [first, last] = part;
    let [farthest, most] = [-1, toleranceM];
    for (let i = first + 1; i < last; i++) {
      const off = toOffM(line[i]!, [line[first]!, line[last]!]);
      if (off > most) [farthest, most] = [i, off];
    }
    if (farthest < 0) continue;
    kept[farthest] = 1;
    open.push([first, farthest], [farthest, last]);
  }
  return line.filter((_, i) => kept[i] === 1);
}
