/** Turns the outlines of departments into SVG paths, and positions into points of the drawing. @module */

import type { Dot } from "../shared/draw/tile_frame.ts";
import { type Geometry, type Line, toLines, type Topology, toRingNumbers, toRings } from "../shared/draw/topology.ts";

/** A department as a drawing: its size, its outline as an SVG path, and where positions are on it. */
export type Outline = {
  readonly width: number;
  readonly height: number;
  readonly path: string;
  /** The point of a position; may be outside of the drawing. */
  place(lat: number, lng: number): Dot;
};

/** The departments of `static/geo/departments.topo.json`, and their lines in degrees. */
export type Departments = { geometries: readonly Geometry[]; lines: readonly Line[] };

/** Decodes the file once. */
export function readDepartments(topology: Topology): Departments {
  return { geometries: topology.objects.departments!.geometries!, lines: toLines(topology) };
}

/** Codes of the departments that share a border with one, ascending; empty for an island or an unknown code. */
export function findNeighbours({ geometries }: Departments, code: string): string[] {
  const toNumbers = (geometry: Geometry) => toRingNumbers(geometry).flat().map((n) => n < 0 ? ~n : n);
  const own = geometries.find(({ id }) => id === code);
  const borders = new Set(own && toNumbers(own));
  return geometries.filter((other) => other !== own && toNumbers(other).some((n) => borders.has(n)))
    .map(({ id }) => id!).sort();
}

const MARGIN = 12;

/**
 * A department drawn into a box of `width` × at most `height` units, north up, with the scale of its middle; null when
 * the file does not have it. Islets far out are drawn at their true distance.
 */
export function toOutline(
  { geometries, lines }: Departments,
  code: string,
  box: { width: number; height: number },
): Outline | null {
  const geometry = geometries.find(({ id }) => id === code);
  if (!geometry) return null;
  const rings = toRings(geometry, lines);
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
