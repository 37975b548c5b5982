/** Finds the verdicts on stations' prices from the file of all prices, one at a time: thousands of stations may be in view. @module */

import { findVerdict, type Verdict } from "../../shared/price/verdict.ts";
import { EARTH_RADIUS_M } from "../../shared/station/listed_station.ts";
import { counts, type FuelColumn, type Stations, valueOf } from "../stations.ts";

const RADIANS = Math.PI / 180;
const EARTH_KM = EARTH_RADIUS_M / 1000;

/** Returns the function that lists the stations within a radius of a station, itself included, by their order in latitude. */
function createNeighbours({ count, lat, lng }: Stations): (index: number, radiusKm: number) => number[] {
  // Latitude and index as one number, which typed arrays sort without calling back.
  const keys = Float64Array.from(lat, (degrees, index) => Math.round(degrees * 1e5) * count + index).sort();
  const order = Int32Array.from(keys, (key) => key - Math.floor(key / count) * count);
  const placeOf = new Int32Array(count);
  order.forEach((index, place) => placeOf[index] = place);
  const points = Float64Array.from({ length: 3 * count }, (_, at) => {
    const index = order[Math.floor(at / 3)]!;
    const [y, x] = [valueOf(lat, index) * RADIANS, valueOf(lng, index) * RADIANS];
    return at % 3 === 0 ? Math.cos(y) * Math.cos(x) : at % 3 === 1 ? Math.cos(y) * Math.sin(x) : Math.sin(y);
  });

  return (index, radiusKm) => {
    const own = placeOf[index]!;
    // The square of the chord, which needs no trigonometry; the distance along z alone ends the search.
    const square = (2 * Math.sin(radiusKm / EARTH_KM / 2)) ** 2;
    const found = [index];
    for (const step of [-1, 1]) {
      for (let place = own + step; place >= 0 && place < count; place += step) {
        const dz = points[3 * place + 2]! - points[3 * own + 2]!;
        if (dz * dz > square) break;
        const [dx, dy] = [points[3 * place]! - points[3 * own]!, points[3 * place + 1]! - points[3 * own + 1]!];
        if (dx * dx + dy * dy + dz * dz <= square) found.push(order[place]!);
      }
    }
    return found;
  };
}

/** Returns the function that finds the verdict on the price at a station, by the fuel that is paid for there; null where none counts. */
export function createVerdicts(stations: Stations, { own, ...all }: FuelColumn): (index: number) => Verdict | null {
  const neighboursOf = createNeighbours(stations);
  const found = new Map<number, Verdict | null>();

  function find(index: number): Verdict | null {
    const column = own?.columns[valueOf(own.which, index)] ?? all;
    if (!counts(column, index)) return null;
    return findVerdict(
      valueOf(column.price, index),
      (radiusKm) =>
        neighboursOf(index, radiusKm).filter((other) => counts(column, other)).map((other) =>
          valueOf(column.price, other)
        ),
    );
  }

  return (index) => {
    let verdict = found.get(index);
    if (verdict === undefined) found.set(index, verdict = find(index));
    return verdict;
  };
}
