/**
 * Computes fastest routes on a network of roads by Dijkstra's algorithm, for the routing servers of
 * tests.
 *
 * @module
 */

import { type OnRoad, type Place, type RoadGraph, toRoad } from "./road_graph.ts";

export type FoundWay = { places: Place[]; metres: number; seconds: number };

type Step = { to: number; metres: number; seconds: number };

function toSteps({ nodes, roads }: RoadGraph): Step[][] {
  const steps: Step[][] = nodes.map(() => []);
  for (const { from, to, metres, kmh, isOneWay } of roads) {
    const seconds = (metres / kmh) * 3.6;
    steps[from]!.push({ to, metres, seconds });
    if (!isOneWay) steps[to]!.push({ to: from, metres, seconds });
  }
  return steps;
}

type Reached = { seconds: number; metres: number; before: number };

export class RoadRouter {
  readonly #steps: Step[][];
  readonly #snapped = new Map<string, OnRoad>();
  readonly #reached = new Map<OnRoad, Map<number, Reached>>();

  constructor(private readonly graph: RoadGraph) {
    this.#steps = toSteps(graph);
  }

  /** Snaps a place to the nearest road. */
  snap(place: Place): OnRoad {
    const key = `${place.lat},${place.lng}`;
    const found = this.#snapped.get(key) ?? toRoad(this.graph, place);
    this.#snapped.set(key, found);
    return found;
  }

  /** Returns the metres of the fastest routes from a place to others, null if there is none. */
  measure(from: Place, to: readonly Place[]): (number | null)[] {
    const start = this.snap(from);
    const reached = this.#reach(start);
    return to.map((place) => this.#end(start, this.snap(place), reached)?.metres ?? null);
  }

  findWay(from: Place, to: Place): FoundWay | null {
    const start = this.snap(from);
    const end = this.snap(to);
    const reached = this.#reach(start);
    const found = this.#end(start, end, reached);
    if (!found) return null;
    const places = [end.place];
    for (let node = found.last; node >= 0; node = reached.get(node)!.before) {
      places.push(this.graph.nodes[node]!);
    }
    places.push(start.place);
    return { places: places.reverse(), metres: found.metres, seconds: found.seconds };
  }

  /** Returns the ways from a place on a road to the nodes at its ends, or from them to it. */
  #ends(
    { road, share }: OnRoad,
    isEnd: boolean,
  ): { node: number; seconds: number; metres: number }[] {
    const { from, to, metres, kmh, isOneWay } = this.graph.roads[road]!;
    const part = (node: number, some: number) => ({
      node,
      metres: metres * some,
      seconds: ((metres * some) / kmh) * 3.6,
    });
    const before = part(from, share);
    const behind = part(to, 1 - share);
    if (isOneWay) return [isEnd ? before : behind];
    return [before, behind];
  }

  #reach(start: OnRoad): Map<number, Reached> {
    const known = this.#reached.get(start);
    if (known) return known;
    const reached = new Map<number, Reached>();
    this.#reached.set(start, reached);
    const open = new Map<number, Reached>();
    const offer = (node: number, way: Reached) => {
      if (reached.has(node) || (open.get(node)?.seconds ?? Infinity) <= way.seconds) return;
      open.set(node, way);
    };
    for (const { node, seconds, metres } of this.#ends(start, false)) {
      offer(node, { seconds, metres, before: -1 });
    }
    while (open.size > 0) {
      const [node, way] = open.entries().reduce((best, other) =>
        other[1].seconds < best[1].seconds ? other : best
      );
      open.delete(node);
      reached.set(node, way);
      for (const { to, seconds, metres } of this.#steps[node]!) {
        offer(to, { seconds: way.seconds + seconds, metres: way.metres + metres, before: node });
      }
    }
    return reached;
  }

  #end(start: OnRoad, end: OnRoad, reached: ReadonlyMap<number, Reached>) {
    const ways = this.#ends(end, true).flatMap(({ node, seconds, metres }) => {
      const way = reached.get(node);
      return way
        ? [{ last: node, seconds: way.seconds + seconds, metres: way.metres + metres }]
        : [];
    });
    const { metres, kmh, isOneWay } = this.graph.roads[start.road]!;
    if (start.road === end.road && (!isOneWay || end.share >= start.share)) {
      const along = Math.abs(end.share - start.share) * metres;
      ways.push({ last: -1, metres: along, seconds: (along / kmh) * 3.6 });
    }
    return ways.sort((a, b) => a.seconds - b.seconds)[0] ?? null;
  }
}
