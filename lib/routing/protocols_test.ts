/** What of the answers of routing engines is believed. @module */

import { deepEqual, equal, throws } from "node:assert/strict";
import codec from "@googlemaps/polyline-codec";
import { EngineFault } from "./ask.ts";
import { PROTOCOLS } from "./protocols.ts";

const { osrm, valhalla } = PROTOCOLS;
const WAY: [number, number][] = [[48, 2], [48.1, 2.1], [48.2, 2.2], [48.1, 2.1], [48, 2]];
const toPlaces = (pairs: [number, number][]) => pairs.map(([lat, lng]) => ({ lat, lng }));

function toOsrm(points: [number, number][], extra: Record<string, unknown> = {}): unknown {
  const waypoints = points.map(([lat, lng]) => ({ location: [lng, lat] }));
  return { code: "Ok", routes: [{ geometry: codec.encode(WAY, 6) }], waypoints, ...extra };
}

Deno.test("a whole way of OSRM is cut where its points lie, also when it leads back over its own way", () => {
  deepEqual(osrm.readWay(toOsrm([WAY[0]!, WAY[4]!])), [toPlaces(WAY)]);
  deepEqual(osrm.readWay(toOsrm([WAY[0]!, WAY[2]!, WAY[3]!, WAY[4]!])), [
    toPlaces(WAY.slice(0, 3)),
    toPlaces(WAY.slice(2, 4)),
    toPlaces(WAY.slice(3)),
  ]);
  throws(() => osrm.readWay(toOsrm([WAY[0]!, [49, 3], WAY[4]!])), EngineFault);
});

Deno.test("the legs of Valhalla are its own, and its kilometres become metres", () => {
  const shapes = [WAY.slice(0, 3), WAY.slice(2)];
  const legs = shapes.map((shape) => ({ shape: codec.encode(shape, 6) }));
  deepEqual(valhalla.readWay({ trip: { status: 0, legs } }), shapes.map(toPlaces));
  const row = [{ distance: 1.5 }, { distance: null }];
  deepEqual(valhalla.readTable({ sources_to_targets: [row] }), [[1_500, null]]);
});

Deno.test("places are asked for with six decimals, in the order of each protocol", () => {
  const [a, b, c] = [{ lat: 48.1234567, lng: 2 }, { lat: 47, lng: -1.5 }, { lat: 46, lng: 1e-9 }];
  equal(
    osrm.tableRequest([a], [b, c]).path,
    "/table/v1/driving/2.000000,48.123457;-1.500000,47.000000;0.000000,46.000000" +
      "?annotations=distance&sources=0&destinations=1;2",
  );
  const { sources, targets } = valhalla.tableRequest([a], [b, c]).body as Record<string, unknown>;
  deepEqual([sources, targets], [[{ lat: 48.123457, lon: 2 }], [{ lat: 47, lon: -1.5 }, { lat: 46, lon: 0 }]]);
});

Deno.test("what is not of the protocol is a fault", () => {
  const answers = [null, {}, [], "Ok", { code: "Ok" }, toOsrm([WAY[0]!, WAY[4]!], { code: "NoRoute" })];
  for (const answer of [...answers, toOsrm([WAY[0]!]), toOsrm([WAY[0]!, WAY[4]!], { routes: [{ geometry: "é" }] })]) {
    throws(() => osrm.readWay(answer), EngineFault);
    throws(() => valhalla.readWay(answer), EngineFault);
  }
  for (const distances of [null, [[-1]], [["1"]], [[1e12]], [[NaN]]]) {
    throws(() => osrm.readTable({ code: "Ok", distances }), EngineFault);
  }
  throws(() => osrm.readTable({ code: "Ok", durations: [[1]] }), EngineFault);
});
