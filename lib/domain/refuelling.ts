/** Plans where to stop along a line and how much fuel to buy, at the least cost. @module */

/** Levels are counted in units of a tenth of a litre. */
const UNITS_PER_L = 10;
/** Tolerance for rounding errors, in units. */
const EPSILON = 1e-9;

/** A station in a plan. Plans take them in the order along the line. */
export type PlanStation = {
  alongM: number;
  /** Extra metres to drive for a stop there. */
  detourM: number;
  priceMilli: number;
  /** Whether the plan must stop here. */
  isRequired?: boolean;
};

/** A car and the driver's preferences. */
export type PlanCar = {
  tankL: number;
  /** Litres in the tank at the start. */
  levelL: number;
  per100Km: number;
  reserveL: number;
  /** Value of a saved stop in thousandths of a euro. */
  stopMilli: number;
  /** Minimum litres per stop. */
  minL: number;
};

/** A stop: the index of its station, and the units bought. */
export type PlannedStop = { station: number; units: number };

/**
 * The stops in order, and the amount paid at the pumps in ten-thousandths of a euro. `stops` is
 * empty if the tank suffices.
 */
export type RefuellingPlan = { stops: PlannedStop[]; paid: number };

/** Converts units to litres. */
export function toLitres(units: number): number {
  return units / UNITS_PER_L;
}

/** Returns the units that some metres burn. */
export function toUnits(metres: number, { per100Km }: PlanCar): number {
  return (metres * per100Km * UNITS_PER_L) / 100_000;
}

/** Returns the units in the tank at the start. */
export function toStartUnits({ levelL, tankL }: PlanCar): number {
  return Math.floor(Math.min(levelL, tankL) * UNITS_PER_L);
}

/**
 * Returns the units that must remain before the first stop: a driver who starts near the reserve
 * has to use some of it.
 */
export function toFirstReserve(car: PlanCar): number {
  return Math.min(car.reserveL * UNITS_PER_L, toStartUnits(car) / 2);
}

/**
 * The units after a stop, in runs from `first` to `last` that share the units on arrival (`from`).
 * Neighbours mostly share them.
 */
type Choice = { first: number; last: number; from: number }[];

/**
 * The least cost to have bought a number of units, including the level at the start and without
 * the fuel of detours. `before` holds the costs before a stop.
 */
type Costs = { costs: Float64Array; before: Float64Array };

type StopOptions = {
  car: PlanCar;
  /** Units that the way to the station burns. */
  burnt: number;
  detour: number;
  /** Units in the tank at the start; null after a required stop. */
  start: number | null;
};

/** The possible units bought on arrival at a stop and after it. */
type StopRange = {
  /** Minimum units on arrival. */
  least: number;
  /** Exclusive end of the units on arrival. */
  end: number;
  /** First and last units after the stop. */
  first: number;
  last: number;
  /** Minimum units that a stop buys. */
  minUnits: number;
  /** Units at the start if the first stop may use a part of the reserve to get here, else null. */
  lowStart: number | null;
};

function toRange({ car, burnt, detour, start }: StopOptions, length: number): StopRange {
  // The reserve must remain after the detour. Half of the detour is driven with the new fuel.
  const least = Math.ceil(burnt + car.reserveL * UNITS_PER_L + detour - EPSILON);
  const full = Math.floor(burnt + car.tankL * UNITS_PER_L - detour / 2 + EPSILON);
  const last = Math.min(length - 1, full);
  const minUnits = Math.max(1, Math.ceil(car.minL * UNITS_PER_L));
  const isLow = start !== null && start < least && start >= burnt + toFirstReserve(car) + detour;
  const lowStart = isLow ? start : null;
  return {
    least,
    end: Math.min(length, last + detour),
    first: Math.max(0, (lowStart ?? least) - detour + minUnits),
    last,
    minUnits,
    lowStart,
  };
}

