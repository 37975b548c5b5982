/** Finds the line of a route: of the visitor's file, on roads, or straight. @module */

import type { Point } from "../../places/point.ts";
import {
  MAX_LINE_LETTERS,
  type RouteQuestion,
  toEnds,
  toPoints,
} from "../../site/route/route_question.ts";
import { decodePolyline, encodePolyline, findRoadLine, simplify } from "./lines.ts";

/** The line on the map and its source. `away` is straight: the routing service did not respond. */
export type Drawn = {
  readonly places: readonly Point[];
  readonly source: "road" | "file" | "away";
};

/** How far a simplified line may be from the original: about as far as the lanes of a road. */
const ROAD_M = 10;
const FINEST_M = 10;
const COARSEST_M = 40;

/** Returns a polyline that fits into an address, or null if only a coarser one would fit. */
function toShortLine(places: readonly Point[]): string | null {
  for (let metres = FINEST_M; metres <= COARSEST_M; metres *= 2) {
    const line = encodePolyline(simplify(places, metres));
    if (line.length <= MAX_LINE_LETTERS) return line;
  }
  return null;
}

/** Finds the lines of questions, and keeps the last ones that the address does not have. */
export class RouteLines {
  #longLine: Point[] | null = null;
  #road: { points: string; places: Point[] } | null = null;

  /** Whether the line comes from a file and is too long for the address. */
  get isLong(): boolean {
    return this.#longLine !== null;
  }

  /** Takes the line of a file. Returns it for the address, or null if it is too long for one. */
  takeFile(places: readonly Point[]): string | null {
    const line = toShortLine(places);
    this.#longLine = line === null ? simplify(places, FINEST_M) : null;
    return line;
  }

  /** Forgets the line of a file. */
  dropFile(): void {
    this.#longLine = null;
  }

  /** Forgets the line on roads, so that the next one is requested again. */
  dropRoad(): void {
    this.#road = null;
  }

  /**
   * Returns the line of a question, or null if a place is missing or the call was aborted. Calls
   * `onRouting` before it requests a line on roads.
   */
  async find(
    question: RouteQuestion,
    { signal, onRouting }: { signal: AbortSignal; onRouting: () => void },
  ): Promise<Drawn | null> {
    if (this.#longLine) return { places: this.#longLine, source: "file" };
    if (question.line !== null) return { places: decodePolyline(question.line), source: "file" };
    const route = toPoints(question);
    if (!route) return null;
    const ends = toEnds(question).map(({ point }) => point!);
    if (this.#road?.points !== route.points) {
      onRouting();
      const places = await findRoadLine(ends, signal);
      if (signal.aborted) return null;
      this.#road = places && { points: route.points, places: simplify(places, ROAD_M) };
    }
    if (this.#road === null) return { places: ends, source: "away" };
    return { places: this.#road.places, source: "road" };
  }
}
