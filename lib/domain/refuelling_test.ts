import { deepEqual, equal, ok } from "../../tests/support/assert.ts";
import fc from "../../tests/packages/fast_check.ts";
import { findLeastCost, type NaiveCar } from "../../tests/support/naive_plan.ts";
import {
  type PlanCar,
  planRefuelling,
  type PlanStation,
  type RefuellingPlan,
  toLitres,
} from "./refuelling.ts";

const CAR: PlanCar = { tankL: 50, levelL: 10, per100Km: 10, reserveL: 5, stopMilli: 0, minL: 0 };

function plan(
  stations: readonly PlanStation[],
  lengthM: number,
  car: PlanCar,
): RefuellingPlan | null {
  const steps = planRefuelling(stations, { lengthM, car });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Returns the cost of a plan, and whether the tank ever falls below the reserve or overflows. */
type Drive = { cost: number; isRight: boolean };

function drive(stations: readonly PlanStation[], lengthM: number, car: PlanCar): Drive | null {
  const planned = plan(stations, lengthM, car);
  if (!planned) return null;
  const burn = (metres: number) => (metres * car.per100Km) / 10_000;
  let level = Math.floor(Math.min(car.levelL, car.tankL) * 10);
  let at = 0;
  let isRight = true;
  let cost = 0;
  let reserve = Math.min(car.reserveL * 10, level / 2);
  for (const { station, units } of planned.stops) {
    const { alongM, detourM, priceMilli } = stations[station]!;
    const detour = Math.ceil(burn(detourM) - 1e-9);
    level -= burn(alongM - at) + detour;
    isRight &&= level >= reserve - 1e-6 && units >= Math.max(1, car.minL * 10);
    level += units;
    isRight &&= level <= car.tankL * 10 - detour / 2 + 1e-6;
    cost += units * priceMilli + car.stopMilli * 10;
    at = alongM;
    reserve = car.reserveL * 10;
  }
  isRight &&= level - burn(lengthM - at) >= car.reserveL * 10 - 1e-6;
  isRight &&= planned.paid ===
    planned.stops.reduce((sum, stop) => sum + stop.units * stations[stop.station]!.priceMilli, 0);
  return { cost, isRight };
}

Deno.test("planRefuelling() plans no stop if the tank suffices", () => {
  deepEqual(plan([], 50_000, CAR), { stops: [], paid: 0 });
});

Deno.test("the plan buys as little as needed where fuel is expensive, and the rest where it is cheap", () => {
  const stations = [
    { alongM: 30_000, detourM: 0, priceMilli: 2_000 },
    { alongM: 100_000, detourM: 0, priceMilli: 1_500 },
  ];
  const { stops, paid } = plan(stations, 300_000, CAR)!;
  deepEqual(stops.map(({ station, units }) => [station, toLitres(units)]), [[0, 5], [1, 20]]);
  equal(paid, 50 * 2_000 + 200 * 1_500);
});

Deno.test("the plan skips a stop that is not worth it, and there is no plan across a gap longer than the range", () => {
  const stations = [
    { alongM: 30_000, detourM: 0, priceMilli: 1_600 },
    { alongM: 100_000, detourM: 0, priceMilli: 1_500 },
  ];
  deepEqual(plan(stations, 300_000, { ...CAR, stopMilli: 5_000 })!.stops, [{
    station: 0,
    units: 250,
  }]);
  equal(plan([stations[0]!], 600_000, CAR), null);
});

Deno.test("a car that starts at the reserve may use half of it to reach a pump, and ends with the full reserve", () => {
  const stations = [{ alongM: 20_000, detourM: 0, priceMilli: 1_600 }];
  const atReserve = { ...CAR, levelL: 5 };
  deepEqual(plan(stations, 100_000, atReserve)!.stops, [{ station: 0, units: 100 }]);
  equal(plan([{ ...stations[0]!, alongM: 30_000 }], 100_000, atReserve), null);
});

Deno.test("the plan stops at a required station, and buys the rest where it is cheap", () => {
  const stations = [
    { alongM: 20_000, detourM: 0, priceMilli: 1_500 },
    { alongM: 30_000, detourM: 0, priceMilli: 1_900, isRequired: true },
  ];
  deepEqual(plan(stations, 40_000, { ...CAR, levelL: 20 })!.stops, [{ station: 1, units: 1 }]);
  deepEqual(plan(stations, 200_000, CAR)!.stops, [{ station: 0, units: 149 }, {
    station: 1,
    units: 1,
  }]);
});

const car = fc.record({
  tankL: fc.integer({ min: 12, max: 25 }).map((units) => units / 10),
  levelL: fc.integer({ min: 3, max: 15 }).map((units) => units / 10),
  per100Km: fc.integer({ min: 20, max: 70 }).map((tenths) => tenths / 10),
  reserveL: fc.integer({ min: 0, max: 3 }).map((units) => units / 10),
  stopMilli: fc.constantFrom(0, 200, 400),
  minL: fc.constantFrom(0, 0.7),
});
const station = fc.record({
  alongM: fc.integer({ min: 0, max: 60_000 }),
  detourM: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 3_000 })),
  priceMilli: fc.integer({ min: 15, max: 22 }).map((hundreds) => hundreds * 100),
});

