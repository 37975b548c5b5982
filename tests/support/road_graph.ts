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
  const builder = new GraphBuilder(size, random);
  builder.addGrid();
  // Two carriageways some 30 m apart.
  builder.addCarriageway(-0.00015, { isBack: false });
  builder.addCarriageway(0.00015, { isBack: true });
  return { nodes: builder.nodes, roads: builder.roads };
}

class GraphBuilder {
  readonly nodes: Place[] = [];
  readonly roads: Road[] = [];
  readonly #size: GraphSize;
  readonly #random: () => number;

  constructor(size: GraphSize, random: () => number) {
    this.#size = size;
    this.#random = random;
  }

  #addRoad(
    from: number,
    to: number,
    { isOneWay = false, isMotorway = false }: { isOneWay?: boolean; isMotorway?: boolean },
  ): void {
    const kmh = isMotorway ? 130 : 40 + Math.floor(this.#random() * 40);
    const metres = metresBetween(this.nodes[from]!, this.nodes[to]!);
    this.roads.push({ from, to, isOneWay, kmh, metres, isMotorway });
  }

  #nodeAt(row: number, column: number): number {
    return row * this.#size.columns + column;
  }

  /** Adds a grid of towns and the roads between them, some of them one-way. */
  addGrid(): void {
    const { south, west, rows, columns, stepLat, stepLng } = this.#size;
    const jitter = (step: number) => (this.#random() - 0.5) * step * 0.4;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        this.nodes.push({
          lat: south + row * stepLat + jitter(stepLat),
          lng: west + column * stepLng + jitter(stepLng),
        });
      }
    }
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const here = this.#nodeAt(row, column);
        const isOneWay = this.#random() < 0.15;
        if (column > 0) this.#addRoad(this.#nodeAt(row, column - 1), here, { isOneWay });
        if (row > 0) {
          this.#addRoad(this.#nodeAt(row - 1, column), here, { isOneWay: this.#random() < 0.15 });
        }
      }
    }
  }

  /** Adds one direction of the motorway, between two rows of the grid, with its exits. */
  addCarriageway(offset: number, { isBack }: { isBack: boolean }): void {
    const { south, west, rows, columns, stepLat, stepLng } = this.#size;
    const middle = Math.floor(rows / 2);
    const first = this.nodes.length;
    for (let column = 0; column < columns; column++) {
      this.nodes.push({
        lat: south + (middle - 0.5) * stepLat + offset,
        lng: west + (column + 0.3) * stepLng,
      });
      const here = first + column;
      const from = isBack ? here : here - 1;
      const to = isBack ? here - 1 : here;
      if (column > 0) this.#addRoad(from, to, { isOneWay: true, isMotorway: true });
      if (column % EXIT_COLUMNS !== 1) continue;
      const town = this.#nodeAt(isBack ? middle : middle - 1, column);
      this.#addRoad(town, here, { isOneWay: true });
      this.#addRoad(here, town, { isOneWay: true });
    }
  }
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
