/**
 * Builds a fictional network of straight roads, some of them one-way, and a motorway that only its
 * exits reach.
 *
 * @module
 */

import geodesic from "geographiclib-geodesic";

export type Place = { lat: number; lng: number };

export type Road = {
  from: number;
  to: number;
  isOneWay: boolean;
  kmh: number;
  metres: number;
  isMotorway: boolean;
};

export type RoadGraph = { nodes: Place[]; roads: Road[] };

/** A place on a road, and the share of the road before it. */
export type OnRoad = { road: number; share: number; place: Place };

const { WGS84 } = geodesic.Geodesic;

export function metresBetween(a: Place, b: Place): number {
  return WGS84.Inverse(a.lat, a.lng, b.lat, b.lng).s12!;
}

/**
 * The size of a network: its south-western corner, the number of roads each way, and the degrees
 * between them.
 */
export type GraphSize = Record<
  "south" | "west" | "rows" | "columns" | "stepLat" | "stepLng",
  number
>;

/** The number of columns between two exits. */
const EXIT_COLUMNS = 4;

/** Builds a network with irregular distances, so that no two routes are equally long. */
export function makeRoadGraph(size: GraphSize, random: () => number): RoadGraph {
  const { south, west, rows, columns, stepLat, stepLng } = size;
  const nodes: Place[] = [];
  const roads: Road[] = [];
  const add = (
    from: number,
    to: number,
    options: { isOneWay?: boolean; isMotorway?: boolean } = {},
  ) => {
    const { isOneWay = false, isMotorway = false } = options;
    const kmh = isMotorway ? 130 : 40 + Math.floor(random() * 40);
    roads.push({
      from,
      to,
      isOneWay,
      kmh,
      metres: metresBetween(nodes[from]!, nodes[to]!),
      isMotorway,
    });
  };
  const jitter = (step: number) => (random() - 0.5) * step * 0.4;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      nodes.push({
        lat: south + row * stepLat + jitter(stepLat),
        lng: west + column * stepLng + jitter(stepLng),
      });
    }
  }
  const at = (row: number, column: number) => row * columns + column;
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const isOneWay = random() < 0.15;
      if (column > 0) add(at(row, column - 1), at(row, column), { isOneWay });
      if (row > 0) add(at(row - 1, column), at(row, column), { isOneWay: random() < 0.15 });
    }
  }
  // Two carriageways some 30 m apart, between two rows of the grid.
  const middle = Math.floor(rows / 2);
  const lane = (offset: number, isBack: boolean) => {
    const first = nodes.length;
    for (let column = 0; column < columns; column++) {
      nodes.push({
        lat: south + (middle - 0.5) * stepLat + offset,
        lng: west + (column + 0.3) * stepLng,
      });
      const here = first + column;
      const before = first + column - 1;
      if (column > 0) {
        add(isBack ? here : before, isBack ? before : here, { isOneWay: true, isMotorway: true });
      }
      if (column % EXIT_COLUMNS !== 1) continue;
      const town = at(isBack ? middle : middle - 1, column);
      add(town, here, { isOneWay: true });
      add(here, town, { isOneWay: true });
    }
  };
  lane(-0.00015, false);
  lane(0.00015, true);
  return { nodes, roads };
}

const RADIANS = Math.PI / 180;

/** Returns the place on the nearest road. Roads are so short that the earth is flat along them. */
export function toRoad({ nodes, roads }: RoadGraph, place: Place): OnRoad {
  const scale = Math.cos(place.lat * RADIANS);
  let best: OnRoad & { off: number } = { road: -1, share: 0, place, off: Infinity };
  for (const [road, { from, to }] of roads.entries()) {
    const a = nodes[from]!;
    const b = nodes[to]!;
    const ax = (a.lng - place.lng) * scale;
    const ay = a.lat - place.lat;
    const bx = (b.lng - a.lng) * scale;
    const by = b.lat - a.lat;
    const share = Math.max(0, Math.min(1, -(ax * bx + ay * by) / (bx * bx + by * by)));
    const off = Math.hypot(ax + share * bx, ay + share * by);
    if (off >= best.off) continue;
    best = {
      road,
      share,
      off,
      place: { lat: a.lat + share * (b.lat - a.lat), lng: a.lng + share * (b.lng - a.lng) },
    };
  }
  return best;
}
