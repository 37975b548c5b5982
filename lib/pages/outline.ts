/** Turns the outlines of departments into SVG paths, and positions into points of the drawing. @module */

import type { Dot } from "../shared/draw/tile_frame.ts";

/** A TopoJSON file with quantised arcs (`static/geo/departments.topo.json`). */
export type Topology = {
  readonly transform: { readonly scale: readonly [number, number]; readonly translate: readonly [number, number] };
  readonly arcs: readonly (readonly (readonly [number, number])[])[];
  readonly objects: {
    readonly departments: {
      readonly geometries: readonly {
        readonly id: string;
        readonly type: string;
        readonly arcs: readonly (readonly number[])[] | readonly (readonly (readonly number[])[])[];
      }[];
    };
  };
};

/** Longitude and latitude in degrees, as GeoJSON has them. */
type LngLat = readonly [number, number];

/** A department as a drawing: its size, its outline as an SVG path, and where positions are on it. */
export type Outline = {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  /** The point of a position; may be outside of the drawing. */
  place(lat: number, lng: number): Dot;
};

type Geometry = Topology["objects"]["departments"]["geometries"][number];

function findGeometry(topology: Topology, code: string): Geometry | undefined {
  return topology.objects.departments.geometries.find(({ id }) => id === code);
}

function toArcRings({ type, arcs }: Geometry): readonly (readonly number[])[] {
  return type === "Polygon"
    ? arcs as readonly (readonly number[])[]
    : (arcs as readonly (readonly number[])[][]).flat();
}

function readArc({ transform, arcs }: Topology, index: number): LngLat[] {
  const { scale, translate } = transform;
  let [x, y] = [0, 0];
  const points = (arcs[index < 0 ? ~index : index] ?? []).map(([dx, dy]): LngLat => {
    x += dx;
    y += dy;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
  return index < 0 ? points.reverse() : points;
}

/** The rings of a department's outline in degrees, holes included; empty when the file does not have it. */
export function findRings(topology: Topology, code: string): LngLat[][] {
  const geometry = findGeometry(topology, code);
  if (!geometry) return [];
  return toArcRings(geometry).map((ring) => ring.flatMap((arc, at) => readArc(topology, arc).slice(at === 0 ? 0 : 1)));
}

/** Codes of the departments that share a border with one, ascending; empty for an island or an unknown code. */
export function findNeighbours(topology: Topology, code: string): string[] {
  const toArcs = (geometry: Geometry) => toArcRings(geometry).flat().map((arc) => arc < 0 ? ~arc : arc);
  const own = findGeometry(topology, code);
  if (!own) return [];
  const borders = new Set(toArcs(own));
  const { geometries } = topology.objects.departments;
  return geometries.filter((other) => other !== own && toArcs(other).some((arc) => borders.has(arc)))
    .map(({ id }) => id).sort();
}

const MARGIN = 12;

/**
 * A department drawn into a box of `width` × at most `height` units, north up, with the scale of its middle; null when
 * the file does not have it. Islets far out are drawn at their true distance.
 */
export function toOutline(
  topology: Topology,
  code: string,
  box: { width: number; height: number },
): Outline | null {
  const rings = findRings(topology, code);
  if (rings.length === 0) return null;
  const all = rings.flat();
  const [west, east] = [Math.min(...all.map(([lng]) => lng)), Math.max(...all.map(([lng]) => lng))];
  const [south, north] = [Math.min(...all.map(([, lat]) => lat)), Math.max(...all.map(([, lat]) => lat))];
  const stretch = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const inner = { width: box.width - 2 * MARGIN, height: box.height - 2 * MARGIN };
  const scale = Math.min(inner.width / ((east - west) * stretch), inner.height / (north - south));
  const round = (units: number) => Math.round(units * 10) / 10;
  const place = (lat: number, lng: number): Dot => ({
    x: round(MARGIN + (lng - west) * stretch * scale),
    y: round(MARGIN + (north - lat) * scale),
  });
  const path = rings.map((ring) => toPath(ring.map(([lng, lat]) => place(lat, lng)))).join("");
  return {
    width: round(2 * MARGIN + (east - west) * stretch * scale),
    height: round(2 * MARGIN + (north - south) * scale),
    path,
    place,
  };
}

function toPath(points: readonly Dot[]): string {
  return `M${points.map(({ x, y }) => `${x} ${y}`).join("L")}Z`;
}
