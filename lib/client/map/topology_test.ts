import { deepEqual } from "../../../tests/support/assert.ts";
import { toLines, type Topology, toRings } from "./topology.ts";

/** Two adjacent squares that share the arc from (1, 0) to (1, 1). */
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

Deno.test("toRings() joins lines, including reversed ones", () => {
  const [a, b] = SQUARES.objects.departments!.geometries!.map((geometry) =>
    toRings(geometry, toLines(SQUARES))
  );
  deepEqual(a, [[[1, 0], [1, 1], [0, 1], [0, 0], [1, 0]]]);
  deepEqual(b, [[[1, 0], [2, 0], [2, 1], [1, 1], [1, 0]]]);
});
