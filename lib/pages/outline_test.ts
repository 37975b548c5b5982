import { deepEqual, equal, ok } from "node:assert/strict";
import { type Topology, toRings } from "../shared/draw/topology.ts";
import { type Departments, findNeighbours, readDepartments, toOutline } from "./outline.ts";

/** Two squares side by side: they share the arc from (1, 0) to (1, 1). */
const SQUARES = readDepartments({
  transform: { scale: [1, 1], translate: [0, 0] },
  arcs: [[[1, 0], [0, 1]], [[1, 1], [-1, 0], [0, -1], [1, 0]], [[1, 0], [1, 0], [0, 1], [-1, 0]]],
  objects: {
    departments: {
      type: "GeometryCollection",
      geometries: [
        { id: "A", type: "Polygon", arcs: [[0, 1]] },
        { id: "B", type: "MultiPolygon", arcs: [[[2, -1]]] },
      ],
    },
  },
});

async function readFile(): Promise<Departments> {
  const topology: Topology = JSON.parse(
    await Deno.readTextFile(new URL("../../static/geo/departments.topo.json", import.meta.url)),
  );
  return readDepartments(topology);
}

Deno.test("toRings() joins lines, also those walked backwards", () => {
  const [a, b] = SQUARES.geometries.map((geometry) => toRings(geometry, SQUARES.lines));
  deepEqual(a, [[[1, 0], [1, 1], [0, 1], [0, 0], [1, 0]]]);
  deepEqual(b, [[[1, 0], [2, 0], [2, 1], [1, 1], [1, 0]]]);
});

Deno.test("findNeighbours() names those who share a border", async () => {
  deepEqual(findNeighbours(SQUARES, "A"), ["B"]);
  const file = await readFile();
  deepEqual(findNeighbours(file, "75"), ["92", "93", "94"]);
  deepEqual(findNeighbours(file, "29"), ["22", "56"]);
  deepEqual(findNeighbours(file, "971"), []);
});

Deno.test("toOutline() fits the box, north up, and places a point inside", async () => {
  const outline = toOutline(await readFile(), "69", { width: 480, height: 420 });
  ok(outline && outline.width <= 480 && outline.height <= 420);
  const lyon = outline.place(45.76, 4.84);
  const north = outline.place(46.2, 4.6);
  ok(lyon.x > 0 && lyon.x < outline.width && lyon.y > 0 && lyon.y < outline.height);
  ok(north.y < lyon.y && north.x < lyon.x);
  equal(toOutline(await readFile(), "20", { width: 480, height: 420 }), null);
});
