/** Compares the polylines of the browser with the package that the server reads them by. @module */

import codec from "@googlemaps/polyline-codec";
import { deepEqual, equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { decodePolyline, encodePolyline } from "./polyline.ts";
import { simplify } from "./simplify.ts";

const hundredThousandths = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 }).map((n) => n / 1e5);
const lines = fc.array(fc.record({ lat: hundredThousandths(90), lng: hundredThousandths(180) }), {
  minLength: 2,
  maxLength: 60,
});

Deno.test("a polyline is written and read as the server's package does", () => {
  fc.assert(fc.property(lines, (line) => {
    const text = encodePolyline(line);
    equal(text, codec.encode(line.map(({ lat, lng }): [number, number] => [lat, lng]), 5));
    deepEqual(decodePolyline(text).map(({ lat, lng }) => [lat, lng]), codec.decode(text, 5));
  }));
});

Deno.test("a simplified line keeps its ends and its order, and no tolerance keeps most", () => {
  fc.assert(fc.property(lines, fc.integer({ min: 0, max: 100_000 }), (line, metres) => {
    const fine = simplify(line, metres);
    deepEqual([fine[0], fine.at(-1)], [line[0], line.at(-1)]);
    const places = fine.map((place) => line.indexOf(place));
    deepEqual(places, places.toSorted((a, b) => a - b));
    ok(simplify(line, 0).length >= fine.length);
  }));
});
