/** Plans where to fill the tank on a line, so that the litres taken cost the least against the mean price. @module */

import {
  type PlanCar,
  type PlannedStop,
  type PlanStation,
  type RefuellingPlan,
  toFirstReserve,
  toPaid,
  toUnits,
} from "./refuelling.ts";

/** The best way to a station and the stop there; units are tenths of litres. */
type Fill = {
  /** The stop before; -1 is the start. */
  before: number;
  units: number;
  /** In the tank when the car is on the line again. */
  level: number;
  /** Saved so far against the mean price, in ten-thousandths of a euro, less the price of the stops. */
  gain: number;
};

type Options = { lengthM: number; car: PlanCar; meanMilli: number };

/**
 * The stops that save the most against the mean price when each fills the tank, in steps. There is at least one, unless no station
 * is in reach and the tank suffices; null when the end is out of reach with the reserve.
 */
export function* planFills(
  stations: readonly PlanStation[],
  { lengthM, car, meanMilli }: Options,
): Generator<void, RefuellingPlan | null> {
  const reserve = car.reserveL * 10;
  const range = car.tankL * 10 - reserve;
  const start: Fill = { before: -1, units: 0, level: Math.min(car.levelL, car.tankL) * 10, gain: 0 };
  const detours = stations.map(({ detourM }) => toUnits(detourM, car));
  const burnt = stations.map(({ alongM }) => toUnits(alongM, car));
  const fills: (Fill | null)[] = [];
  /** The last stop that cannot be passed over; -1 is the start. */
  let required = -1;
  /** The fill that comes after another one; null when it is out of reach, or takes too little. */
  const fillAfter = (before: number, at: number): Fill | null => {
    const from = before < 0 ? start : fills[before];
    if (!from) return null;
    const left = from.level - (burnt[at]! - (burnt[before] ?? 0)) - detours[at]!;
    if (left < (before < 0 ? toFirstReserve(car) : reserve)) return null;
    const units = Math.floor(car.tankL * 10 - detours[at]! / 2 - left + 1e-9);
    if (units < Math.max(1, car.minL * 10)) return null;
    const saved = (units - detours[at]!) * meanMilli - units * stations[at]!.priceMilli;
    return { before, units, level: left + units, gain: from.gain + saved - car.stopMilli * 10 };
  };
  for (const at of stations.keys()) {
    let best: Fill | null = null;
    for (let before = at - 1; before >= required; before--) {
      if (before >= 0 && burnt[at]! - burnt[before]! > range) break;
      const fill = fillAfter(before, at);
      if (fill && fill.gain > (best?.gain ?? -Infinity)) best = fill;
    }
    fills.push(best);
    if (stations[at]!.isRequired) required = at;
    yield;
  }
  const needed = toUnits(lengthM, car);
  let last = -1;
  for (let at = Math.max(0, required); at < fills.length; at++) {
    const fill = fills[at];
    const isEnough = fill && fill.level - (needed - burnt[at]!) >= reserve;
    if (isEnough && fill.gain > (fills[last]?.gain ?? -Infinity)) last = at;
  }
  if (last < 0) return required < 0 && start.level >= needed + reserve ? { stops: [], paid: 0 } : null;
  const stops: PlannedStop[] = [];
  for (let at = last; at >= 0; at = fills[at]!.before) stops.unshift({ station: at, units: fills[at]!.units });
  return { stops, paid: toPaid(stops, stations) };
}