function toNaiveCar({ tankL, levelL, per100Km, reserveL, stopMilli, minL }: PlanCar): NaiveCar {
  return {
    tank: tankL,
    start_level: Math.min(levelL, tankL),
    consumption: per100Km,
    reserve: reserveL,
    stop_cost: stopMilli / 1000,
    min_fill: minL,
  };
}

// Proves docs/data.md#along-a-route
Deno.test("plans match an exhaustive search on small cases, and never run below the reserve", () => {
  let driven = 0;
  const lengths = fc.integer({ min: 10, max: 60 }).map((km) => km * 1_000);
  fc.assert(
    fc.property(fc.array(station, { maxLength: 3 }), lengths, car, (any, lengthM, oneCar) => {
      const stations = any.filter(({ alongM }) => alongM <= lengthM).sort((a, b) =>
        a.alongM - b.alongM
      );
      const done = drive(stations, lengthM, oneCar);
      equal(
        done?.cost ?? null,
        findLeastCost(stations, { lengthM, car: toNaiveCar(oneCar), slackM: 0 }),
      );
      ok(done?.isRight ?? true);
      if (done && done.cost > 0) driven++;
    }),
    { numRuns: 400 },
  );
  ok(driven > 10, `${driven} of 400 need a stop and have a plan`);
});

Deno.test("on a long route with many stations, higher prices or fewer stations never make a plan cheaper", () => {
  const stations = Array.from({ length: 600 }, (_, i) => ({
    alongM: i * 1_300,
    detourM: i % 3 === 0 ? 0 : (i * 7_919) % 8_000,
    priceMilli: 1_500 + (i * 104_729) % 600,
  }));
  const usual = { ...CAR, tankL: 50, levelL: 20, per100Km: 6.5, reserveL: 5, stopMilli: 2_000 };
  const whole = drive(stations, 780_000, usual)!;
  ok(whole.isRight);
  const raised = stations.map((one) => ({ ...one, priceMilli: one.priceMilli + 10 }));
  ok(drive(raised, 780_000, usual)!.cost > whole.cost);
  ok(drive(stations.filter((_, i) => i % 2 === 0), 780_000, usual)!.cost >= whole.cost);
});

Deno.test("planRefuelling() needs a few megabytes for the largest plan, whatever the tank size", () => {
  const stations = Array.from({ length: 9_800 }, (_, i) => ({
    alongM: i * 306,
    detourM: i % 3 === 0 ? 0 : (i * 7_919) % 26_000,
    priceMilli: 1_500 + (i * 104_729) % 500,
  }));
  const largest = { ...CAR, tankL: 300, levelL: 10, per100Km: 40, reserveL: 5, stopMilli: 0 };
  const measure = () => Deno.memoryUsage().heapUsed + Deno.memoryUsage().external;
  const beforeBytes = measure();
  const steps = planRefuelling(stations, { lengthM: 3_000_000, car: largest });
  for (let step = 1; step < stations.length; step++) steps.next();
  const bytes = measure() - beforeBytes;
  ok(bytes < 30_000_000, `${bytes} bytes`);
});
