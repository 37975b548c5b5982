/** The visitor's car, which their browser stores for the real cost. Never sent anywhere. @module */

import { type Car, parseCar, USUAL_CAR } from "../shared/real_cost.ts";

const CAR = "car";

/** The car, or a usual one. */
export function readCar(): Car {
  try {
    return parseCar(localStorage.getItem(CAR));
  } catch {
    return USUAL_CAR; // Storage is refused.
  }
}

/** Stores the car; without storage it is forgotten. */
export function saveCar(car: Car): void {
  try {
    localStorage.setItem(CAR, JSON.stringify(car));
  } catch { /* As above. */ }
}
