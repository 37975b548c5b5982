/**
 * Decodes the outlines of our TopoJSON files in `static/geo/`, on the server and in the browser.
 *
 * @module
 */

/** A shape, or a collection of shapes. */
export type Geometry = { type: string; arcs?: unknown; id?: string; geometries?: Geometry[] };

/** A topology with quantised arcs, as in the files. */
export type Topology = {
  transform: { scale: [number, number]; translate: [number, number] };
  arcs: [number, number][][];
  objects: Record<string, Geometry>;
};

/** Points of a line: longitude and latitude in degrees, unless it is projected. */
export type Line = (readonly [x: number, y: number])[];

/** Returns the shared lines of a topology, each once. `project` converts longitude and latitude. */
export function toLines(
  { transform, arcs }: Topology,
  project = (lng: number, lat: number): Line[number] => [lng, lat],
): Line[] {
  const { scale: [kx, ky], translate: [dx, dy] } = transform;
  return arcs.map((arc) => {
    let x = 0;
    let y = 0;
    return arc.map(([stepX, stepY]) => project((x += stepX) * kx + dx, (y += stepY) * ky + dy));
  });
}

/** Returns the numbers of a geometry's lines, ring by ring. `~n` is line n backwards. */
function toRingNumbers({ arcs, geometries }: Geometry): number[][] {
  const flatten = (nested: unknown): number[][] => {
    if (!Array.isArray(nested)) return [];
    return typeof nested[0] === "number" ? [nested as number[]] : nested.flatMap(flatten);
  };
  return geometries ? geometries.flatMap(toRingNumbers) : flatten(arcs);
}

/**
 * Returns the rings (or lines) of an object, including holes, from the shared lines of its
 * topology.
 */
export function toRings(geometry: Geometry, lines: readonly Line[]): Line[] {
  const toLine = (n: number) => n < 0 ? lines[~n]!.toReversed() : lines[n]!;
  return toRingNumbers(geometry).map((ring) =>
    ring.flatMap((n, at) => toLine(n).slice(at === 0 ? 0 : 1))
  );
}
