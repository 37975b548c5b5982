import { deepEqual, rejects } from "../../tests/support/assert.ts";
import codec from "@googlemaps/polyline-codec";
import { EngineFault, requestTable, requestWay } from "./valhalla.ts";

const WAY: [number, number][] = [[48, 2], [48.1, 2.1], [48.2, 2.2], [48.1, 2.1], [48, 2]];
const toPlaces = (pairs: [number, number][]) => pairs.map(([lat, lng]) => ({ lat, lng }));
const POINTS = toPlaces([WAY[0]!, WAY[2]!, WAY[4]!]);
const A = { lat: 48.1234567, lng: 2 };
const B = { lat: 48.1, lng: 1e-9 };

Deno.test("legs come from the engine, with kilometres converted to metres", async () => {
  const shapes = [WAY.slice(0, 3), WAY.slice(2)];
  const legs = shapes.map((shape) => ({ shape: codec.encode(shape, 6) }));
  deepEqual(
    await requestWay(() => Promise.resolve({ trip: { status: 0, legs } }), POINTS),
    shapes.map(toPlaces),
  );
  const answer = { sources_to_targets: [[{ distance: 1.5 }, { distance: null }]] };
  deepEqual(await requestTable(() => Promise.resolve(answer), [A], [A, B]), [[1_500, null]]);
});

Deno.test("requestWay() sends places with six decimals", async () => {
  const sent: unknown[] = [];
  const post = (_: string, { sources, targets }: { sources?: unknown; targets?: unknown }) => {
    sent.push(sources, targets);
    return Promise.resolve({ sources_to_targets: [[{ distance: null }]] });
  };
  await requestTable(post as Parameters<typeof requestTable>[0], [A], [B]);
  deepEqual(sent, [[{ lat: 48.123457, lon: 2 }], [{ lat: 48.1, lon: 0 }]]);
});

Deno.test("a response that does not follow the protocol throws", async () => {
  const ways = [{ trip: { status: 442, legs: [{ shape: "__" }] } }, {
    trip: { status: 0, legs: [{ shape: "é" }] },
  }];
  for (const answer of [null, {}, [], "Ok", { trip: {} }, ...ways]) {
    await rejects(requestWay(() => Promise.resolve(answer), POINTS), EngineFault);
  }
  const tables = [-1, "1", 1e12, NaN].map((distance) => [[{ distance }]]);
  for (const sources_to_targets of [null, ...tables]) {
    await rejects(
      requestTable(() => Promise.resolve({ sources_to_targets }), [A], [B]),
      EngineFault,
    );
  }
});
