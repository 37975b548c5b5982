import { ok } from "node:assert/strict";
import fc from "fast-check";
import { type Place, toEarthPoint } from "../domain/place/earth.ts";
import { toErrorM, toGeodesicMetres, toNearMetres } from "./distance.ts";

const lat = fc.double({ min: -90, max: 90, noNaN: true });
const lng = fc.double({ min: -180, max: 180, noNaN: true });
const step = fc.double({ min: -1, max: 1, noNaN: true });

function check(from: Place, to: Place): void {
  const exact = toGeodesicMetres(from, to);
  const near = toNearMetres(toEarthPoint(from), Float64Array.from(toEarthPoint(to)), 0);
  if (Number.isNaN(near)) ok(exact > 1_000_000, `${exact}`);
  else ok(Math.abs(near - exact) <= toErrorM(exact), `${near} is not ${exact}`);
}

Deno.test("the distance by the chord is within its error of the geodesic, near and far", () => {
  for (const size of [0.0001, 0.01, 0.1, 1, 10]) {
    fc.assert(
      fc.property(lat, lng, step, step, (south, west, up, right) => {
        const north = Math.max(-90, Math.min(90, south + up * size));
        check({ lat: south, lng: west }, { lat: north, lng: west + right * size });
      }),
      { numRuns: 300 },
    );
  }
  fc.assert(fc.property(lat, lng, lat, lng, (a, b, c, d) => check({ lat: a, lng: b }, { lat: c, lng: d })));
});
