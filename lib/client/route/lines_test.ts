import { deepEqual, ok } from "../../../tests/support/assert.ts";
import fc from "../../../tests/packages/fast_check.ts";
import { simplify } from "./lines.ts";

const hundredThousandths = (max: number) =>
  fc.integer({ min: -max * 1e5, max: max * 1e5 }).map((n) => n / 1e5);
const lines = fc.array(fc.record({ lat: hundredThousandths(90), lng: hundredThousandths(180) }), {
  minLength: 2,
  maxLength: 60,
});

Deno.test("simplify() keeps the ends and the order of a line, and almost all points with zero tolerance", () => {
  fc.assert(fc.property(lines, fc.integer({ min: 0, max: 100_000 }), (line, metres) => {
    const fine = simplify(line, metres);
    deepEqual([fine[0], fine.at(-1)], [line[0], line.at(-1)]);
    const places = fine.map((place) => line.indexOf(place));
    deepEqual(places, places.toSorted((a, b) => a - b));
    ok(simplify(line, 0).length >= fine.length);
  }));
});

Deno.test("simplify() drops the points that are nearer to the line than the tolerance", () => {
  const line = [
    { lat: 45, lng: 4 },
    { lat: 45.00001, lng: 4.5 },
    { lat: 45, lng: 5 },
    { lat: 46, lng: 5 },
  ];
  deepEqual(simplify(line, 50).map(({ lng }) => lng), [4, 5, 5]);
});
