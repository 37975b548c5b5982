/** Compares the prices of stations with those around them, for the pages. @module */

import { findPricesAround, type LocatedPrice } from "../../db/current/prices_around.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { findNearbyInSnapshot, toFound } from "../../snapshot/search.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import { findVerdict, type Verdict, VERDICT_KM } from "../../words/verdict.ts";
import { type Fuel, fuelNumber } from "../../shared/fuels.ts";
import { toKm } from "../../places/point.ts";
import { IN_FORCE_DAYS } from "../../words/format.ts";
import type { Backend } from "../operation.ts";
import { PerSnapshot } from "../per_snapshot.ts";

/** A station with a price in force, as in lists of the API. */
type Priced = { id: string; latitude: number | null; longitude: number | null; price: string };

/**
 * The search measures on the ellipsoid, `toKm()` on a sphere. They differ by less than this factor.
 */
const SPHERE_MARGIN = 1.006;

const caches = new PerSnapshot<Map<string, Verdict | null>>();

/** Returns the prices within a radius of a point, and a few beyond it. */
type FindPrices = (at: { lat: number; lng: number }, radiusM: number) => readonly LocatedPrice[];

/** Returns null without a position, or with too few stations around. */
function toVerdict(
  { latitude: lat, longitude: lng, price }: Priced,
  find: FindPrices,
): Verdict | null {
  if (lat === null || lng === null) return null;
  const at = { lat, lng };
  return findVerdict(
    parsePriceText(price),
    // Measures as the map does, so that all pages count the same stations at the border.
    (radiusKm) =>
      find(at, radiusKm * 1000 * SPHERE_MARGIN)
        .filter((other) => toKm(at, other) <= radiusKm)
        .map(({ priceMilli }) => priceMilli),
  );
}

function findInSnapshot(snapshot: Snapshot, fuel: number): FindPrices {
  const filter = { fuel, maxAgeDays: IN_FORCE_DAYS, accepts: null, limit: null };
  return (at, radiusM) =>
    toFound(snapshot, findNearbyInSnapshot(snapshot, { ...filter, ...at, radiusM })).map(
      ({ station: { lat, lng }, price: { priceMilli } }) => ({ lat: lat!, lng: lng!, priceMilli }),
    );
}

/** Returns the verdict on each price, in the order of the stations; null for unknown ones. */
export async function findVerdicts(
  backend: Backend,
  fuel: Fuel,
  stations: readonly Priced[],
): Promise<(Verdict | null)[]> {
  const number = fuelNumber(fuel);
  const snapshot = backend.snapshots.current();
  if (snapshot) {
    const cache = caches.get(snapshot, {
      key: fuel,
      make: () => new Map<string, Verdict | null>(),
    });
    const find = findInSnapshot(snapshot, number);
    return stations.map((station) =>
      cache.getOrInsertComputed(station.id, () => toVerdict(station, find))
    );
  }
  const prices = await findPricesAround(backend.db, {
    ids: stations.map(({ id }) => Number(id)),
    radiusM: Math.max(...VERDICT_KM) * 1000 * SPHERE_MARGIN,
    fuel: number,
    maxAgeDays: IN_FORCE_DAYS,
  });
  return stations.map((station) => toVerdict(station, () => prices));
}
