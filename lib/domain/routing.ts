/** Defines the routing engine as operations use it. @module */

import type { Place } from "./place/earth.ts";
import type { Line } from "./route_line.ts";

/** A place by a line: metres along it to the point nearest to the place. */
export type PlaceAlong = { place: Place; alongM: number };

/** A way on roads through the points of a question. */
export type RoutedWay = {
  places: readonly Place[];
  /**
   * Extra metres of a stop at each place, null for one that no road reaches; null when the engine
   * is too slow. `line` is this way's.
   */
  findDetours(line: Line, places: readonly PlaceAlong[]): Promise<(number | null)[] | null>;
};

/**
 * Questions with a way, without one, and without a request, since the engine was unavailable or too
 * busy.
 */
export type RoutingCounts = { routed: number; failed: number; unasked: number };

/** A routing engine. It never throws: without it there are straight lines. */
export type RoutingEngine = {
  /**
   * The way on roads through some points; null when there is none in time. `isOfPage`: counts
   * against the pages' share of the engine.
   */
  findWay(points: readonly Place[], options?: { isOfPage?: boolean }): Promise<RoutedWay | null>;
  readonly counts: RoutingCounts;
};
