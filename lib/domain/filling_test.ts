import { deepEqual, equal, ok } from "../../tests/support/assert.ts";
import fc from "../../tests/packages/fast_check.ts";
import { planFills } from "./filling.ts";
import { drivePlan } from "./plan_drive.ts";
import type { PlanCar, PlanStation, RefuellingPlan } from "./refuelling.ts";

const CAR: PlanCar = { tankL: 50, levelL: 25, per100Km: 10, reserveL: 5, stopMilli: 0, minL: 0 };
const MEAN_MILLI = 1_800;

type Way = { lengthM: number; car?: PlanCar };

function plan(
  stations: readonly PlanStation[],
  { lengthM, car = CAR }: Way,
): RefuellingPlan | null {
  const steps = planFills(stations, { lengthM, car, meanMilli: MEAN_MILLI });
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Returns the gain of stopping at exactly these stations and filling the tank at each, in
 * ten-thousandths; null if the car cannot get through.
 */
function toGain(chosen: readonly PlanStation[], { lengthM, car }: Required<Way>): number | null {
  let level = Math.min(car.levelL, car.tankL) * 10;
  let reserve = Math.min(car.reserveL * 10, level / 2);
  let atM = 0;
  let gain = 0;
  for (const { alongM, detourM, priceMilli } of chosen) {
    const detour = (detourM * car.per100Km) / 10_000;
    level -= ((alongM - atM) * car.per100Km) / 10_000 + detour;
    const units = Math.floor(car.tankL * 10 - detour / 2 - level + 1e-9);
    if (level < reserve || units < Math.max(1, car.minL * 10)) return null;
    level += units;
    gain += (units - detour) * MEAN_MILLI - units * priceMilli - car.stopMilli * 10;
    reserve = car.reserveL * 10;
    atM = alongM;
  }
  return level - ((lengthM - atM) * car.per100Km) / 10_000 >= reserve ? gain : null;
}

function toSubsets<T>(all: readonly T[]): T[][] {
  return all.reduce<T[][]>(
    (subsets, one) => [...subsets, ...subsets.map((subset) => [...subset, one])],
    [[]],
  );
}

Deno.test("every stop fills the tank at the cheapest pumps of the route", () => {
  const stations = [
    { alongM: 100_000, detourM: 0, priceMilli: 1_700 },
    { alongM: 200_000, detourM: 0, priceMilli: 1_900 },
    { alongM: 500_000, detourM: 0, priceMilli: 1_750 },
  ];
  const { stops } = plan(stations, { lengthM: 800_000 })!;
  deepEqual(stops, [{ station: 0, units: 350 }, { station: 2, units: 400 }]);
});

Deno.test("a tank that suffices is filled where that saves most, and not at all without a station", () => {
  deepEqual(plan([{ alongM: 10_000, detourM: 0, priceMilli: 1_900 }], { lengthM: 50_000 })!.stops, [
    {
      station: 0,
      units: 260,
    },
  ]);
  deepEqual(plan([], { lengthM: 50_000 })!.stops, []);
  equal(plan([], { lengthM: 500_000 }), null);
});

Deno.test("planFills() stops at required stations whatever their price", () => {
  const stations = [
    { alongM: 10_000, detourM: 0, priceMilli: 1_700 },
    { alongM: 20_000, detourM: 0, priceMilli: 1_950, isRequired: true },
  ];
  deepEqual(plan(stations, { lengthM: 50_000 })!.stops.map(({ station }) => station), [0, 1]);
});

const car = fc.record({
  tankL: fc.integer({ min: 12, max: 30 }),
  levelL: fc.integer({ min: 2, max: 30 }),
  per100Km: fc.integer({ min: 40, max: 120 }).map((tenths) => tenths / 10),
  reserveL: fc.integer({ min: 0, max: 5 }),
  stopMilli: fc.constantFrom(0, 500, 2_000),
  minL: fc.constantFrom(0, 4),
});
const station = fc.record({
  alongM: fc.integer({ min: 0, max: 600_000 }),
  detourM: fc.oneof(fc.constant(0), fc.integer({ min: 100, max: 9_000 })),
  priceMilli: fc.integer({ min: 1_500, max: 2_200 }),
  isRequired: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, {
    weight: 1,
    arbitrary: fc.constant(true),
  }),
});

// Proves docs/data.md#along-a-route
Deno.test("planFills() saves as much as the best choice of stops, and the tank stays between the reserve and its size", () => {
  let filled = 0;
  const lengths = fc.integer({ min: 50, max: 600 }).map((km) => km * 1_000);
  fc.assert(
    fc.property(fc.array(station, { maxLength: 6 }), lengths, car, (any, lengthM, oneCar) => {
      const stations = any.filter(({ alongM }) => alongM <= lengthM).sort((a, b) =>
        a.alongM - b.alongM
      );
      const way = { lengthM, car: oneCar };
      const found = plan(stations, way);
      const choices = toSubsets(stations).filter((chosen) =>
        chosen.length > 0 && stations.every((one) => !one.isRequired || chosen.includes(one))
      );
      const gains = choices.map((chosen) => toGain(chosen, way)).filter((gain) => gain !== null);
      if (gains.length === 0) return ok(found === null || found.stops.length === 0);
      const chosen = found!.stops.map((stop) => stations[stop.station]!);
      // Equal fills may differ by the rounding to tenths of a litre.
      ok(toGain(chosen, way)! >= Math.max(...gains) - 10 * MEAN_MILLI * chosen.length);
      const driven = drivePlan(found!, { stations, lengthM, car: oneCar });
      for (const { litres, litresLeft } of driven.stops) {
        ok(
          litresLeft >= Math.min(oneCar.reserveL, oneCar.levelL / 2) - 0.01 &&
            litresLeft + litres <= oneCar.tankL + 0.01,
        );
      }
      ok(driven.litresLeft >= oneCar.reserveL - 0.01);
      filled++;
    }),
    { numRuns: 400 },
  );
  ok(filled > 40, `${filled} of 400 have a plan`);
});
