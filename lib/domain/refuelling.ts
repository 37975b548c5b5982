/** Plans where to stop on a line and how much to take, at the least cost. @module */

/** Levels are counted in tenths of a litre. */
const UNITS_PER_L = 10;

/** A station as a plan sees it; in the order along the line. */
export type PlanStation = {
  alongM: number;
  /** Metres to drive more than without stopping there. */
  detourM: number;
  priceMilli: number;
  /** Whether the plan must stop here. */
  isRequired?: boolean;
};

/** A car and how it is driven. */
export type PlanCar = {
  tankL: number;
  /** In the tank at the beginning. */
  levelL: number;
  per100Km: number;
  reserveL: number;
  /** Saving that one stop less is worth, thousandths of a euro. */
  stopMilli: number;
  /** The least that a stop takes. */
  minL: number;
};

/** A stop: the index of its station, and tenths of litres taken. */
export type PlannedStop = { station: number; units: number };

/**
 * Stops in order and what is paid at the pumps, in ten-thousandths of a euro. `stops` is empty when
 * the tank suffices.
 */
export type RefuellingPlan = { stops: PlannedStop[]; paid: number };

/** Litres of a number of units. */
export function toLitres(units: number): number {
  return units / UNITS_PER_L;
}

/** Tenths of a litre that some metres burn. */
export function toUnits(metres: number, { per100Km }: PlanCar): number {
  return (metres * per100Km * UNITS_PER_L) / 100_000;
}

/** Tenths of a litre in the tank at the start. */
export function toStartUnits({ levelL, tankL }: PlanCar): number {
  return Math.floor(Math.min(levelL, tankL) * UNITS_PER_L);
}

/**
 * Tenths of a litre that must be left before the first stop: a driver who starts near the reserve
 * has to use some of it.
 */
export function toFirstReserve(car: PlanCar): number {
  return Math.min(car.reserveL * UNITS_PER_L, toStartUnits(car) / 2);
}

/**
 * Where a stop is worth it, as runs: the first and last units after it, and the units before it,
 * which neighbours mostly share.
 */
type Choice = { first: number; last: number; from: number }[];

/**
 * The least cost by units taken so far, with the level at the start and without the fuel of
 * detours; `before` a stop.
 */
type Costs = { costs: Float64Array; before: Float64Array };

type StopOptions = {
  car: PlanCar;
  /** Units that the way up to the station burns. */
  burnt: number;
  detour: number;
  /** Units in the tank at the start; null after a required stop. */
  start: number | null;
};

function stopAt(
  { costs, before }: Costs,
  { priceMilli, isRequired }: PlanStation,
  { car, burnt, detour, start }: StopOptions,
): Choice {
  // the reserve is still there when the detour is driven, and half of it is driven with what was
  // taken
  const least = Math.ceil(burnt + car.reserveL * UNITS_PER_L + detour - 1e-9);
  const most = Math.min(
    costs.length - 1,
    Math.floor(burnt + car.tankL * UNITS_PER_L - detour / 2 + 1e-9),
  );
  const fewest = Math.max(1, Math.ceil(car.minL * UNITS_PER_L));
  const isFirstStop = start !== null && start < least &&
    start >= burnt + toFirstReserve(car) + detour;
  const first = Math.max(0, (isFirstStop ? start : least) - detour + fewest);
  before.set(costs.subarray(least, Math.max(least, most + detour)));
  const end = Math.min(costs.length, most + detour);
  if (isRequired) costs.fill(Infinity);
  const choice: Choice = [];
  let best = isFirstStop ? -priceMilli * start : Infinity;
  let bestFrom = isFirstStop ? start : -1;
  let from = least;
  for (let units = first; units <= most; units++) {
    for (; from < end && from <= units + detour - fewest; from++) {
      const cost = before[from - least]! - priceMilli * from;
      if (cost >= best) continue;
      best = cost;
      bestFrom = from;
    }
    const cost = best + priceMilli * (units + detour) + car.stopMilli * UNITS_PER_L;
    if (cost >= costs[units]!) continue;
    costs[units] = cost;
    const run = choice.at(-1);
    if (run?.from === bestFrom && run.last === units - 1) run.last = units;
    else choice.push({ first: units, last: units, from: bestFrom });
  }
  return choice;
}

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
 * The plan of least cost by dynamic programming, in steps; null when none reaches the end with the
 * reserve.
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
  const detours = stations.map(({ detourM }) => Math.ceil(toUnits(detourM, car) - 1e-9));
  for (const [i, station] of stations.entries()) {
    const burnt = toUnits(station.alongM, car);
    choices.push(stopAt({ costs, before }, station, { car, burnt, detour: detours[i]!, start }));
    if (station.isRequired) start = null;
    yield;
  }
  let end = -1;
  for (let units = Math.ceil(needed - 1e-9); units < costs.length; units++) {
    if (costs[units]! < (costs[end] ?? Infinity)) end = units;
  }
  if (end < 0) return null;
  const stops = readStops(choices, end, detours);
  return { stops, paid: toPaid(stops, stations) };
}

/** What stops cost at the pumps, ten-thousandths of a euro. */
export function toPaid(stops: readonly PlannedStop[], stations: readonly PlanStation[]): number {
  return stops.reduce((sum, { station, units }) => sum + units * stations[station]!.priceMilli, 0);
}
