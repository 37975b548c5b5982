/** Finds the verdict on a station's price from the file of all prices. @module */

import { findVerdict, type Verdict } from "../../words/verdict.ts";
import { EARTH_RADIUS_M, toKm } from "../../places/point.ts";
import { counts, type FuelColumn, type Stations, valueOf } from "../stations.ts";

const RADIANS = Math.PI / 180;
const KM_PER_DEGREE = EARTH_RADIUS_M / 1000 * RADIANS;

/** Indexes of stations from south to north, and the position of each index in that order. */
type Order = { order: Int32Array; placeOf: Int32Array };

/** The order of each file, by its column of latitudes. */
const orders = new WeakMap<Stations["lat"], Order>();

/** Returns the order of a file's stations by latitude. Computes it once. */
function orderByLatitude({ count, lat }: Stations): Order {
  const known = orders.get(lat);
  if (known) return known;
  // Latitude and index in one number, which typed arrays sort without a comparison function.
  const keys = lat.map((degrees, index) => Math.round(degrees * 1e5) * count + index).sort();
  const order = new Int32Array(count);
  const placeOf = new Int32Array(count);
  keys.forEach((key, place) => {
    const index = key - Math.floor(key / count) * count;
    order[place] = index;
    placeOf[index] = place;
  });
  orders.set(lat, { order, placeOf });
  return { order, placeOf };
}

/** Returns the stations within a radius of a station, including itself. */
function findNeighbours(stations: Stations, index: number, radiusKm: number): number[] {
  const { lat: lats, lng: lngs } = stations;
  const { order, placeOf } = orderByLatitude(stations);
  const from = { lat: lats[index]!, lng: lngs[index]! };
  const maxLat = radiusKm / KM_PER_DEGREE;
  const maxLng = maxLat / Math.cos((Math.abs(from.lat) + maxLat) * RADIANS);
  const found = [index];
  for (const step of [-1, 1]) {
    for (let place = placeOf[index]! + step; place >= 0 && place < order.length; place += step) {
      const other = order[place]!;
      const lat = lats[other]!;
      const lng = lngs[other]!;
      if (Math.abs(lat - from.lat) > maxLat) break;
      if (Math.abs(lng - from.lng) <= maxLng && toKm(from, { lat, lng }) <= radiusKm) {
        found.push(other);
      }
    }
  }
  return found;
}

/**
 * Returns the verdict on the price at a station for the fuel that the visitor buys there, or null
 * if no price counts.
 */
export function findVerdictAt(
  stations: Stations,
  { own, ...all }: FuelColumn,
  index: number,
): Verdict | null {
  const column = own?.columns[valueOf(own.which, index)] ?? all;
  if (!counts(column, index)) return null;
  const findPricesWithin = (radiusKm: number) =>
    findNeighbours(stations, index, radiusKm)
      .filter((other) => counts(column, other))
      .map((other) => valueOf(column.price, other));
  return findVerdict(valueOf(column.price, index), findPricesWithin);
}
