/** Which answers of a routing engine are accepted. @module */

import { deepEqual, throws } from "node:assert/strict";
import codec from "@googlemaps/polyline-codec";
import { EngineFault } from "./ask.ts";
import { parseTable, parseWay, toTableRequest } from "./valhalla.ts";

const WAY: [number, number][] = [[48, 2], [48.1, 2.1], [48.2, 2.2], [48.1, 2.1], [48, 2]];
const toPlaces = (pairs: [number, number][]) => pairs.map(([lat, lng]) => ({ lat, lng }));

Deno.test("legs are the engine's, and its kilometres become metres", () => {
  const shapes = [WAY.slice(0, 3), WAY.slice(2)];
  const legs = shapes.map((shape) => ({ shape: codec.encode(shape, 6) }));
  deepEqual(parseWay({ trip: { status: 0, legs } }), shapes.map(toPlaces));
  deepEqual(parseTable({ sources_to_targets: [[{ distance: 1.5 }, { distance: null }]] }), [[1_500, null]]);
});

Deno.test("places are sent with six decimals", () => {
  const [a, b, c] = [{ lat: 48.1234567, lng: 2 }, { lat: 47, lng: -1.5 }, { lat: 46, lng: 1e-9 }];
  const { sources, targets } = toTableRequest([a], [b, c]).body as Record<string, unknown>;
  deepEqual([sources, targets], [[{ lat: 48.123457, lon: 2 }], [{ lat: 47, lon: -1.5 }, { lat: 46, lon: 0 }]]);
});

Deno.test("an answer that is not of the protocol is a fault", () => {
  const ways = [{ trip: { status: 442, legs: [{ shape: "__" }] } }, { trip: { status: 0, legs: [{ shape: "é" }] } }];
  for (const answer of [null, {}, [], "Ok", { trip: {} }, ...ways]) throws(() => parseWay(answer), EngineFault);
  for (const distance of [-1, "1", 1e12, NaN]) {
    throws(() => parseTable({ sources_to_targets: [[{ distance }]] }), EngineFault);
  }
  throws(() => parseTable({ sources_to_targets: null }), EngineFault);
});
