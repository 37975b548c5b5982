/** Searches in the snapshot: returns the same results as SQL, without the database. @module */

import geodesic from "geographiclib-geodesic";
import type { AlongStation } from "../db/current/route.ts";
import type { Circle, FoundStation } from "../db/current/stations.ts";
import { runInSlices } from "../shared/slices.ts";
import { boxesAround, type EarthPoint, type Place, toEarthPoint } from "../domain/place/earth.ts";
import { CLOCK_TOLERANCE_MS } from "../domain/price/in_force.ts";
import { findAlong, type Line } from "../domain/route_line.ts";
import { openStockOuts } from "../domain/station/station_record.ts";
import { EARTH_RADIUS_M } from "../places/point.ts";
import { DAY_MS } from "../shared/units.ts";
import type { OfferedPrice, Offers, Snapshot, SnapshotStation } from "./snapshot.ts";

/** Returns the geodesic distance in metres (Karney 2013, as PostGIS's geography computes it). */
export function toGeodesicMetres(from: Place, to: Place): number {
  return geodesic.Geodesic.WGS84.Inverse(
    from.lat,
    from.lng,
    to.lat,
    to.lng,
    geodesic.Geodesic.DISTANCE,
  ).s12!;
}

/**
 * Approximates the geodesic distance of two points by their chord. Up to 50 km, the widest search,
 * it is off by less than {@link NEAR_ERROR_M}.
 */
export function toNearMetres([x, y, z]: EarthPoint, points: Float64Array, at: number): number {
  const square = (points[at]! - x) ** 2 + (points[at + 1]! - y) ** 2 + (points[at + 2]! - z) ** 2;
  return Math.sqrt(square) * (1 + square / (24 * EARTH_RADIUS_M ** 2));
}

/**
 * Bound of the error of {@link toNearMetres} in metres. It grows with the cube of the distance; 1.5
 * mm was measured at 50 km.
 */
export const NEAR_ERROR_M = 0.003;

/**
 * The filter of a search in the snapshot. `fuel` is 1 to 6. `accepts` tests the station; null
 * accepts all. `isOutOfStock` finds stations that ran out of the fuel, the latest in place of the
 * cheapest.
 */
export type SnapshotFilter = {
  fuel: number;
  maxAgeDays: number;
  isOutOfStock?: boolean;
  accepts: ((station: SnapshotStation) => boolean) | null;
};

/**
 * The result of a search: ranks of stations in its order, and their distances in metres; `total` is
 * the number before the limit.
 */
export type Hits = { fuel: number; ranks: number[]; metres: number[]; total: number };

/** A station by `rank`, with its price. `metres` is approximate until it is measured. */
type Candidate = { rank: number; milli: number; metres: number };

function makeStockOuts({ stations, asOfMs }: Snapshot, fuel: number): Offers {
  const offers = {
    milli: new Int32Array(stations.length),
    atMs: new Float64Array(stations.length),
  };
  for (const { rank, stockOuts, prices } of stations) {
    const open = openStockOuts(stockOuts, prices).find((stockOut) => stockOut.fuel === fuel);
    const ageMs = open?.kind === "temporary" ? asOfMs + CLOCK_TOLERANCE_MS - open.sinceMs : -1;
    if (ageMs < 0) continue;
    offers.milli[rank] = 1 + Math.round(ageMs / 1000);
    offers.atMs[rank] = open!.sinceMs;
  }
  return offers;
}

const stockOutsOf = new WeakMap<Snapshot, Map<number, Offers>>();

/**
 * Returns the prices of a fuel, or its temporary stock-outs in the same form, whose `milli` is
 * their age in seconds, at least 1.
 */
function offersOf(
  snapshot: Snapshot,
  { fuel, isOutOfStock }: Pick<SnapshotFilter, "fuel" | "isOutOfStock">,
): Offers {
  if (!isOutOfStock) return snapshot.offers[fuel]!;
  const byFuel = stockOutsOf.getOrInsertComputed(snapshot, () => new Map());
  return byFuel.getOrInsertComputed(fuel, () => makeStockOuts(snapshot, fuel));
}

/** Returns a function that tells whether a search may find the station with a rank. */
export function createOfferTest(
  snapshot: Snapshot,
  filter: SnapshotFilter,
): (rank: number) => boolean {
  const { asOfMs, stations } = snapshot;
  const { maxAgeDays, accepts } = filter;
  const { milli, atMs } = offersOf(snapshot, filter);
  const oldestMs = asOfMs - maxAgeDays * DAY_MS;
  return (rank) =>
    milli[rank] !== 0 && atMs[rank]! >= oldestMs && (accepts === null || accepts(stations[rank]!));
}

/** Returns hits in the form of the database's results. */
export function toFound(
  { stations }: Snapshot,
  { fuel, ranks, metres }: Omit<Hits, "total">,
): FoundStation[] {
  return ranks.map((rank, at) => {
    const { record, offered } = stations[rank]!;
    return { station: record, price: offered[fuel]!, metres: metres[at]! };
  });
}

/**
 * Returns the hits of a search for stations that ran out of the fuel, in the form of the database's
 * results.
 */
export function toFoundStockOuts(
  snapshot: Snapshot,
  { fuel, ranks, metres }: Omit<Hits, "total">,
): FoundStation[] {
  const { atMs } = offersOf(snapshot, { fuel, isOutOfStock: true });
  return ranks.map((rank, at) => {
    const { record, prices } = snapshot.stations[rank]!;
    const lastPrice = prices.find((price) => price.fuel === fuel) ?? null;
    return {
      station: record,
      price: { fuel, priceMilli: 0, atMs: atMs[rank]! },
      metres: metres[at]!,
      lastPrice,
    };
  });
}

