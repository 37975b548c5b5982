/** Searches in the snapshot: the same answers as the SQL, without the database. @module */

import type { Found } from "../db/current/stations.ts";
import { type Place, toEarthPoint } from "../domain/earth.ts";
import { toErrorM, toGeodesicMetres, toNearMetres } from "./distance.ts";
import type { OfferedPrice, Snapshot, SnapshotStation } from "./snapshot.ts";

const EARTH_M = 6_371_008.8;
const DEGREE_M = (Math.PI / 180) * EARTH_M;
const RADIANS = Math.PI / 180;

/** What a search in the snapshot filters by; `fuel` 1 to 6. `accepts` may refuse a station for any other reason. */
export type SnapshotFilter = { fuel: number; maxAgeDays: number; accepts(station: SnapshotStation): boolean };

/** `errorM`: how far `metres` may be off the geodesic; 0 once that was measured. */
type Candidate = { station: SnapshotStation; price: OfferedPrice; metres: number; errorM: number };

/** The price of a station that a search may answer; null when it has none. */
export function offeredOf(snapshot: Snapshot, station: SnapshotStation, filter: SnapshotFilter): OfferedPrice | null {
  const price = station.offered[filter.fuel];
  if (!price || snapshot.asOfMs - price.atMs > filter.maxAgeDays * 86_400_000) return null;
  return filter.accepts(station) ? price : null;
}

function toFound({ station, price, metres }: Candidate): Found {
  return { station: station.record, price, metres };
}

function toCandidate(metres: number, station: SnapshotStation, price: OfferedPrice): Candidate {
  return { station, price, metres, errorM: Number.isNaN(metres) ? Infinity : toErrorM(metres) };
}

function measure(candidate: Candidate, from: Place): void {
  const { lat, lng } = candidate.station.record;
  candidate.metres = toGeodesicMetres(from, { lat: lat!, lng: lng! });
  candidate.errorM = 0;
}

function isWithin(candidate: Candidate, { radiusM, ...from }: Place & { radiusM: number }): boolean {
  if (Math.abs(candidate.metres - radiusM) > candidate.errorM) return candidate.metres < radiusM;
  measure(candidate, from);
  return candidate.metres <= radiusM;
}

// A degree of the ellipsoid is up to 0.6 % longer or shorter than one of the sphere.
const MARGIN = 0.006;

function lngHalfWidth(lat: number, radiusM: number): number {
  const highest = Math.min(90, Math.abs(lat) + radiusM / DEGREE_M);
  const cosine = Math.cos(highest * RADIANS);
  return cosine < 1e-6 ? 360 : Math.min(360, radiusM / (DEGREE_M * cosine));
}

function boxAround(from: Place, radiusM: number): [number, number, number, number][] {
  const lat = (radiusM * (1 + MARGIN)) / DEGREE_M;
  const lng = lngHalfWidth(from.lat, radiusM * (1 + MARGIN));
  if (lng >= 180) return [[-180, from.lat - lat, 180, from.lat + lat]];
  const box = (
    centre: number,
  ): [number, number, number, number] => [centre - lng, from.lat - lat, centre + lng, from.lat + lat];
  const boxes = [box(from.lng)];
  if (from.lng + lng > 180) boxes.push(box(from.lng - 360));
  if (from.lng - lng < -180) boxes.push(box(from.lng + 360));
  return boxes;
}

function compareNearby(a: Candidate, b: Candidate): number {
  return a.price.priceMilli - b.price.priceMilli || a.metres - b.metres || a.station.rank - b.station.rank;
}

/** Whether the geodesic distances of two neighbours in the order could be the other way round. */
function isOrderOpen(a: Candidate, b: Candidate | undefined): boolean {
  return b !== undefined && a.price.priceMilli === b.price.priceMilli && b.metres - a.metres <= a.errorM + b.errorM;
}

/** Whether the geodesic distance could round to another metre. */
function isMetreOpen({ metres, errorM }: Candidate): boolean {
  return Math.abs(metres % 1 - 0.5) <= errorM;
}

/** By price, then geodesic distance, then id: the `limit` first ones. What is open is measured, behind the limit too. */
function rankNearby(candidates: Candidate[], from: Place, limit: number | null): Candidate[] {
  candidates.sort(compareNearby);
  const open = candidates.filter((candidate, at) =>
    isMetreOpen(candidate) || isOrderOpen(candidate, candidates[at + 1]) ||
    (at > 0 && isOrderOpen(candidates[at - 1]!, candidate))
  );
  for (const candidate of open) measure(candidate, from);
  if (open.length > 0) candidates.sort(compareNearby);
  return candidates.slice(0, limit ?? candidates.length);
}

/** Prices within `radiusM` metres (geodesic) of a point: by price, then distance, then id; `total` before the limit. */
export function findNearbyInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & { lat: number; lng: number; radiusM: number; limit: number | null },
): { found: Found[]; total: number } {
  const candidates: Candidate[] = [];
  const from = toEarthPoint(options);
  for (const [west, south, east, north] of boxAround(options, options.radiusM)) {
    for (const entry of snapshot.index.range(west, south, east, north)) {
      const station = snapshot.located[entry]!;
      const price = offeredOf(snapshot, station, options);
      if (!price) continue;
      const candidate = toCandidate(toNearMetres(from, snapshot.points, 3 * entry), station, price);
      if (isWithin(candidate, options)) candidates.push(candidate);
    }
  }
  const total = candidates.length;
  return { found: rankNearby(candidates, options, options.limit).map(toFound), total };
}

// Price and rank as one number, which typed arrays sort without calling back: more ranks than there are stations on earth.
const RANKS = 2 ** 24;

/** Prices in a box in degrees, borders included: by price, then id; `total` before the limit. */
export function findInBoxInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & { north: number; south: number; east: number; west: number; limit: number | null },
): { found: Found[]; total: number } {
  const entries = snapshot.index.range(options.west, options.south, options.east, options.north);
  const keys = new Float64Array(entries.length);
  let total = 0;
  for (const entry of entries) {
    const station = snapshot.located[entry]!;
    const price = offeredOf(snapshot, station, options);
    if (price) keys[total++] = price.priceMilli * RANKS + station.rank;
  }
  const found: Found[] = [];
  for (const key of keys.subarray(0, total).sort().subarray(0, options.limit ?? total)) {
    const { record, offered } = snapshot.stations[key % RANKS]!;
    found.push({ station: record, price: offered[options.fuel]!, metres: 0 });
  }
  return { found, total };
}
