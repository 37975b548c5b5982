/** Finds what the prices of stations are worth among those around them, for the pages; only from the data in memory. @module */

import { findNearbyInSnapshot } from "../../snapshot/search.ts";
import type { Snapshot } from "../../snapshot/snapshot.ts";
import { parsePriceText } from "../../shared/price/money.ts";
import type { Tertile } from "../../shared/price/tertiles.ts";
import { findVerdict, type Verdict } from "../../shared/price/verdict.ts";
import { type Fuel, fuelNumber } from "../../shared/station/fuels.ts";
import { toKm } from "../../shared/station/listed_station.ts";
import { IN_FORCE_DAYS } from "../../shared/words/format.ts";
import type { Deps } from "../operation.ts";
import { PerSnapshot } from "../per_snapshot.ts";

/** A station with a price in force, as in lists of the API. */
type Priced = { id: string; latitude: number | null; longitude: number | null; price: string };

/** The sphere of `toKm()` differs by less from the ellipsoid of the search. */
const SPHERE_MARGIN = 1.006;

const caches = new PerSnapshot<Map<string, Verdict | null>>();

function readVerdict(snapshot: Snapshot, fuel: Fuel, { latitude: lat, longitude: lng, price }: Priced) {
  if (lat === null || lng === null) return null;
  const filter = { fuel: fuelNumber(fuel), maxAgeDays: IN_FORCE_DAYS, accepts: null, limit: null, lat, lng };
  return findVerdict(parsePriceText(price), (radiusKm) => {
    const { ranks } = findNearbyInSnapshot(snapshot, { ...filter, radiusM: radiusKm * 1000 * SPHERE_MARGIN });
    // As the map measures: else one page would count a station at the border that another leaves out.
    return ranks.map((rank) => snapshot.stations[rank]!)
      .filter(({ record }) => toKm({ lat, lng }, { lat: record.lat!, lng: record.lng! }) <= radiusKm)
      .map(({ offered }) => offered[filter.fuel]!.priceMilli);
  });
}

/** Returns the function that finds verdicts by station; it returns null without a position, with too few stations around, or before the data are in memory. */
export function createVerdicts(deps: Deps, fuel: Fuel): (station: Priced) => Verdict | null {
  const snapshot = deps.snapshots.current();
  if (snapshot === null) return () => null;
  const cache = caches.get(snapshot, { key: fuel, make: () => new Map<string, Verdict | null>() });
  return (station) => cache.getOrInsertComputed(station.id, () => readVerdict(snapshot, fuel, station));
}

/** The stations of a list with the levels of their prices. */
export function addLevels<T extends Priced>(deps: Deps, fuel: Fuel, entries: readonly T[]): (T & Leveled)[] {
  const verdictOf = createVerdicts(deps, fuel);
  return entries.map((entry) => ({ ...entry, level: verdictOf(entry)?.level ?? null }));
}

/** The level of a station's price; null: unknown. */
export type Leveled = { level: Tertile | null };
