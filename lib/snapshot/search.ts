/** Searches in the snapshot: the same answers as the SQL, without the database. @module */

import geodesic from "geographiclib-geodesic";
import type { Found } from "../db/current/stations.ts";
import { type OfferedPrice, type Snapshot, type SnapshotStation, toSpherePoint } from "./snapshot.ts";

const EARTH_M = 6_371_008.8;
const DEGREE_M = (Math.PI / 180) * EARTH_M;
const RADIANS = Math.PI / 180;

/** Geodesic distance in metres on the WGS 84 ellipsoid (Karney 2013, as PostGIS's geography computes it). */
function metresTo(from: { lat: number; lng: number }, { record: { lat, lng } }: SnapshotStation): number {
  return geodesic.Geodesic.WGS84.Inverse(from.lat, from.lng, lat!, lng!, geodesic.Geodesic.DISTANCE).s12!;
}

/** What a search in the snapshot filters by; `fuel` 1 to 6. `accepts` may refuse a station for any other reason. */
export type SnapshotFilter = { fuel: number; maxAgeDays: number; accepts(station: SnapshotStation): boolean };

type Candidate = { station: SnapshotStation; price: OfferedPrice; metres: number };

function offeredOf(snapshot: Snapshot, station: SnapshotStation, filter: SnapshotFilter): OfferedPrice | null {
  const price = station.offered[filter.fuel];
  if (!price || snapshot.asOfMs - price.atMs > filter.maxAgeDays * 86_400_000) return null;
  return filter.accepts(station) ? price : null;
}

function toFound({ station, price, metres }: Candidate): Found {
  return { station: station.record, price, metres };
}

// The sphere is off by at most 0.6 %, so it settles all but the rim; the ellipsoid decides at the rim and for what is answered.
const MARGIN = 0.006;

/** Square of the chord of a distance along the unit sphere. */
function toSquaredChord(metres: number): number {
  return (2 * Math.sin(Math.min(Math.PI, metres / EARTH_M) / 2)) ** 2;
}

/** Tells by its index entry whether a station is within `radiusM` of a place. */
function createCircle(snapshot: Snapshot, { radiusM, ...from }: { lat: number; lng: number; radiusM: number }) {
  const { points, located } = snapshot;
  const [x, y, z] = toSpherePoint(from);
  const [inside, outside] = [toSquaredChord(radiusM * (1 - MARGIN)), toSquaredChord(radiusM * (1 + MARGIN))];
  return (entry: number): boolean => {
    const at = 3 * entry;
    const chord = (points[at]! - x) ** 2 + (points[at + 1]! - y) ** 2 + (points[at + 2]! - z) ** 2;
    if (chord <= inside) return true;
    return chord <= outside && metresTo(from, located[entry]!) <= radiusM;
  };
}

function lngHalfWidth(lat: number, radiusM: number): number {
  const highest = Math.min(90, Math.abs(lat) + radiusM / DEGREE_M);
  const cosine = Math.cos(highest * RADIANS);
  return cosine < 1e-6 ? 360 : Math.min(360, radiusM / (DEGREE_M * cosine));
}

function boxAround(from: { lat: number; lng: number }, radiusM: number): [number, number, number, number][] {
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

/** By price, then exact distance, then id: the `limit` first ones with their exact distance. */
function rankNearby(candidates: Candidate[], from: { lat: number; lng: number }, limit: number | null): Candidate[] {
  candidates.sort((a, b) => a.price.priceMilli - b.price.priceMilli);
  const last = limit === null ? undefined : candidates[limit - 1];
  const contenders = last ? candidates.filter((c) => c.price.priceMilli <= last.price.priceMilli) : candidates;
  for (const contender of contenders) contender.metres = metresTo(from, contender.station);
  contenders.sort((a, b) =>
    a.price.priceMilli - b.price.priceMilli || a.metres - b.metres || a.station.rank - b.station.rank
  );
  return limit === null ? contenders : contenders.slice(0, limit);
}

/** Prices within `radiusM` metres (geodesic) of a point: by price, then distance, then id; `total` before the limit. */
export function findNearbyInSnapshot(
  snapshot: Snapshot,
  options: SnapshotFilter & { lat: number; lng: number; radiusM: number; limit: number | null },
): { found: Found[]; total: number } {
  const candidates: Candidate[] = [];
  const isWithin = createCircle(snapshot, options);
  for (const [west, south, east, north] of boxAround(options, options.radiusM)) {
    for (const entry of snapshot.index.range(west, south, east, north)) {
      const station = snapshot.located[entry]!;
      const price = offeredOf(snapshot, station, options);
      if (price && isWithin(entry)) candidates.push({ station, price, metres: 0 });
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
  const keys: number[] = [];
  for (const entry of snapshot.index.range(options.west, options.south, options.east, options.north)) {
    const station = snapshot.located[entry]!;
    const price = offeredOf(snapshot, station, options);
    if (price) keys.push(price.priceMilli * RANKS + station.rank);
  }
  const first = Float64Array.from(keys).sort().subarray(0, options.limit ?? keys.length);
  const found = Array.from(first, (key) => {
    const { record, offered } = snapshot.stations[key % RANKS]!;
    return { station: record, price: offered[options.fuel]!, metres: 0 };
  });
  return { found, total: keys.length };
}
