/** The interface of the routing engine. @module */

import type { Place } from "./place/earth.ts";
import type { Line } from "./route_line.ts";

/** A place near a line, with the metres along the line to the nearest point. */
export type PlaceAlong = { place: Place; alongM: number };

/** A way on roads through the points of a request. */
export type RoutedWay = {
  places: readonly Place[];
  /**
   * Returns the extra metres of a stop at each place, null if no road reaches it; returns null if
   * the engine is too slow. `line` is the line of this way.
   */
  findDetours(line: Line, places: readonly PlaceAlong[]): Promise<(number | null)[] | null>;
};

/**
 * Counts of requests: with a way, without one, and not sent because the engine was unavailable or
 * too busy.
 */
export type RoutingCounts = { routed: number; failed: number; unasked: number };

/** A routing engine. It never throws: without a result the service uses straight lines. */
export type RoutingEngine = {
  /**
   * Returns the way on roads through some points; null if the engine finds none in time. `isOfPage`
   * counts it against the pages' share of the engine.
   */
  findWay(points: readonly Place[], options?: { isOfPage?: boolean }): Promise<RoutedWay | null>;
  readonly counts: RoutingCounts;
};
