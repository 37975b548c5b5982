/** A second, naive reading of ways on a network: places become nodes, and distances are lowered until none can be. @module */

import { metresBetween, type OnRoad, type Place, type Road, type RoadGraph, toRoad } from "./road_graph.ts";

/** Ways from one place: the metres to each place, and the places that the way leads over. */
export type NaiveWays = { metresTo(place: number): number; wayTo(place: number): Place[] };

type Edge = { from: number; to: number; metres: number; seconds: number };

const snapped = new WeakMap<Road[], Map<string, OnRoad>>();

/** Looking for the nearest road takes most of the time, and stations stay where they are. */
function snap(graph: RoadGraph, place: Place): OnRoad {
  const known = snapped.get(graph.roads) ?? new Map<string, OnRoad>();
  snapped.set(graph.roads, known);
  const key = `${place.lat},${place.lng}`;
  const found = known.get(key) ?? toRoad(graph, place);
  known.set(key, found);
  return found;
}

/** The network with some places put in between as nodes, from `nodes.length` on, in their order. */
function cutRoads({ nodes, roads }: RoadGraph, places: readonly Place[]): { nodes: Place[]; edges: Edge[] } {
  const onRoads = places.map((place) => snap({ nodes, roads }, place));
  const all = [...nodes, ...onRoads.map(({ place }) => place)];
  const edges: Edge[] = [];
  for (const [road, { from, to, kmh, isOneWay, metres: whole }] of roads.entries()) {
    const cuts = onRoads.flatMap((found, i) =>
      found.road === road ? [{ node: nodes.length + i, at: found.share }] : []
    );
    const along = [{ node: from, at: 0 }, ...cuts.sort((a, b) => a.at - b.at), { node: to, at: 1 }];
    for (let i = 1; i < along.length; i++) {
      const metres = whole * (along[i]!.at - along[i - 1]!.at);
      const edge = { from: along[i - 1]!.node, to: along[i]!.node, metres, seconds: (metres / kmh) * 3.6 };
      edges.push(edge);
      if (!isOneWay) edges.push({ ...edge, from: edge.to, to: edge.from });
    }
  }
  return { nodes: all, edges };
}

/** Ways from one of some places to all of them, by Bellman and Ford; with `isBack` those from all of them to this one. */
export function findNaiveWays(
  graph: RoadGraph,
  places: readonly Place[],
  { start, isBack = false }: { start: number; isBack?: boolean },
): NaiveWays {
  const { nodes, edges: forward } = cutRoads(graph, places);
  const edges = isBack ? forward.map((edge) => ({ ...edge, from: edge.to, to: edge.from })) : forward;
  const offset = graph.nodes.length;
  const best = nodes.map(() => ({ seconds: Infinity, metres: Infinity, before: -1 }));
  best[offset + start] = { seconds: 0, metres: 0, before: -1 };
  for (let isLower = true; isLower;) {
    isLower = false;
    for (const { from, to, metres, seconds } of edges) {
      const way = best[from]!;
      if (way.seconds + seconds >= best[to]!.seconds - 1e-9) continue;
      best[to] = { seconds: way.seconds + seconds, metres: way.metres + metres, before: from };
      isLower = true;
    }
  }
  return {
    metresTo: (place) => best[offset + place]!.metres,
    wayTo(place) {
      const way: Place[] = [];
      for (let node = offset + place; node >= 0; node = best[node]!.before) way.unshift(nodes[node]!);
      return way.filter((at, i) => i === 0 || metresBetween(way[i - 1]!, at) > 0.001);
    },
  };
}
