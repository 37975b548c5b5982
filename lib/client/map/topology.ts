/** Reads our outlines (TopoJSON) into lines of world fractions: the library for it would weigh more than this. @module */

import { worldX, worldY } from "./mercator.ts";

type Geometry = { type: string; arcs?: unknown; id?: string };

/** A topology as the files hold it. */
export type Topology = {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, Geometry & { geometries?: Geometry[] }>;
};

/** Points x0, y0, x1, y1, … in fractions of the world. */
export type Line = Float64Array;

/** The shared lines of a topology, each once. */
export function toLines({ transform, arcs }: Topology): Line[] {
  const { scale: [kx, ky], translate: [dx, dy] } = transform;
  return arcs.map((arc) => {
    const line = new Float64Array(arc.length * 2);
    let [x, y] = [0, 0];
    arc.forEach(([stepX, stepY], index) => {
      x += stepX;
      y += stepY;
      line[2 * index] = worldX(x * kx + dx);
      line[2 * index + 1] = worldY(y * ky + dy);
    });
    return line;
  });
}

function flattenArcs(arcs: unknown): number[][] {
  if (!Array.isArray(arcs)) return [];
  return typeof arcs[0] === "number" ? [arcs as number[]] : arcs.flatMap(flattenArcs);
}

/** Rings (or lines) of an object as lists of line numbers; `~n` is line n backwards. */
export function toRings(topology: Topology, name: string): number[][] {
  const object = topology.objects[name];
  return (object.geometries ?? [object]).flatMap(({ arcs }) => flattenArcs(arcs));
}