/** Adds a stop to the costs where it is worth it, and returns these cases. */
function stopAt(
  { costs, before }: Costs,
  { priceMilli, isRequired }: PlanStation,
  options: StopOptions,
): Choice {
  const { car, detour } = options;
  const { least, end, first, last, minUnits, lowStart } = toRange(options, costs.length);
  before.set(costs.subarray(least, Math.max(least, end)));
  if (isRequired) costs.fill(Infinity);
  const choice: Choice = [];
  // The best arrival so far: its cost as if no unit of it had been bought at this price.
  let best = lowStart === null ? Infinity : -priceMilli * lowStart;
  let bestFrom = lowStart ?? -1;
  let from = least;
  for (let units = first; units <= last; units++) {
    for (; from < end && from <= units + detour - minUnits; from++) {
      const cost = before[from - least]! - priceMilli * from;
      if (cost >= best) continue;
      best = cost;
      bestFrom = from;
    }
    const cost = best + priceMilli * (units + detour) + car.stopMilli * UNITS_PER_L;
    if (cost >= costs[units]!) continue;
    costs[units] = cost;
    addToRuns(choice, units, bestFrom);
  }
  return choice;
}

function addToRuns(choice: Choice, units: number, from: number): void {
  const run = choice.at(-1);
  if (run?.from === from && run.last === units - 1) run.last = units;
  else choice.push({ first: units, last: units, from });
}

/** Follows the choices back from the units at the end. */
function readStops(
  choices: readonly Choice[],
  units: number,
  detours: readonly number[],
): PlannedStop[] {
  const stops: PlannedStop[] = [];
  for (let station = choices.length - 1; station >= 0; station--) {
    const run = choices[station]!.find(({ first, last }) => first <= units && units <= last);
    if (!run) continue;
    stops.unshift({ station, units: units - run.from + detours[station]! });
    units = run.from;
  }
  return stops;
}

/**
 * Returns, in steps, the cheapest plan by dynamic programming; null if no plan reaches the end with
 * the reserve.
 */
export function* planRefuelling(
  stations: readonly PlanStation[],
  { lengthM, car }: { lengthM: number; car: PlanCar },
): Generator<void, RefuellingPlan | null> {
  const needed = toUnits(lengthM, car) + car.reserveL * UNITS_PER_L;
  let start: number | null = toStartUnits(car);
  if (start >= needed && !stations.some(({ isRequired }) => isRequired)) {
    return { stops: [], paid: 0 };
  }
  const costs = new Float64Array(Math.ceil(needed + car.tankL * UNITS_PER_L) + 1).fill(Infinity);
  const before = new Float64Array(costs.length);
  const choices: Choice[] = [];
  costs[start] = 0;
  const detours = stations.map(({ detourM }) => Math.ceil(toUnits(detourM, car) - EPSILON));
  for (const [i, station] of stations.entries()) {
    const burnt = toUnits(station.alongM, car);
    choices.push(stopAt({ costs, before }, station, { car, burnt, detour: detours[i]!, start }));
    if (station.isRequired) start = null;
    yield;
  }
  const end = findCheapestEnd(costs, Math.ceil(needed - EPSILON));
  if (end === null) return null;
  const stops = readStops(choices, end, detours);
  return { stops, paid: toPaid(stops, stations) };
}

/** Returns the units of the cheapest end with at least `least` units; null if none is possible. */
function findCheapestEnd(costs: Float64Array, least: number): number | null {
  let end: number | null = null;
  let cost = Infinity;
  for (let units = least; units < costs.length; units++) {
    if (costs[units]! >= cost) continue;
    cost = costs[units]!;
    end = units;
  }
  return end;
}

/** Returns the amount paid for stops at the pumps, in ten-thousandths of a euro. */
export function toPaid(stops: readonly PlannedStop[], stations: readonly PlanStation[]): number {
  return stops.reduce((sum, { station, units }) => sum + units * stations[station]!.priceMilli, 0);
}
