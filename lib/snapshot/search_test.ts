import { deepEqual, ok } from "../../tests/support/assert.ts";
import fc from "../../tests/packages/fast_check.ts";
import type { PriceRecord, StationRecord } from "../domain/station/station_record.ts";
import { type Place, toEarthPoint } from "../domain/place/earth.ts";
import {
  findNearbyInSnapshot,
  NEAR_ERROR_M,
  toFound,
  toGeodesicMetres,
  toNearMetres,
} from "./search.ts";
import { buildSnapshot } from "./snapshot.ts";

const AS_OF_MS = Date.parse("2026-06-05T10:10:00Z");

/**
 * A station at one of a few places of a street, with one of a few prices, so that many are alike.
 */
type Pump = { step: number; priceMilli: number };

const toPlace = ({ step }: Pump): Place => ({ lat: 48.85 + step * 1e-3, lng: 2.35 + step * 2e-3 });

function toRecord(pump: Pump, at: number): StationRecord {
  const texts = {
    name: null,
    brand: null,
    address: null,
    city: null,
    postalCode: null,
    department: null,
  };
  const facts = {
    motorway: false,
    automate247: false,
    services: [],
    openingHours: null,
    lastSeenAtMs: null,
  };
  return { id: String(1000 + at), ...texts, ...facts, ...toPlace(pump) };
}

function toPrice({ priceMilli }: Pump): PriceRecord {
  return {
    fuel: 1,
    priceMilli,
    atMs: AS_OF_MS,
    listed: true,
    suspect: false,
    interruptedSinceMs: null,
  };
}

const pump = fc.record({
  step: fc.integer({ min: 0, max: 4 }),
  priceMilli: fc.integer({ min: 1700, max: 1701 }),
});

Deno.test("a search ranks by price, geodesic distance and ID, at any limit, however many stations are equal", async () => {
  const property = fc.asyncProperty(
    fc.array(pump, { minLength: 1, maxLength: 30 }),
    fc.integer({ min: 1, max: 30 }),
    async (pumps, limit) => {
      const stations = pumps.map((one, at) => (
        { station: toRecord(one, at), prices: [toPrice(one)], stockOuts: [], closure: null }
      ));
      const state = { revision: 1, asOfMs: AS_OF_MS, feedAtMs: null, source: "file" } as const;
      const snapshot = await buildSnapshot({ state, stations, changedIds: null, means: [] });
      const from = { lat: 48.8512, lng: 2.3519 };
      const all = { fuel: 1, maxAgeDays: 30, accepts: null };
      const found = toFound(
        snapshot,
        findNearbyInSnapshot(snapshot, { ...all, ...from, radiusM: 5000, limit }),
      );
      const expected = pumps
        .map((one, at) => ({
          at,
          price: one.priceMilli,
          metres: toGeodesicMetres(from, toPlace(one)),
        }))
        .sort((a, b) => a.price - b.price || a.metres - b.metres || a.at - b.at)
        .slice(0, limit);
      deepEqual(
        found.map(({ station }) => station.id),
        expected.map(({ at }) => String(1000 + at)),
      );
      deepEqual(
        found.map(({ metres }) => Math.round(metres)),
        expected.map(({ metres }) => Math.round(metres)),
      );
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

const lat = fc.double({ min: -90, max: 90, noNaN: true });
const lng = fc.double({ min: -180, max: 180, noNaN: true });
const step = fc.double({ min: -1, max: 1, noNaN: true });

function check(from: Place, to: Place): void {
  const exact = toGeodesicMetres(from, to);
  const near = toNearMetres(toEarthPoint(from), Float64Array.from(toEarthPoint(to)), 0);
  if (exact > 50_000) ok(near > 50_000 - NEAR_ERROR_M, `${near} is not ${exact}`);
  else ok(Math.abs(near - exact) <= NEAR_ERROR_M, `${near} is not ${exact}`);
}

Deno.test("toNearMetres() is off by at most NEAR_ERROR_M up to 50 km, and returns no less for longer distances", () => {
  for (const size of [0.0001, 0.01, 0.1, 0.4, 1, 10]) {
    fc.assert(
      fc.property(lat, lng, step, step, (south, west, up, right) => {
        const north = Math.max(-90, Math.min(90, south + up * size));
        check({ lat: south, lng: west }, { lat: north, lng: west + right * size });
      }),
      { numRuns: 300 },
    );
  }
  fc.assert(
    fc.property(lat, lng, lat, lng, (a, b, c, d) => check({ lat: a, lng: b }, { lat: c, lng: d })),
  );
});
