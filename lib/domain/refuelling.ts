/** Plans where to stop on a line and how much to take, at the least cost. @module */

/** Levels are counted in tenths of a litre. */
const UNITS_PER_L = 10;

/** A station as a plan sees it; in the order along the line. */
export type PlanStation = {
  alongM: number;
  /** Metres to drive more than without stopping there. */
  detourM: number;
  priceMilli: number;
};

/** A car and how it is driven. */
export type PlanCar = {
  tankL: number;
  /** In the tank at the beginning. */
  levelL: number;
  per100Km: number;
  /** Never less than this is in the tank. */
  reserveL: number;
  /** What a stop is worth avoiding, thousandths of a euro. */
  stopMilli: number;
};

/** A stop: the index of its station, and tenths of litres taken. */
export type PlannedStop = { station: number; units: number };

/** Stops in order and what is paid at the pumps, in ten-thousandths of a euro. `stops` is empty when the tank suffices. */
export type RefuellingPlan = { stops: PlannedStop[]; paid: number };

/** Litres of a number of units. */
export function toLitres(units: number): number {
  return units / UNITS_PER_L;
}

/** Units burnt on a way of some metres. */
function toUnits(metres: number, { per100Km }: PlanCar): number {
  return (metres * per100Km * UNITS_PER_L) / 100_000;
}

/**
 * Where a stop is worth it: runs of units had after it, three numbers each: the first, the last, and the units had before. Neighbours
 * come from the same amount nearly always, so that a station takes some numbers and not one for each unit of its tank.
 */
type Choice = number[];

type Search = {
  /** By units had so far, those at the beginning included and those burnt on detours left out: the least cost. */
  costs: Float64Array;
  /** The costs before a stop: one row for all of them. */
  before: Float64Array;
  /** By station. */
  choices: Choice[];
};

/** What a stop makes of the costs. */
function stopAt(
  { costs, before, choices }: Search,
  station: PlanStation,
  { car, burnt, detour }: { car: PlanCar; burnt: number; detour: number },
): void {
  const { priceMilli } = station;
  // the reserve is still there when the detour is driven, and half of it is driven with what was taken
  const least = Math.ceil(burnt + car.reserveL * UNITS_PER_L + detour - 1e-9);
  const most = Math.min(costs.length - 1, Math.floor(burnt + car.tankL * UNITS_PER_L - detour / 2 + 1e-9));
  const first = Math.max(0, least - detour + 1);
  before.set(costs.subarray(least, Math.max(least, most + detour)));
  const end = Math.min(costs.length, most + detour);
  const choice: Choice = [];
  let [best, bestFrom, from, runFrom, runLast] = [Infinity, -1, least, -1, -1];
  for (let units = first; units <= most; units++) {
    for (; from < end && from <= units + detour - 1; from++) {
      const cost = before[from - least]! - priceMilli * from;
      if (cost >= best) continue;
      best = cost;
      bestFrom = from;
    }
    const cost = best + priceMilli * (units + detour) + car.stopMilli * UNITS_PER_L;
    if (cost >= costs[units]!) continue;
    costs[units] = cost;
    if (runFrom === bestFrom && runLast === units - 1) choice[choice.length - 2] = units;
    else choice.push(units, units, bestFrom);
    runFrom = bestFrom;
    runLast = units;
  }
  choices.push(choice);
}

function readStops(choices: readonly Choice[], units: number, detours: readonly number[]): PlannedStop[] {
  const stops: PlannedStop[] = [];
  for (let station = choices.length - 1; station >= 0; station--) {
    const choice = choices[station]!;
    let at = 0;
    while (at < choice.length && choice[at + 1]! < units) at += 3;
    if (at >= choice.length || choice[at]! > units) continue;
    const from = choice[at + 2]!;
    stops.unshift({ station, units: units - from + detours[station]! });
    units = from;
  }
  return stops;
}

/**
 * The plan of least cost, stops valued as the car says; null when no plan reaches the end with the reserve. Amounts are whole
 * tenths of litres, detours are rounded up to them. By dynamic programming over stations and units: what is in the tank is what
 * was had less what was burnt so far, so a station that is passed by changes nothing. A step for each station: between steps
 * others may be answered.
 */
export function* planRefuelling(
  stations: readonly PlanStation[],
  { lengthM, car }: { lengthM: number; car: PlanCar },
): Generator<void, RefuellingPlan | null> {
  const needed = toUnits(lengthM, car) + car.reserveL * UNITS_PER_L;
  const start = Math.floor(Math.min(car.levelL, car.tankL) * UNITS_PER_L);
  if (start >= needed) return { stops: [], paid: 0 };
  const search: Search = {
    costs: new Float64Array(Math.ceil(needed + car.tankL * UNITS_PER_L) + 1).fill(Infinity),
    before: new Float64Array(Math.ceil(needed + car.tankL * UNITS_PER_L) + 1),
    choices: [],
  };
  search.costs[start] = 0;
  const detours = stations.map(({ detourM }) => Math.ceil(toUnits(detourM, car) - 1e-9));
  for (const [i, station] of stations.entries()) {
    stopAt(search, station, { car, burnt: toUnits(station.alongM, car), detour: detours[i]! });
    yield;
  }
  let end = -1;
  for (let units = Math.ceil(needed - 1e-9); units < search.costs.length; units++) {
    if (search.costs[units]! < (end < 0 ? Infinity : search.costs[end]!)) end = units;
  }
  if (end < 0) return null;
  const stops = readStops(search.choices, end, detours);
  const paid = stops.reduce((sum, { station, units }) => sum + units * stations[station]!.priceMilli, 0);
  return { stops, paid };
}
