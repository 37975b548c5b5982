/**
 * Plans where to fill the tank along a line, so that the fuel costs the least compared with the
 * mean price.
 *
 * @module
 */

import {
  type PlanCar,
  type PlannedStop,
  type PlanStation,
  type RefuellingPlan,
  toFirstReserve,
  toPaid,
  toUnits,
} from "./refuelling.ts";

type Options = { lengthM: number; car: PlanCar; meanMilli: number };

/**
 * The best ways to fill up at each station, found in the order of the line. Index 0 is the start,
 * `at` + 1 a station.
 */
type Fills = {
  /** Units (tenths of litres) burnt up to the station. */
  burnt: Float64Array;
  /**
   * Units in the tank when the car is back on the line; -Infinity if the station cannot be reached.
   */
  levels: Float64Array;
  /**
   * Savings so far compared with the mean price, less the cost of stopping, in ten-thousandths of a
   * euro.
   */
  gains: Float64Array;
  /** Units bought. */
  taken: Int32Array;
  /** The index of the previous fill. */
  before: Int32Array;
};

function makeFills(stations: readonly PlanStation[], car: PlanCar): Fills {
  const count = stations.length + 1;
  const fills = {
    burnt: Float64Array.from([0, ...stations.map(({ alongM }) => toUnits(alongM, car))]),
    levels: new Float64Array(count).fill(-Infinity),
    gains: new Float64Array(count).fill(-Infinity),
    taken: new Int32Array(count),
    before: new Int32Array(count),
  };
  fills.levels[0] = Math.min(car.levelL, car.tankL) * 10;
  fills.gains[0] = 0;
  return fills;
}

/**
 * Finds the best previous fill and stores it. Skips fills before `first`, which would miss a
 * required stop.
 */
function fillAt(
  { burnt, levels, gains, taken, before }: Fills,
  { priceMilli, detourM }: PlanStation,
  { at, first, car, meanMilli }: { at: number; first: number; car: PlanCar; meanMilli: number },
): void {
  const detour = toUnits(detourM, car);
  const room = car.tankL * 10 - detour / 2;
  const fewest = Math.max(1, car.minL * 10);
  for (let from = at - 1; from >= first; from--) {
    const between = burnt[at]! - burnt[from]!;
    if (between > car.tankL * 10) break;
    const left = levels[from]! - between - detour;
    if (left < (from === 0 ? toFirstReserve(car) : car.reserveL * 10)) continue;
    const units = Math.floor(room - left + 1e-9);
    if (units < fewest) continue;
    const gain = gains[from]! + (units - detour) * meanMilli - units * priceMilli -
      car.stopMilli * 10;
    if (gain <= gains[at]!) continue;
    gains[at] = gain;
    levels[at] = left + units;
    taken[at] = units;
    before[at] = from;
  }
}

/**
 * Returns, in steps, the stops that save the most compared with the mean price if each fills the
 * tank. Plans at least one stop, unless no station is in reach and the tank suffices. Returns null
 * if the end cannot be reached with the reserve.
 */
export function* planFills(
  stations: readonly PlanStation[],
  { lengthM, car, meanMilli }: Options,
): Generator<void, RefuellingPlan | null> {
  const fills = makeFills(stations, car);
  const { burnt, levels, gains, taken, before } = fills;
  let first = 0;
  for (const [index, station] of stations.entries()) {
    fillAt(fills, station, { at: index + 1, first, car, meanMilli });
    if (station.isRequired) first = index + 1;
    yield;
  }
  const needed = toUnits(lengthM, car) + car.reserveL * 10;
  const reachesEnd = (at: number) => levels[at]! + burnt[at]! >= needed;
  let last = 0;
  for (let at = Math.max(1, first); at < gains.length; at++) {
    if (reachesEnd(at) && (last === 0 || gains[at]! > gains[last]!)) last = at;
  }
  if (last === 0) return first === 0 && reachesEnd(0) ? { stops: [], paid: 0 } : null;
  const stops: PlannedStop[] = [];
  for (let at = last; at > 0; at = before[at]!) {
    stops.unshift({ station: at - 1, units: taken[at]! });
  }
  return { stops, paid: toPaid(stops, stations) };
}
