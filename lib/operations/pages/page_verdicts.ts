/** Finds what the prices of stations are worth among those around them, for the pages. @module */

import type { Found } from "../../db/current/stations.ts";
import { findNearbyInSnapshot, toFound } from "../../snapshot/search.ts";
import type { Point } from "../../shared/explorer/url_state.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import type { Tertile } from "../../shared/price/tertiles.ts";
import { findVerdict, type Verdict } from "../../shared/price/verdict.ts";
import { type Fuel, fuelNumber } from "../../shared/station/fuels.ts";
import { toKm } from "../../shared/station/listed_station.ts";
import { IN_FORCE_DAYS } from "../../shared/words/format.ts";
import { requireSnapshot } from "../files/bulk_files.ts";
import type { Deps } from "../operation.ts";
import { PerSnapshot } from "../per_snapshot.ts";

/** A station with a price in force, as in lists of the API. */
type Priced = { id: string; latitude: number | null; longitude: number | null; price: string };

/** The sphere of `toKm()` differs by less from the ellipsoid of the search. */
const SPHERE_MARGIN = 1.006;

const caches = new PerSnapshot<Map<string, Verdict | null>>();

/** The verdict on a price at a point among the prices that `find` returns of a circle a little larger than a radius. */
function toVerdictAmong(price: string, at: Point, find: (radiusM: number) => readonly Found[]): Verdict | null {
  return findVerdict(
    parsePriceText(price),
    // As the map measures: else one page would count a station at the border that another leaves out.
    (radiusKm) =>
      find(radiusKm * 1000 * SPHERE_MARGIN)
        .filter(({ station: { lat, lng } }) => toKm(at, { lat: lat!, lng: lng! }) <= radiusKm)
        .map(({ price: { priceMilli } }) => priceMilli),
  );
}

/** Returns the function that finds verdicts by station: null without a position, or with too few stations around. */
export async function createVerdicts(deps: Deps, fuel: Fuel): Promise<(station: Priced) => Verdict | null> {
  const snapshot = await requireSnapshot(deps);
  const filter = { fuel: fuelNumber(fuel), maxAgeDays: IN_FORCE_DAYS, accepts: null, limit: null };
  const cache = caches.get(snapshot, { key: fuel, make: () => new Map<string, Verdict | null>() });
  return ({ id, latitude: lat, longitude: lng, price }) => {
    if (lat === null || lng === null) return null;
    const find = (radiusM: number) =>
      toFound(snapshot, findNearbyInSnapshot(snapshot, { ...filter, lat, lng, radiusM }));
    return cache.getOrInsertComputed(id, () => toVerdictAmong(price, { lat, lng }, find));
  };
}

/** The stations of a list with the levels of their prices. */
export async function addLevels<T extends Priced>(
  deps: Deps,
  fuel: Fuel,
  entries: readonly T[],
): Promise<(T & Leveled)[]> {
  const verdictOf = await createVerdicts(deps, fuel);
  return entries.map((entry) => ({ ...entry, level: verdictOf(entry)?.level ?? null }));
}

/** The level of a station's price; null: unknown. */
export type Leveled = { level: Tertile | null };
