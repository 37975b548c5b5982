import { deepEqual, equal, ok } from "node:assert/strict";
import { toLines, type Topology, toRings } from "../shared/draw/topology.ts";
import { findBorderCodes, getOutline } from "./geo.ts";

/** Two squares side by side: they share the arc from (1, 0) to (1, 1). */
const SQUARES: Topology = {
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
};

Deno.test("toRings() joins lines, also those walked backwards", () => {
  const [a, b] = SQUARES.objects.departments!.geometries!.map((geometry) => toRings(geometry, toLines(SQUARES)));
  deepEqual(a, [[[1, 0], [1, 1], [0, 1], [0, 0], [1, 0]]]);
  deepEqual(b, [[[1, 0], [2, 0], [2, 1], [1, 1], [1, 0]]]);
});

Deno.test("findBorderCodes() names those who share a border", async () => {
  deepEqual(await findBorderCodes("75"), ["92", "93", "94"]);
  deepEqual(await findBorderCodes("29"), ["22", "56"]);
  deepEqual(await findBorderCodes("971"), []);
});

Deno.test("getOutline() fits the box, north up, and places a point inside", async () => {
  const outline = await getOutline("69");
  ok(outline && outline.width <= 480 && outline.height <= 420);
  const lyon = outline.place(45.76, 4.84);
  const north = outline.place(46.2, 4.6);
  ok(lyon.x > 0 && lyon.x < outline.width && lyon.y > 0 && lyon.y < outline.height);
  ok(north.y < lyon.y && north.x < lyon.x);
  equal(await getOutline("20"), null);
});
