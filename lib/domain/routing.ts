/** Defines what operations ask of a routing engine. @module */

import type { Place } from "./earth.ts";
import type { Line } from "./route_line.ts";

/** A place by a line: metres along it to the point nearest to the place. */
export type PlaceAlong = { place: Place; alongM: number };

/** A way on roads through the points of a question. */
export type RoutedWay = {
  places: readonly Place[];
  /**
   * How many metres more one drives with a stop at each of some places, in their order; null for one that no road reaches.
   * Null when the engine cannot tell in time. `line` was made from the places of this way.
   */
  findDetours(line: Line, places: readonly PlaceAlong[]): Promise<(number | null)[] | null>;
};

/** How many questions were answered with a way, without one, or without asking, since the engine was away or too busy. */
export type RoutingCounts = { routed: number; failed: number; unasked: number };

/** A routing engine. It never throws: without it there are straight lines. */
export type RoutingEngine = {
  /**
   * The way on roads through some points; null when there is none, or the engine cannot tell in time. `isOfPage`: for a page, whose
   * questions together take no more than their share of the engine.
   */
  findWay(points: readonly Place[], options?: { isOfPage?: boolean }): Promise<RoutedWay | null>;
  readonly counts: RoutingCounts;
};
