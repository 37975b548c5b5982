/** Simulates the tank of a car along a plan. @module */

import {
  type PlanCar,
  type PlanStation,
  type RefuellingPlan,
  toFirstReserve,
  toLitres,
} from "./refuelling.ts";

/** A stop of a plan with the state of the tank. */
export type DrivenStop = {
  /** Index of its station. */
  station: number;
  litres: number;
  /** Litres in the tank on arrival at the pump. */
  litresLeft: number;
  /**
   * Whether no station in reach of the previous stop sells these litres for less without a longer
   * detour.
   */
  isCheapestInReach: boolean;
};

type Way = { stations: readonly PlanStation[]; lengthM: number; car: PlanCar };

/**
 * Returns the stops of a plan with the tank at each, and the litres left at the end of the route.
 */
export function drivePlan(
  plan: RefuellingPlan,
  { stations, lengthM, car }: Way,
): { stops: DrivenStop[]; litresLeft: number } {
  const toBurnt = (metres: number) => (metres * car.per100Km) / 100_000;
  const stops: DrivenStop[] = [];
  let fromM = 0;
  let level = Math.min(car.levelL, car.tankL);
  for (const { station, units } of plan.stops) {
    const { alongM, detourM, priceMilli } = stations[station]!;
    const reserve = stops.length === 0 ? toLitres(toFirstReserve(car)) : car.reserveL;
    const litres = toLitres(units);
    const isBetter = (other: PlanStation) => {
      if (other.alongM < fromM || other.priceMilli >= priceMilli || other.detourM > detourM) {
        return false;
      }
      const left = level - toBurnt(other.alongM - fromM + other.detourM);
      return left >= reserve && left + litres <= car.tankL;
    };
    const litresLeft = level - toBurnt(alongM - fromM + detourM / 2);
    stops.push({ station, litres, litresLeft, isCheapestInReach: !stations.some(isBetter) });
    level = litresLeft + litres - toBurnt(detourM / 2);
    fromM = alongM;
  }
  return { stops, litresLeft: level - toBurnt(lengthM - fromM) };
}