/** Returns a function from the rank of a station to its prices of some fuels that count. */
export function createPricesOf(
  snapshot: Snapshot,
  { fuels, maxAgeDays }: { fuels: readonly number[]; maxAgeDays: number },
): (rank: number) => OfferedPrice[] {
  const tests = fuels.map((fuel) => createOfferTest(snapshot, { fuel, maxAgeDays, accepts: null }));
  return (rank) =>
    fuels.filter((_, at) => tests[at]!(rank)).map((fuel) =>
      snapshot.stations[rank]!.offered[fuel]!
    );
}

type Measure = (candidate: Candidate) => void;

function createMeasure({ stations }: Snapshot, from: Place): Measure {
  return (candidate) => {
    const { lat, lng } = stations[candidate.rank]!.record;
    candidate.metres = toGeodesicMetres(from, { lat: lat!, lng: lng! });
  };
}

function isWithin(candidate: Candidate, radiusM: number, measure: Measure): boolean {
  if (Math.abs(candidate.metres - radiusM) > NEAR_ERROR_M) return candidate.metres < radiusM;
  measure(candidate);
  return candidate.metres <= radiusM;
}

function compareCheapest(a: Candidate, b: Candidate): number {
  return a.milli - b.milli || a.metres - b.metres || a.rank - b.rank;
}

function compareNearest(a: Candidate, b: Candidate): number {
  return a.metres - b.metres || a.milli - b.milli || a.rank - b.rank;
}

/**
 * Sorts by price, geodesic distance and ID, or by distance first. Measures distances only if the
 * approximate ones do not decide.
 */
function rankNearby(
  candidates: Candidate[],
  { measure, isNearestFirst }: { measure: Measure; isNearestFirst: boolean },
): void {
  const compare = isNearestFirst ? compareNearest : compareCheapest;
  const isOrderOpen = (a: Candidate | undefined, b: Candidate | undefined) =>
    a !== undefined && b !== undefined && (isNearestFirst || a.milli === b.milli) &&
    b.metres - a.metres <= 2 * NEAR_ERROR_M;
  candidates.sort(compare);
  const open = candidates.filter((candidate, at) =>
    Math.abs(candidate.metres % 1 - 0.5) <= NEAR_ERROR_M || // Responses have whole metres.
    isOrderOpen(candidates[at - 1], candidate) || isOrderOpen(candidate, candidates[at + 1])
  );
  for (const candidate of open) measure(candidate);
  if (open.length > 0) candidates.sort(compare);
}

/**
 * Finds prices within `radiusM` metres (geodesic) of a point, by price, then distance, then ID; or
 * nearest first. `total` is the number before the limit.
 */
export function findNearbyInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & Circle & { limit: number | null },
): Hits {
  const { fuel, lat, lng, radiusM } = options;
  const isOffered = createOfferTest(snapshot, options);
  const { milli } = offersOf(snapshot, options);
  const measure = createMeasure(snapshot, options);
  const from = toEarthPoint(options);
  const candidates: Candidate[] = [];
  for (
    const [west, south, east, north] of boxesAround({
      west: lng,
      south: lat,
      east: lng,
      north: lat,
    }, radiusM)
  ) {
    for (const rank of snapshot.index.range(west, south, east, north)) {
      if (!isOffered(rank)) continue;
      const candidate = {
        rank,
        milli: milli[rank]!,
        metres: toNearMetres(from, snapshot.points, 3 * rank),
      };
      if (isWithin(candidate, radiusM, measure)) candidates.push(candidate);
    }
  }
  rankNearby(candidates, { measure, isNearestFirst: options.isNearestFirst === true });
  const first = candidates.slice(0, options.limit ?? candidates.length);
  const ranks = first.map(({ rank }) => rank);
  const metres = first.map(({ metres }) => metres);
  return { fuel, ranks, metres, total: candidates.length };
}

// Price and rank make one number, which typed arrays sort without a callback. There are fewer
// stations on earth than this.
const RANKS = 2 ** 24;

/**
 * Finds prices in a box in degrees (borders included), by price, then ID. `total` is the number
 * before the limit.
 */
export function findInBoxInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & {
    north: number;
    south: number;
    east: number;
    west: number;
    limit: number | null;
  },
): Hits {
  const { fuel, limit } = options;
  const isOffered = createOfferTest(snapshot, options);
  const { milli } = offersOf(snapshot, options);
  const inside = snapshot.index.range(options.west, options.south, options.east, options.north);
  const keys = new Float64Array(inside.length);
  let total = 0;
  for (const rank of inside) if (isOffered(rank)) keys[total++] = milli[rank]! * RANKS + rank;
  const ranks: number[] = [];
  for (const key of keys.subarray(0, total).sort().subarray(0, limit ?? total)) {
    ranks.push(key - Math.floor(key / RANKS) * RANKS); // Takes a third of the time of %.
  }
  return { fuel, ranks, metres: ranks.map(() => 0), total };
}

/** Finds prices in force within `offM` metres of a line, in any order. */
export async function findAlongInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & { line: Line; offM: number },
): Promise<AlongStation[]> {
  const { index, points } = snapshot;
  const isOffered = createOfferTest(snapshot, options);
  const steps = findAlong(options.line, {
    offM: options.offM,
    find: (west, south, east, north) => index.range(west, south, east, north).filter(isOffered),
    pointOf: (
      rank,
    ): EarthPoint => [points[3 * rank]!, points[3 * rank + 1]!, points[3 * rank + 2]!],
  });
  const positions = await runInSlices(steps);
  const ranks = [...positions.keys()];
  const found = toFound(snapshot, { fuel: options.fuel, ranks, metres: ranks.map(() => 0) });
  return found.map(({ station, price }, at) => ({
    station,
    price,
    position: positions.get(ranks[at]!)!,
  }));
}
